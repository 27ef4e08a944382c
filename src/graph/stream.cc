#include "graph/stream.h"

#include <fmt/format.h>

#include <atomic>

namespace pipette {

void Replication::require(int num_replicas, const std::string& stream) {
  if (num_replicas_ == 0) num_replicas_ = num_replicas;
  if (num_replicas_ == num_replicas) return;
  throw FailedPrecondition(
      fmt::format("\"{}\" has been used with {} replicas and cannot be used with {}; "
                  "each number of replicas needs a queue of its own",
                  stream, num_replicas_, num_replicas));
}

namespace {
std::atomic<std::uint64_t> next_source_uid{1};
}  // namespace

HostSource::HostSource() : uid_(next_source_uid++) {}

}  // namespace pipette
