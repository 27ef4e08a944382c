// A block of spans laid out in rows for the trace view.
//
//   TraceDrawing drawing;
//   drawing.build(block, run);
//   model.tracks.push_back(drawing.model());
//
// The rows are Engine::run bars, the host, and for each IPU its operations (a StreamCopy and each
// operator as one span) and their parts (Begin, Mid, End, exchange, sync, compute). An unfinished
// engine run ends at its last known span. Time zero is where the host begins the first run of the
// block, or the start of a block that begins in the middle of a run, so that blocks of both
// programs can share an axis. The text of a span is fetched from the session only when the user
// points at the span. Borrows the session until the next build().
#pragma once

#include <vector>

#include "cards/trace_model.h"
#include "runs/run.h"
#include "ui/theme.h"

namespace pipette::app::feeds_scene {

class TraceDrawing final : public TraceText {
 public:
  void build(const TraceBlock& block, const Run& run);
  void clear();

  const TraceModel& model() const { return model_; }
  std::int64_t steps() const { return steps_; }

  std::string name(std::uint32_t tag) const override;
  Detail detail(std::uint32_t tag) const override;

 private:
  // One drawn span: one or several of the block's spans, or an idle stretch.
  struct Item {
    Span span;
    Activity activity = Activity::idle;
    bool group = false;  // several spans of the block under one name
    bool idle = false;
  };
  void add(int row, const Item& item);
  void add_runs(const std::vector<Span>& runs, const std::vector<Span>& host);
  void add_waits(int ipu, const std::vector<Span>& runs);
  void add_groups(int ipu, const std::vector<Span>& device);

  const Session* session_ = nullptr;
  render::SpanBatch batch_;
  std::vector<Item> items_;
  std::vector<render::SpanInput> inputs_;
  TraceModel model_;
  double us_per_cycle_ = 1;
  std::int64_t origin_cycles_ = 0;
  std::vector<std::int64_t> row_end_;  // end of the last drawn span in each row
  std::int64_t steps_ = 0;
};

}  // namespace pipette::app::feeds_scene
