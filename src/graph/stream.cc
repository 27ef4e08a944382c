#include "graph/stream.h"

#include <atomic>

namespace pipette {

namespace {
std::atomic<std::uint64_t> next_uid{1};
}  // namespace

HostSource::HostSource() : uid_(next_uid++) {}

}  // namespace pipette
