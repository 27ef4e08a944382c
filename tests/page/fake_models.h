// View models filled by hand: a page in the middle of a training run, for tests of the views.
#pragma once

#include <memory>

#include "page/shell_view.h"
#include "scenes/feeds/feeds_scene.h"
#include "scenes/model/model_scene.h"
#include "scenes/schedule/schedule_scene.h"
#include "scenes/tensors/tensors_scene.h"

namespace pipette::app {

// Owns what the models only borrow.
class FakePage {
 public:
  FakePage();

  ShellModel shell;
  feeds_scene::FeedsScene feeds;
  tensors_scene::TensorsScene tensors;
  schedule_scene::ScheduleScene schedule;
  model_scene::ModelScene builder;
  Scene* scene = &feeds;  // the one that is drawn

  // A trace like the tutorial's: `steps` steps, `per_run` of them in each Engine::run.
  void record_traces(int steps, int per_run);

 private:
  struct Track final : TraceText {
    std::string name(std::uint32_t tag) const override { return details[tag].name; }
    Detail detail(std::uint32_t tag) const override { return details[tag]; }
    render::SpanBatch batch;
    std::vector<Detail> details;
  };
  void record(RunKind run, int steps, int per_run, Track* track);

  Track with_, without_;
  LatestList<float> losses_;
  app::LossCurve with_feeds_, without_feeds_;
  std::vector<std::array<float, 784>> pictures_;
};

}  // namespace pipette::app
