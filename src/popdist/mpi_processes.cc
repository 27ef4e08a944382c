// Processes by MPI. Before each exchange the processes tell each other which one they are in, so
// that those that have gone apart, or ended with an error, end all with a sentence instead of
// waiting for ever.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include <sched.h>

#include "core/error.h"
#include "core/item.h"
#include "popdist/processes.h"

namespace pipette::popdist {

namespace {

// MPI counts in int.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

enum class Exchange : std::int32_t { gather, to_all, leave };

struct Announcement {
  Exchange exchange;
  std::int32_t exit_code;  // of an instance that leaves
  std::uint64_t bytes;     // to be exchanged, by all; of a message
};

const char* to_word(Exchange exchange) {
  switch (exchange) {
    case Exchange::gather:
      return "gathers";
    case Exchange::to_all:
      return "reduces";
    default:
      return "has ended";
  }
}

std::size_t sum(std::span<const std::size_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
}

// Processes on this computer that are bound to the same processors.
int count_sharing() {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int count = 1;
  MPI_Comm_size(here, &count);
  cpu_set_t own{};
  sched_getaffinity(0, sizeof own, &own);
  std::vector<cpu_set_t> all(static_cast<std::size_t>(count));
  MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, here);
  MPI_Comm_free(&here);
  return static_cast<int>(std::count_if(
      all.begin(), all.end(), [&](const cpu_set_t& other) { return CPU_EQUAL(&own, &other); }));
}

class MpiProcesses : public Processes {
 public:
  MpiProcesses() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
    MPI_Comm_rank(MPI_COMM_WORLD, &index_);
    announcements_.resize(static_cast<std::size_t>(count_));
    sharing_ = count_sharing();
  }
  ~MpiProcesses() override { MPI_Finalize(); }

  int count() const override { return count_; }
  int index() const override { return index_; }
  int sharing_processors() const override { return sharing_; }

  void require_one_version() override;
  void all_gather(std::byte* all, std::span<const std::size_t> sizes) override;
  void all_to_all(const std::byte* parts, std::span<const std::size_t> sizes, std::byte* received,
                  std::span<const std::size_t> received_sizes) override;
  Membership::End leave(int exit_code, const std::string& message) override;
  [[noreturn]] void abort() override {
    MPI_Abort(MPI_COMM_WORLD, 5);
    std::abort();
  }

 private:
  // Returns when all are in the same exchange; throws if they are not, or if one has failed.
  void meet(const Announcement& own, const std::string& message = {});
  std::string broadcast(const std::string& message, int from, std::uint64_t bytes) const;

  int count_ = 1, index_ = 0, sharing_ = 1;
  std::vector<Announcement> announcements_;  // of the latest exchange, by instance
  std::vector<int> counts_, begins_;         // scratch of all_gather()
  bool ended_ = false;                       // all know that the work has ended
};

void MpiProcesses::meet(const Announcement& own, const std::string& message) {
  MPI_Allgather(&own, sizeof own, MPI_BYTE, announcements_.data(), sizeof own, MPI_BYTE,
                MPI_COMM_WORLD);
  for (int i = 0; i < count_; ++i) {
    const Announcement& other = item(announcements_, i);
    if (other.exchange != Exchange::leave || other.exit_code == 0) continue;
    ended_ = true;
    throw InstanceFailed(
        fmt::format("instance {} of {}: {}", i, count_, broadcast(message, i, other.bytes)),
        other.exit_code);
  }
  const Announcement& first = announcements_.front();
  for (int i = 1; i < count_; ++i) {
    const Announcement& other = item(announcements_, i);
    const bool both_leave = first.exchange == Exchange::leave && other.exchange == first.exchange;
    if (both_leave || (other.exchange == first.exchange && other.bytes == first.bytes)) continue;
    ended_ = true;
    throw InstanceFailed(
        fmt::format("the instances do not run the same program: instance 0 {} ({} bytes), where "
                    "instance {} {} ({} bytes)",
                    to_word(first.exchange), first.bytes, i, to_word(other.exchange), other.bytes),
        5);
  }
}

std::string MpiProcesses::broadcast(const std::string& message, int from,
                                    std::uint64_t bytes) const {
  std::string text = index_ == from ? message : std::string(bytes, '\0');
  MPI_Bcast(text.data(), static_cast<int>(bytes), MPI_BYTE, from, MPI_COMM_WORLD);
  return text;
}

void MpiProcesses::require_one_version() {
  using Text = std::array<char, 32>;
  Text own{};
  std::strncpy(own.data(), PIPETTE_VERSION, own.size() - 1);
  std::vector<Text> versions(static_cast<std::size_t>(count_));
  MPI_Allgather(own.data(), own.size(), MPI_BYTE, versions.data(), own.size(), MPI_BYTE,
                MPI_COMM_WORLD);
  for (int i = 1; i < count_; ++i) {
    if (item(versions, i) == versions[0]) continue;
    ended_ = true;
    throw FailedPrecondition(fmt::format(
        "instance 0 is Pipette {}, instance {} is Pipette {}: install the same on all computers",
        versions[0].data(), i, item(versions, i).data()));
  }
}

void MpiProcesses::all_gather(std::byte* all, std::span<const std::size_t> sizes) {
  const std::size_t bytes = sum(sizes);
  meet({Exchange::gather, 0, bytes});
  if (bytes <= kMostAtOnce) {
    counts_.assign(sizes.begin(), sizes.end());
    begins_.resize(counts_.size());
    std::exclusive_scan(counts_.begin(), counts_.end(), begins_.begin(), 0);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all, counts_.data(), begins_.data(), MPI_BYTE,
                   MPI_COMM_WORLD);
    return;
  }
  for (int i = 0; i < count_; ++i) {
    for (std::size_t at = 0; at < item(sizes, i); at += kMostAtOnce) {
      const std::size_t length = std::min(kMostAtOnce, item(sizes, i) - at);
      MPI_Bcast(all + at, static_cast<int>(length), MPI_BYTE, i, MPI_COMM_WORLD);
    }
    all += item(sizes, i);
  }
}

void MpiProcesses::all_to_all(const std::byte* parts, std::span<const std::size_t> sizes,
                              std::byte* received, std::span<const std::size_t> received_sizes) {
  const auto own = static_cast<std::size_t>(index_);
  meet({Exchange::to_all, 0, 0});  // what each sends is another number of bytes
  std::vector<MPI_Request> requests;
  const auto start = [&](auto call, auto* at, std::span<const std::size_t> lengths) {
    for (int i = 0; i < count_; ++i) {
      for (std::size_t sent = 0; i != index_ && sent < item(lengths, i); sent += kMostAtOnce) {
        const std::size_t length = std::min(kMostAtOnce, item(lengths, i) - sent);
        call(at + sent, static_cast<int>(length), MPI_BYTE, i, 0, MPI_COMM_WORLD,
             &requests.emplace_back());
      }
      at += item(lengths, i);
    }
  };
  start(MPI_Irecv, received, received_sizes);
  start(MPI_Isend, parts, sizes);
  if (sizes[own] > 0) {
    std::memcpy(received + sum(received_sizes.first(own)), parts + sum(sizes.first(own)),
                sizes[own]);
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

Membership::End MpiProcesses::leave(int exit_code, const std::string& message) {
  if (ended_) return {exit_code, ""};
  try {
    meet({Exchange::leave, exit_code, message.size()}, message);
  } catch (const InstanceFailed& failed) {
    return {failed.exit_code, exit_code == 0 ? failed.what() : ""};
  }
  ended_ = true;
  return {};
}

}  // namespace

std::unique_ptr<Processes> join_processes(int /*num_started*/) {
  return std::make_unique<MpiProcesses>();
}

}  // namespace pipette::popdist
