#include "pipeline/optimizer_function.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette::pipelining {

OptimizerFunctionOutput OptimizerFunction::operator()(const Outputs& outputs) const {
  if (num_wanted_ && *num_wanted_ != outputs.size()) {
    throw TypeError(fmt::format(
        "optimizer_function takes {} arguments, but the last computational stage returns {}",
        *num_wanted_, outputs.size()));
  }
  return function_(outputs);
}

std::vector<Variable> variables_to_optimize(const OptimizerFunctionOutput& output,
                                            const Graph& graph, NodeId first) {
  if (output.optimizer->accumulated_mini_batches()) {
    throw ValueError(
        "the optimizer of a pipeline must not accumulate gradients itself: the pipeline does. Give "
        "it the optimizer inside, and the number of mini-batches as gradient_accumulation_count");
  }
  const bool selects = output.tape != nullptr || !output.variables.empty();
  if (selects && !output.optimizer->is_v2()) {
    throw ValueError(fmt::format(
        "OptimizerFunctionOutput.{} may only be used with an optimizer of Keras (OptimizerV2); the "
        "others take every variable that the stages read",
        output.tape != nullptr ? "tape" : "variables"));
  }
  if (output.tape != nullptr && !output.variables.empty()) {
    throw ValueError(
        "OptimizerFunctionOutput.variables must be empty when OptimizerFunctionOutput.tape is used; "
        "the tape says which variables there are");
  }
  if (output.tape != nullptr && output.gradient_capture_context != nullptr) {
    throw ValueError(
        "OptimizerFunctionOutput.gradient_capture_context may not be used when "
        "OptimizerFunctionOutput.tape is; use a GradientCaptureTape");
  }
  std::vector<Variable> variables = output.variables;
  if (variables.empty()) variables = variables_read(graph, first);
  if (output.tape != nullptr) {
    const std::vector<Variable> watched = output.tape->watched_variables();
    std::erase_if(variables, [&](const Variable& variable) {
      return std::find(watched.begin(), watched.end(), variable) == watched.end();
    });
  }
  if (variables.empty()) throw RuntimeError("No variables to optimize.");
  return variables;
}

const GradientCapture* capture_of(const OptimizerFunctionOutput& output) {
  const GradientCapture* const capture =
      output.tape != nullptr ? output.tape->capture() : output.gradient_capture_context;
  if (capture == nullptr && output.captured_gradient_outfeed != nullptr) {
    throw ValueError(
        "OptimizerFunctionOutput.captured_gradient_outfeed may not be used without a "
        "gradient_capture_context or a tape that is a GradientCaptureTape; set one of them");
  }
  return capture;
}

}  // namespace pipette::pipelining
