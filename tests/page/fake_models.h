// View models filled by hand: a page in the middle of a training run, for tests of the views.
#pragma once

#include <memory>

#include "page/page_model.h"

namespace pipette::app {

// Owns what the models only borrow.
class FakePage {
 public:
  FakePage();

  PageModel model;

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
  std::vector<float> losses_;
  std::vector<double> with_seconds_, without_seconds_;
  std::vector<std::array<float, 784>> pictures_;
};

}  // namespace pipette::app
