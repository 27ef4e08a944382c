#include "inspect/outfeed_optimizer.h"

namespace pipette::inspect {

namespace {

std::shared_ptr<Optimizer> checked(std::shared_ptr<Optimizer> optimizer,
                                   const keras::Model* model) {
  if (optimizer == nullptr) {
    throw InvalidArgument("OutfeedOptimizer: there is no optimizer to wrap");
  }
  if (optimizer->is_v2() && model == nullptr) {
    throw ValueError(
        "OutfeedOptimizer around an optimizer of Keras needs the model: "
        "OutfeedOptimizer(optimizer, queue, mode, &model)");
  }
  return optimizer;
}

}  // namespace

OutfeedOptimizer::OutfeedOptimizer(std::shared_ptr<Optimizer> optimizer, MaybeOutfeedQueue& queue,
                                   OutfeedOptimizerMode mode, const keras::Model* model)
    : OptimizerWrapper(checked(std::move(optimizer), model)), queue_(queue), mode_(mode) {}

void OutfeedOptimizer::enqueue(const GradientsAndVariables& pairs) {
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
    queue_.maybe_outfeed(pair->second.name() + "_grad", pair->first);
  }
  queue_.maybe_enqueue();
}

GradientsAndVariables OutfeedOptimizer::compute_gradients(const Tensor& loss,
                                                          const std::vector<Variable>& variables) {
  GradientsAndVariables pairs = inner().compute_gradients(loss, variables);
  if (mode_ == OutfeedOptimizerMode::after_compute) enqueue(pairs);
  return pairs;
}

Operation OutfeedOptimizer::apply_gradients(const GradientsAndVariables& gradients_and_variables) {
  if (mode_ == OutfeedOptimizerMode::before_apply) enqueue(gradients_and_variables);
  return inner().apply_gradients(gradients_and_variables);
}

}  // namespace pipette::inspect
