// What the network makes of digits it has not seen: accuracy over time, a grid, the user's drawing.
//
//   TestPanel tests;
//   tests.attach(run.session().data());
//   tests.advance(run, now_s, budget_us);    // a slice of an evaluation when one is due
//   tests.fill(&model);
//
// Evaluations take no modelled time and at most a twentieth of the real time, so that training
// keeps its speed. The weights must not move while one goes on: busy() says so. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "page/page_model.h"
#include "runs/run.h"

namespace pipette::app {

class TestPanel {
 public:
  static constexpr int kShown = 64;

  void attach(const ImageData& data);  // new data, or a reset: forgets what was measured
  void restart();

  // True while an evaluation is under way: training must wait, or two sets of weights are mixed.
  bool busy() const { return evaluating_; }
  // Begins an evaluation when one is due (`must`: now), and goes on with it.
  void advance(Run& run, double now_s, double budget_us, bool must);
  // Predictions for the grid; at most four times a second unless `must`.
  void predict_grid(Run& run, double now_s, bool must);
  void classify(Run& run, const std::vector<float>& pixels);

  void fill(PageModel* model) const;

 private:
  std::vector<float> pixels_;  // kShown x 784, 0..1
  DigitsModel digits_;
  Array images_;
  AccuracyModel accuracy_;
  DrawingModel drawing_;
  std::vector<AccuracyModel::Point> points_;
  std::int64_t test_count_ = 0;
  std::int64_t evaluated_step_ = -1;
  std::int64_t evaluating_step_ = 0;
  std::int64_t grid_step_ = -1;
  bool evaluating_ = false;
  double evaluation_cost_s_ = 0;
  double last_evaluation_s_ = -1e9;
  double last_grid_s_ = -1e9;
};

}  // namespace pipette::app
