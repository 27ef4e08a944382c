#include "keras/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/graph.h"

namespace pipette::keras {

namespace {

bool makes_probabilities(const Tensor& x) {
  const Node* producer = x.graph().producer(x.id());
  if (producer == nullptr) return false;
  if (producer->kind == OpKind::softmax) return true;
  return producer->kind == OpKind::unary &&
         std::get<UnaryAttributes>(producer->attributes).op == kernels::UnaryOp::sigmoid;
}

}  // namespace

std::vector<std::string> advice_on(const Settings& settings, bool pipelined) {
  const PipeliningSettings& staged = settings.pipelining;
  const bool stages_expected = staged.gradient_accumulation_steps_per_replica ||
                               staged.device_mapping || staged.accumulate_outfeed;
  if (!pipelined && stages_expected) {
    return {
        "set_pipelining_options() has no effect, because the model has no pipeline stages: call "
        "set_pipeline_stage_assignment(), or set_gradient_accumulation_options() to accumulate "
        "gradients without a pipeline"};
  }
  if (pipelined && settings.accumulation.gradient_accumulation_steps_per_replica) {
    return {
        "set_gradient_accumulation_options() has no effect, because the model is a pipeline, which "
        "accumulates by gradient_accumulation_steps_per_replica of set_pipelining_options()"};
  }
  return {};
}

std::vector<std::string> advice_on(const Loss& loss, const Tensor& predictions) {
  const bool probabilities = makes_probabilities(predictions);
  if (loss.takes() == LossInput::logits && probabilities) {
    return {fmt::format(
        "The model ends in a softmax or a sigmoid, and {} with from_logits applies it again, so "
        "that it learns slowly or nothing: leave out one of them",
        loss.name())};
  }
  if (loss.takes() == LossInput::probabilities && !probabilities) {
    return {fmt::format(
        "{} takes probabilities, but neither a softmax nor a sigmoid ends the model: add one, or "
        "say from_logits",
        loss.name())};
  }
  return {};
}

std::vector<std::string> advice_on(const Loss& loss, const std::vector<Array>& mini_batch) {
  std::vector<std::string> lines;
  if (mini_batch.size() < 2) return lines;
  double least = 0, most = 0;
  for (auto input = mini_batch.begin(); input + 1 != mini_batch.end(); ++input) {
    const Array values = input->cast(DType::f64);
    for (const double x : values.span<double>()) {
      least = std::min(least, x);
      most = std::max(most, x);
    }
  }
  if (least >= 0 && most >= 100 && most <= 255) {
    lines.push_back(fmt::format(
        "The inputs go up to {:g}, as bytes of images do; networks learn from numbers around 1: "
        "divide them by 255",
        most));
  }
  const Array& labels = mini_batch.back();
  if (loss.name().rfind("sparse_", 0) == 0 && is_floating(labels.dtype())) {
    const Array values = labels.cast(DType::f64);
    for (const double label : values.span<double>()) {
      if (label == std::floor(label)) continue;
      lines.push_back(fmt::format(
          "A label is {:g}, but {} takes the numbers of classes, and leaves out the rest of it",
          label, loss.name()));
      break;
    }
  }
  return lines;
}

std::vector<std::string> advice_on(const LatestList<float>& losses) {
  for (std::size_t i = losses.first(); i < losses.size(); ++i) {
    if (std::isfinite(losses[i])) continue;
    return {fmt::format(
        "The loss of mini-batch {} is {}, and so are all that follow: try a smaller learning rate, "
        "and look for numbers that are not finite in the data",
        i + 1, losses[i])};
  }
  return {};
}

}  // namespace pipette::keras
