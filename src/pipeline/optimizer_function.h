// The function that gives a pipeline its optimizer and loss for training.
//
//   options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
//   options.optimizer_function = [&](Tensor loss) {
//     OptimizerFunctionOutput output{sgd, loss};
//     output.tape = &tape;                              // a GradientCaptureTape
//     output.captured_gradient_outfeed = &captured;     // gets {tag: gradient} with every update
//     return output;
//   };
//
// It is called once, after the last stage has been traced, with that stage's outputs.
//
// The optimizer must not accumulate gradients itself (ValueError): the pipeline does, and makes one
// update for gradient_accumulation_count mini-batches.
//
// Inaccuracies: captured gradients go only to an outfeed, not also to the optimizer (upstream's
// captured_grads argument of apply_gradients).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "feeds/outfeed_queue.h"
#include "graph/gradient_capture.h"
#include "loops/body.h"
#include "training/optimizer.h"

namespace pipette::pipelining {

// The optimizer must live until the pipeline has been traced: pass a shared one if it is created in
// the optimizer function, as is necessary if its learning rate is a tensor of the stages.
struct OptimizerFunctionOutput {
  OptimizerFunctionOutput(std::shared_ptr<Optimizer> shared, Tensor the_loss,
                          std::vector<Variable> of = {})
      : optimizer(std::move(shared)), loss(std::move(the_loss)), variables(std::move(of)) {}
  OptimizerFunctionOutput(Optimizer& kept, Tensor the_loss, std::vector<Variable> of = {})
      : OptimizerFunctionOutput(std::shared_ptr<Optimizer>(std::shared_ptr<Optimizer>(), &kept),
                                std::move(the_loss), std::move(of)) {}

  std::shared_ptr<Optimizer> optimizer;
  Tensor loss;                      // a scalar
  std::vector<Variable> variables;  // empty: every floating variable that the stages read
  // A tape instead of variables: the variables that stages have read since it started. Giving both
  // is a ValueError, and so is a tape with an optimizer that is not one of Keras'
  // (Optimizer::is_v2()).
  const GradientTape* tape = nullptr;
  // Gradients captured while those of variables are taken go to an outfeed, as a dict by tag, once
  // for each weight update. They come from the tape, if it is a GradientCaptureTape, or from a
  // capture; giving both is a ValueError. ValueError also for an outfeed with neither, or if the
  // stages capture nothing that the loss depends on.
  const GradientCapture* gradient_capture_context = nullptr;
  OutfeedQueue* captured_gradient_outfeed = nullptr;
};
// Called with the outputs of the last stage: one tensor, two, a vector of all, or LoopArguments, in
// the form that a following stage would get.
class OptimizerFunction {
 public:
  using Outputs = loops::LoopArguments;

  OptimizerFunction(std::nullptr_t = nullptr) {}
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, OptimizerFunction>>>
  OptimizerFunction(F function) {
    if constexpr (std::is_invocable_v<F&, const Outputs&>) {
      function_ = std::move(function);
    } else if constexpr (std::is_invocable_v<F&, const std::vector<Tensor>&>) {
      function_ = [function](const Outputs& in) {
        std::vector<Tensor> all;
        for (std::size_t i = 0; i < in.size(); ++i) all.push_back(in[i]);
        return function(all);
      };
    } else if constexpr (std::is_invocable_v<F&, Tensor>) {
      num_wanted_ = 1;
      function_ = [function](const Outputs& in) { return function(in[0]); };
    } else {
      num_wanted_ = 2;
      function_ = [function](const Outputs& in) { return function(in[0], in[1]); };
    }
  }
  explicit operator bool() const { return static_cast<bool>(function_); }
  // Throws TypeError if the function takes another number of outputs.
  OptimizerFunctionOutput operator()(const Outputs& outputs) const;

 private:
  std::optional<std::size_t> num_wanted_;
  std::function<OptimizerFunctionOutput(const Outputs&)> function_;
};

// The variables to optimize, for a pipeline whose stages begin at node `first`. Throws ValueError
// for an invalid OptimizerFunctionOutput, RuntimeError if there are no variables.
std::vector<Variable> variables_to_optimize(const OptimizerFunctionOutput& output,
                                            const Graph& graph, NodeId first);
// The source of its captured gradients. Throws ValueError for an outfeed without a source.
const GradientCapture* capture_of(const OptimizerFunctionOutput& output);

}  // namespace pipette::pipelining
