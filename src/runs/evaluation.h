// The network's predictions for unseen digits: accuracy over time, a grid, the user's drawing.
//
//   Evaluation evaluation;
//   evaluation.attach(data);
//   evaluation.advance(run, now_s, budget_us, false);  // a slice of an evaluation if one is due
//   evaluation.accuracy().points.back();
//
// Evaluations take no modelled time and at most a twentieth of the real time, so that training
// keeps its speed. The weights must not change during an evaluation, that is, while busy(). An
// exception ends the evaluation. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runs/run.h"
#include "runs/share_of_time.h"

namespace pipette::app {

// The accuracy on the test digits, measured after some of the steps.
struct AccuracyCurve {
  struct Point {
    std::int64_t step = 0;
    float accuracy = 0;  // 0..1
  };
  std::vector<Point> points;
  std::int64_t test_digits = 0;
  bool possible = true;  // else the program classifies nothing, and `points` stays empty
  const ImageClasses* classes = &digit_classes();
};

struct TestDigits {
  struct Digit {
    const float* pixels = nullptr;  // 28 x 28, 0..1
    int label = 0;
    int prediction = -1;  // -1: none yet
    float confidence = 0;
  };
  std::vector<Digit> digits;
  const ImageClasses* classes = &digit_classes();
  std::uint64_t version = 0;  // changes when pictures change
};

// The user's drawing and the network's probabilities for it.
struct JudgedDrawing {
  bool classified = false;
  const ImageClasses* classes = &digit_classes();
  std::array<float, 10> probabilities{};
  std::int64_t trained_steps = 0;  // at the latest predictions; tells when to classify it again
};

class Evaluation {
 public:
  static constexpr int kShown = 64;

  void attach(const ImageData& data);  // for new data or a reset: drops all results
  void restart();
  // For runs that have gone back to that many steps: drops all later results.
  void go_back(std::int64_t steps);

  // True during an evaluation: training must wait, or two sets of weights would be mixed.
  bool busy() const { return evaluating_; }
  // Begins an evaluation if one is due, or at once if `must`, and continues it.
  void advance(Run& run, double now_s, double budget_us, bool must);
  // Predicts the classes of the grid, at most four times a second unless `must`.
  void predict_grid(Run& run, double now_s, bool must);
  void classify(Run& run, const std::vector<float>& pixels);

  const AccuracyCurve& accuracy() const { return accuracy_; }
  // Pictures are borrowed until the next attach().
  const TestDigits& digits() const { return digits_; }
  const JudgedDrawing& drawing() const { return drawing_; }

 private:
  std::vector<float> pixels_;  // kShown x 784, 0..1
  TestDigits digits_;
  Array images_;
  AccuracyCurve accuracy_;
  JudgedDrawing drawing_;
  std::int64_t evaluated_step_ = -1;
  std::int64_t evaluating_step_ = 0;
  std::int64_t grid_step_ = -1;
  bool evaluating_ = false;
  ShareOfTime share_;
  double last_grid_s_ = -1e9;
};

}  // namespace pipette::app
