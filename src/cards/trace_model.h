// The execution traces for the trace view, as plain values. Times are modelled microseconds.
// Pointers are borrowed for one frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/span_batch.h"
#include "runs/run_kind.h"

namespace pipette::app {

// The texts of spans: the label of a wide one, and the details of one under the pointer.
class TraceText {
 public:
  struct Detail {
    std::string name = {};    // "dense_1/MatMul"
    std::string reason = {};  // why it waited, or empty
    double cycles = 0;        // 0 for the host
    double bytes = 0;
  };
  virtual ~TraceText() = default;
  virtual std::string name(std::uint32_t tag) const = 0;
  virtual Detail detail(std::uint32_t tag) const = 0;
};

// One run's trace; rows are lanes times flame depth, laid out by the code that fills the model.
struct TraceModel {
  struct Row {
    std::string lane = {};  // label at the first row of a lane: "IPU 0", "Host"
    bool header = false;    // row of Engine::run bars
  };
  RunKind run = RunKind::on_device;
  std::string title = {};                    // of the run: "With feeds"
  const render::SpanBatch* spans = nullptr;  // tag: argument of `text`; kind: Activity
  const TraceText* text = nullptr;           // may be null if spans is
  std::vector<Row> rows;
  double duration_us = 0;
};

// The time of a run so far: on the modelled clock, without compilation, and on this computer.
struct RunTotal {
  RunKind run = RunKind::on_device;
  std::string title = {};
  std::int64_t steps = 0;
  double modelled_seconds = 0, real_seconds = 0;
};

struct TracePairModel {
  std::vector<TraceModel> tracks;  // drawn on one time axis
  bool ahead = false;              // of steps that have not run yet
  bool same_steps = false;         // both show the same training steps, so lengths can be compared
  std::string caption = {};        // "10 steps: 3.0 ms vs 12.4 ms"
  std::vector<RunTotal> totals = {};
  double compile_seconds = 0;  // of each run, before its start
};

}  // namespace pipette::app
