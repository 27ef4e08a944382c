#include "scenes/feeds/trace_preview.h"

namespace pipette::app::feeds_scene {
namespace {

std::unique_ptr<Run> copy_of(const Run& run) {
  const Session& session = run.session();
  return std::make_unique<Run>(run.kind(), session.experiment(), session.data(),
                               run.recorder().steps_per_block());
}

}  // namespace

void TracePreview::advance(double budget_us) {
  if (!busy()) return;
  try {
    if (made_ == nullptr) {
      made_ = std::make_unique<Runs>(copy_of(*of_->all().front()), copy_of(*of_->all().back()));
      return;
    }
    const std::int64_t steps = made_->leader().recorder().steps_per_block();
    bool done = true;
    for (const auto& run : made_->all()) {
      run->work(budget_us / 2, steps);
      done &= run->finished() || run->steps_done() >= steps;
    }
    if (done) of_ = nullptr;
  } catch (...) {
    of_ = nullptr;
    made_.reset();
  }
}

}  // namespace pipette::app::feeds_scene
