// Keeps the spans of a few blocks of training steps out of a session's endless trace.
//
//   TraceRecorder recorder(10);            // runs of the engine in one block
//   recorder.read(session.trace());        // after every slice
//   if (const TraceBlock* block = recorder.block(3)) draw(*block);
//
// The two programs are compared by blocks. A block has as many training steps as one engine run
// with feeds makes: it is one run with feeds, or steps_per_execution runs without. The recorder
// keeps block 0, the latest finished block and the one being recorded, each up to kMaxSpans spans.
// One thread.
#pragma once

#include <cstddef>
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
  static constexpr std::size_t kMaxSpans = 20000;

  explicit TraceRecorder(std::int64_t runs_per_block) : runs_per_block_(runs_per_block) {}

  void read(const Trace& trace);
  void clear();

  const TraceBlock* block(std::int64_t index) const;  // null when not kept
  std::int64_t recording() const { return current_.index; }
  // Changes whenever a block does.
  std::uint64_t version() const { return version_; }

 private:
  void take(const Span& span);
  void begin_block(std::int64_t index);

  std::int64_t runs_per_block_;
  std::int64_t next_ = 0;
  TraceBlock first_, finished_, current_;
  std::uint64_t version_ = 0;
};

}  // namespace pipette::app
