// Keeps the spans of a few blocks of training steps from a session's endless trace.
//
//   TraceRecorder recorder(10);            // training steps in one block
//   recorder.read(session.trace());        // after every slice
//   if (const TraceBlock* block = recorder.block(3)) draw(*block);
//
// Two programs are compared by blocks, which have the same training steps in both, however many
// engine runs these take. The recorder keeps block 0, the latest finished block and the block that
// is being recorded. One thread.
#pragma once

#include <cstdint>
#include <vector>

#include "program/trace.h"

namespace pipette::app {

struct TraceBlock {
  std::int64_t index = -1;
  std::vector<Span> spans;
  bool finished = false;
};

class TraceRecorder {
 public:
  // With 0 steps per block it keeps nothing.
  explicit TraceRecorder(std::int64_t steps_per_block) : steps_per_block_(steps_per_block) {}

  void read(const Trace& trace);
  void clear();

  const TraceBlock* block(std::int64_t index) const;  // null if not kept
  std::int64_t recording() const { return current_.index; }
  std::int64_t steps_per_block() const { return steps_per_block_; }
  // Changes whenever a block changes.
  std::uint64_t version() const { return version_; }

 private:
  void record(const Span& span);
  void begin_block(std::int64_t index);

  std::int64_t steps_per_block_;
  std::int64_t next_ = 0;
  std::int64_t steps_ = 0;  // started so far
  TraceBlock first_, finished_, current_;
  std::uint64_t version_ = 0;
};

}  // namespace pipette::app
