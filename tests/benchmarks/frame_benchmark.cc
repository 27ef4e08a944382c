// What a frame of the page costs in our own code: everything up to the draw lists, at 1280 x 720,
// after a training step of a few images, so that nothing is as it was in the frame before. What the
// browser and the graphics processor add is not in it.
//
//   build/native/tests/benchmarks/frame_benchmark [--rounds N] [--json]
//   node tests/benchmarks/run_in_chromium.mjs
//   build/wasm-benchmark/tests/benchmarks/frame_benchmark.js
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/bench.h"
#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "ui/harness.h"

namespace pipette::app {
namespace {

// One page with an experiment that has been going on for a while.
class Page {
 public:
  Page(Harness& screen, const std::string& experiment,
       const std::vector<std::pair<std::string, double>>& parameters, const std::string& scene)
      : screen_(screen) {
    act({action::kSelectExperiment, {}, 0, experiment});
    for (const auto& [name, value] : parameters) act({action::kSetParameter, name, value});
    if (!scene.empty()) act({action::kShowScene, {}, 0, scene});
    for (int n = 0; n < 5; ++n) {
      step();
      draw();
    }
  }

  void step() {
    app_.post({action::kStepTraining});
    app_.advance(now_s_ += 1.0 / 60, 0);
  }
  void draw() { screen_.frame(app_); }

 private:
  void act(Intent intent) {
    app_.post(std::move(intent));
    draw();
  }

  Harness& screen_;
  FakeHost host_;
  App app_{host_};
  double now_s_ = 1;
};

void compare(int argc, char** argv) {
  Harness screen(1280, 720);
  benchmarks::Bench bench;
  const auto add = [&](const std::string& name, const std::string& experiment,
                       const std::vector<std::pair<std::string, double>>& parameters,
                       const std::string& scene = {}) {
    const auto page = std::make_shared<Page>(screen, experiment, parameters, scene);
    bench.add("frame", name, 0, [page] { page->draw(); });
  };
  add("feeds", "mnist-with-feeds", {{"batch_size", 1}});
  add("pipeline", "mnist-pipelined", {{"batch_size", 1}, {"gradient_accumulation_count", 8}});
  add("inspector", "inspect-keras", {{"batch_size", 1}});
  add("model", "keras-convolutions", {{"batch_size", 1}}, "model");
  add("printed", "perf-training-example", {});
  add("way", "mnist-pipelined", {{"batch_size", 1}, {"gradient_accumulation_count", 8}}, "way");
  add("way of convolutions", "loops", {{"batch_size", 1}}, "way");
  const auto large = std::make_shared<Page>(
      screen, "mnist-pipelined",
      std::vector<std::pair<std::string, double>>{{"batch_size", 1},
                                                  {"hidden_layers", 62},
                                                  {"stages", 64},
                                                  {"gradient_accumulation_count", 4096}},
      "");
  bench.add("frame", "64 stages x 4,096", 0, [large] { large->draw(); });
  bench.run(argc, argv);
}

}  // namespace
}  // namespace pipette::app

int main(int argc, char** argv) { pipette::app::compare(argc, argv); }
