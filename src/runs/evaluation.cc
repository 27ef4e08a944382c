#include "runs/evaluation.h"

#include <algorithm>

namespace pipette::app {
namespace {

constexpr std::int64_t kStepsBetween = 50;
constexpr double kGridSeconds = 0.25;
constexpr std::size_t kPixels = 28 * 28;

}  // namespace

void Evaluation::attach(const ImageData& data) {
  const bool shows = data.image_shape() == Shape{28, 28};
  accuracy_.test_digits = data.test_count();
  accuracy_.classes = digits_.classes = drawing_.classes = &data.classes();
  const std::int64_t count = shows ? std::min<std::int64_t>(kShown, accuracy_.test_digits) : 0;
  digits_.digits.clear();
  if (count > 0) {
    const LabelledImages sample = data.test(0, count);
    images_ = sample.images;
    const auto* bytes = images_.data<std::uint8_t>();
    const auto* labels = sample.labels.data<std::uint8_t>();
    pixels_.resize(static_cast<std::size_t>(count) * kPixels);
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
      pixels_[i] = static_cast<float>(bytes[i]) / 255.0f;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      digits_.digits.push_back(
          {pixels_.data() + static_cast<std::size_t>(i) * kPixels, labels[i], -1, 0});
    }
  }
  ++digits_.version;
  restart();
}

void Evaluation::restart() {
  accuracy_.points.clear();
  evaluating_ = false;
  evaluated_step_ = grid_step_ = -1;
  share_ = {};
  last_grid_s_ = -1e9;
  for (TestDigits::Digit& digit : digits_.digits) digit.prediction = -1;
  drawing_ = {.classes = digits_.classes, .trained_steps = -1};
}

void Evaluation::go_back(std::int64_t steps) {
  std::vector<AccuracyCurve::Point> points = std::move(accuracy_.points);
  std::erase_if(points, [&](const AccuracyCurve::Point& point) { return point.step > steps; });
  restart();
  accuracy_.points = std::move(points);
  if (!accuracy_.points.empty()) evaluated_step_ = accuracy_.points.back().step;
}

void Evaluation::advance(Run& run, double now_s, double budget_us, bool must) {
  if (!run.session().evaluator().possible()) return;
  const std::int64_t step = run.steps_done();
  if (!evaluating_) {
    if (step == evaluated_step_) return;
    const bool due = step >= evaluated_step_ + kStepsBetween && share_.due(now_s);
    if (!due && !must) return;
    evaluating_ = true;
    evaluating_step_ = step;
    share_.begin();
    run.session().evaluator().restart();
  }
  bool done = false;
  try {
    done = share_.resume(now_s, [&] { return run.session().evaluator().advance(budget_us); });
  } catch (...) {
    evaluating_ = false;
    evaluated_step_ = step;  // a repetition would throw again
    throw;
  }
  if (!done) return;
  evaluating_ = false;
  evaluated_step_ = evaluating_step_;
  accuracy_.points.push_back(
      {evaluating_step_, static_cast<float>(run.session().evaluator().accuracy())});
}

void Evaluation::predict_grid(Run& run, double now_s, bool must) {
  const std::int64_t step = run.steps_done();
  if (digits_.digits.empty() || step == grid_step_ || step == 0) return;
  if (!run.session().evaluator().possible()) return;
  if (!must && now_s - last_grid_s_ < kGridSeconds) return;
  grid_step_ = drawing_.trained_steps = step;  // the drawing is classified as often
  last_grid_s_ = now_s;
  const Array probabilities = run.session().evaluator().predict(images_);
  const auto* row = probabilities.data<float>();
  for (TestDigits::Digit& digit : digits_.digits) {
    const float* best = std::max_element(row, row + 10);
    digit.prediction = static_cast<int>(best - row);
    digit.confidence = *best;
    row += 10;
  }
}

void Evaluation::classify(Run& run, const std::vector<float>& pixels) {
  drawing_.classified = pixels.size() == kPixels && run.session().evaluator().possible();
  if (!drawing_.classified) return;
  const Array image = Array::of<float>({1, 28, 28}, pixels);
  const Array probabilities = run.session().evaluator().predict(image);
  std::copy_n(probabilities.data<float>(), 10, drawing_.probabilities.begin());
}

}  // namespace pipette::app
