// The processes that run one program together, as PopDist's instances do.
//
//   Instances* all = Instances::current();                 // null: this process is alone
//   const ReplicaRange own = all->replicas(8);             // of 8 replicas
//
// Each instance runs the whole host program and models the clocks of all replicas, but it computes
// and feeds only its own. What crosses replicas - all_reduce, outfeeds, conditions, variables at
// the end of a run - is exchanged, in the order of replicas, so the bits are those of one process.
// Hence all instances must do the same: what they decide on must come from the program or from one
// of these exchanges, never from a real clock or a file that differs.
//
// Errors: an exchange throws InstanceFailed if another instance has ended with an error, and if the
// instances are in different exchanges. An instance that does not come at all
// is the launcher's to notice.
//
// Threads: current() belongs to the thread that drives the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace pipette {

// Replicas from `begin` up to `end`.
struct ReplicaRange {
  int begin = 0, end = 1;

  int size() const { return end - begin; }
  bool contains(int replica) const { return begin <= replica && replica < end; }
};

class Instances {
 public:
  virtual ~Instances() = default;

#ifdef __EMSCRIPTEN__
  static constexpr bool kPossible = false;  // a tab is one process, and what they need is left out
#else
  static constexpr bool kPossible = true;
#endif
  static Instances* current();
  static void set_current(Instances* instances);
  // True for the one that prints and writes files, and for a process that is alone.
  static bool speaks();

  virtual int count() const = 0;
  virtual int index() const = 0;  // of this one; 0 has replica 0
  // How many of them, with this one, may use the processors of this one.
  virtual int sharing_processors() const { return 1; }
  // As even as can be; some may have none.
  ReplicaRange replicas(int num_replicas, int instance) const;
  ReplicaRange replicas(int num_replicas) const { return replicas(num_replicas, index()); }
  // How many bytes each instance has, of `bytes` for each of its replicas.
  std::vector<std::size_t> sizes(int num_replicas, std::size_t bytes) const;

  // `all` consists of a part of each instance, one after another, of these sizes. Each comes with
  // its own in place, and leaves with all of them.
  virtual void all_gather(std::byte* all, std::span<const std::size_t> sizes) = 0;
  // Sends a part to each instance, and gets one from each; both are one after another.
  virtual void all_to_all(const std::byte* parts, std::span<const std::size_t> sizes,
                          std::byte* received, std::span<const std::size_t> received_sizes) = 0;
};

// Another instance has ended with an error, which `what()` says, or the instances have gone apart.
class InstanceFailed : public std::runtime_error {
 public:
  InstanceFailed(const std::string& message, int code)
      : std::runtime_error(message), exit_code(code) {}
  int exit_code;
};

}  // namespace pipette
