// Kernels of several replicas at once: replicas share nothing between two instructions at which
// they meet, so each may run ahead on a core of its own. The modelled clocks follow instruction by
// instruction.
#include <algorithm>

#include "program/engine.h"
#include "program/worker_pool.h"

namespace pipette {

namespace {

// Handing work to other cores takes some microseconds; with less than this for each replica, by the
// rough rates below, it does not pay.
constexpr double kWorthwhileNanoseconds = 20'000;
constexpr double kFlopsPerNanosecond = 16, kBytesPerNanosecond = 8;

double nanoseconds(const Instruction& instruction) {
  const Cost cost = instruction.cost();
  return static_cast<double>(cost.flops) / kFlopsPerNanosecond +
         static_cast<double>(cost.bytes) / kBytesPerNanosecond;
}

}  // namespace

// Runs the kernels of the instruction that comes next and, on several cores, of those that follow
// in its sequence up to the next that is none, at most `lookahead_`. Returns how many.
std::int64_t Engine::run_kernels() {
  const std::vector<Instruction>& sequence = frames_.back().parent->children;
  const std::size_t first = frames_.back().next_child;
  if (num_replicas() > 1) {
    double work = 0;
    std::size_t end = first;
    while (end < sequence.size() && sequence[end].kind == InstructionKind::compute &&
           static_cast<std::int64_t>(end - first) < lookahead_) {
      work += nanoseconds(sequence[end++]);
    }
    if (work >= kWorthwhileNanoseconds) {
      WorkerPool::shared().run(num_replicas(), [&](int r) {
        std::byte* const* buffers = replicas_[static_cast<std::size_t>(r)].buffers.data();
        for (std::size_t i = first; i < end; ++i) sequence[i].kernel(buffers);
      });
      return static_cast<std::int64_t>(end - first);
    }
  }
  for (const Replica& replica : replicas_) sequence[first].kernel(replica.buffers.data());
  return 1;
}

}  // namespace pipette
