#include "scenes/feeds/trace_comparison.h"

#include <algorithm>

#include "core/format_quantity.h"
#include "ui/format.h"

namespace pipette::app::feeds_scene {
namespace {

constexpr double kTraceSeconds = 0.06;  // between two drawings of a growing trace
constexpr int kLiveSpeed = 3;           // up to this notch the block being recorded is shown

// The newest block that every run has; a finished one is preferred unless `live`.
std::int64_t common_block(const Runs& runs, bool live) {
  const auto all_have = [&](std::int64_t index, bool finished) {
    return std::all_of(runs.all().begin(), runs.all().end(), [&](const auto& run) {
      const TraceBlock* block = run->recorder().block(index);
      return block != nullptr && (!finished || block->finished);
    });
  };
  std::int64_t newest = runs.all().front()->recorder().recording();
  for (const auto& run : runs.all()) newest = std::min(newest, run->recorder().recording());
  if (live && all_have(newest, false)) return newest;
  for (std::int64_t index = newest; index >= std::max<std::int64_t>(0, newest - 1); --index) {
    if (all_have(index, true)) return index;
  }
  if (all_have(0, true)) return 0;
  return all_have(newest, false) ? newest : all_have(0, false) ? 0 : -1;
}

// "Steps 1–10: 3.04 ms vs 12.4 ms, 4.1×"
std::string comparison(const TraceDrawing& one, const TraceDrawing& other,
                       std::int64_t first_step) {
  const std::int64_t count = one.steps();
  const double us = one.model().duration_us;
  const double other_us = other.model().duration_us;
  return (count == 1
              ? "Step " + format_count(first_step)
              : "Steps " + format_count(first_step) + "–" + format_count(first_step + count - 1)) +
         ": " + format_time_us(us) + " vs " + format_time_us(other_us) + ", " +
         format_ratio(other_us / us);
}

RunTotal total_of(const Run& run) {
  const RunStatus status = run.session().status();
  return {.run = run.kind(),
          .title = run.title(),
          .steps = status.step,
          .modelled_seconds = status.seconds,
          .real_seconds = run.session().observed().real_seconds()};
}

}  // namespace

void TraceComparison::clear() {
  for (TraceDrawing& drawing : drawings_) drawing.clear();
  model_ = {};
  drawn_block_ = -1;
}

void TraceComparison::update(const Runs& runs, bool running, int speed, double now_s) {
  const std::int64_t index = common_block(runs, !running || speed <= kLiveSpeed);
  model_ = {};
  for (const auto& run : runs.all()) model_.totals.push_back(total_of(*run));
  model_.compile_seconds = runs.leader().session().status().compile_seconds;
  if (index < 0) {
    drawn_block_ = -1;
    return;
  }
  std::uint64_t version = 0;
  for (const auto& run : runs.all()) version += run->recorder().version();
  const bool stale = index != drawn_block_ || version != drawn_version_;
  const bool rested = !running || now_s - drawn_at_s_ > kTraceSeconds;
  if (stale && (rested || drawn_block_ < 0)) {
    for (std::size_t i = 0; i < drawings_.size(); ++i) {
      const Run& run = *runs.all()[i];
      drawings_[i].build(*run.recorder().block(index), run);
    }
    drawn_block_ = index;
    drawn_version_ = version;
    drawn_at_s_ = now_s;
  }
  const auto& [one, other] = drawings_;
  model_.tracks = {one.model(), other.model()};
  model_.same_steps = one.steps() == other.steps() && one.model().duration_us > 0;
  if (!model_.same_steps) return;
  const std::int64_t block = runs.leader().recorder().steps_per_block();
  model_.caption = comparison(one, other, drawn_block_ * block + 1);
}

}  // namespace pipette::app::feeds_scene
