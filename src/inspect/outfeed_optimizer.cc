#include "inspect/outfeed_optimizer.h"

namespace pipette::inspect {

const char* outfeed_optimizer_mode_name(OutfeedOptimizerMode mode) {
  return mode == OutfeedOptimizerMode::after_compute ? "after_compute" : "before_apply";
}

OutfeedOptimizer::OutfeedOptimizer(std::shared_ptr<Optimizer> optimizer, MaybeOutfeedQueue& queue,
                                   OutfeedOptimizerMode mode)
    : optimizer_(std::move(optimizer)), queue_(queue), mode_(mode) {
  if (optimizer_ == nullptr)
    throw InvalidArgument("OutfeedOptimizer: there is no optimizer to wrap");
}

void OutfeedOptimizer::enqueue(const GradientsAndVariables& pairs) {
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
    queue_.maybe_outfeed(pair->second.name() + "_grad", pair->first);
  }
  queue_.maybe_enqueue();
}

GradientsAndVariables OutfeedOptimizer::compute_gradients(const Tensor& loss,
                                                          const std::vector<Variable>& variables) {
  GradientsAndVariables pairs = optimizer_->compute_gradients(loss, variables);
  if (mode_ == OutfeedOptimizerMode::after_compute) enqueue(pairs);
  return pairs;
}

Operation OutfeedOptimizer::apply_gradients(const GradientsAndVariables& gradients_and_variables) {
  if (mode_ == OutfeedOptimizerMode::before_apply) enqueue(gradients_and_variables);
  return optimizer_->apply_gradients(gradients_and_variables);
}

}  // namespace pipette::inspect
