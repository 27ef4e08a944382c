// An optimizer wrapper that sends the gradients to the host before the wrapped optimizer uses them.
//
//   MaybeOutfeedQueue gradients({.filters = {{"Dense_128"}}});
//   const auto mode = OutfeedOptimizerMode::before_apply;
//   OutfeedOptimizer optimizer(keras::sgd(), gradients, mode, &model);
//
// The element is a dict with the keys "<variable name>_grad", in reverse order of the variables.
// With after_compute it holds the gradients of every mini-batch, with before_apply those that are
// applied: with gradient accumulation one element per weight update, the accumulated gradients.
// Everything else is the wrapped optimizer's.
//
// In a pipeline the gradients of one element come from several IPUs; the last of these sends it.
#pragma once

#include <memory>

#include "core/choices.h"
#include "inspect/maybe_outfeed_queue.h"
#include "keras/model.h"
#include "training/optimizer.h"

namespace pipette::inspect {

enum class OutfeedOptimizerMode { after_compute, before_apply };
constexpr auto choices_of(OutfeedOptimizerMode) {
  return std::to_array<Choice<OutfeedOptimizerMode>>(
      {{OutfeedOptimizerMode::after_compute, "after_compute", "After compute"},
       {OutfeedOptimizerMode::before_apply, "before_apply", "Before apply"}});
}

class OutfeedOptimizer : public OptimizerWrapper {
 public:
  // `queue` must outlive the optimizer. Throws InvalidArgument for null, and ValueError, as
  // upstream does, for a Keras optimizer without the model that it trains.
  OutfeedOptimizer(std::shared_ptr<Optimizer> optimizer, MaybeOutfeedQueue& queue,
                   OutfeedOptimizerMode mode = OutfeedOptimizerMode::before_apply,
                   const keras::Model* model = nullptr);

  GradientsAndVariables compute_gradients(const Tensor& loss,
                                          const std::vector<Variable>& variables) override;
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;
  OutfeedOptimizerMode mode() const { return mode_; }
  void set_mode(OutfeedOptimizerMode mode) { mode_ = mode; }  // for functions traced from now on

 private:
  void enqueue(const GradientsAndVariables& pairs);

  MaybeOutfeedQueue& queue_;
  OutfeedOptimizerMode mode_;
};

}  // namespace pipette::inspect
