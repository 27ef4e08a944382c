#include "pipeline/pipeline_options.h"

#include <fmt/format.h>

#include <limits>

namespace pipette::pipelining {

namespace {

void check_outfeed_options(const PipelineOptions& options) {
  const bool training = static_cast<bool>(options.optimizer_function);
  if (options.outfeed_loss && !training) {
    throw ValueError("An optimizer_function must be provided when outfeed_loss is true");
  }
  if (!options.outfeed_mask.empty() && !training) {
    throw ValueError("An optimizer_function must be provided when outfeed_mask is given");
  }
  if (!options.outfeed_mask.empty() && options.outfeed_loss) {
    throw ValueError("Only one of outfeed_loss and outfeed_mask can be set");
  }
  if (options.accumulate_outfeed && options.outfeed_queue == nullptr) {
    throw ValueError("accumulate_outfeed needs an outfeed_queue");
  }
  if (options.accumulate_outfeed && options.outfeed_queue->mode() != OutfeedMode::all) {
    throw ValueError("accumulate_outfeed needs an outfeed_queue of mode ALL");
  }
}

}  // namespace

void check_options(int num_stages, const PipelineOptions& options) {
  if (num_stages < 2) {
    throw ValueError(
        fmt::format("Pipeline requires at least two computational stages, but {} {} given",
                    stages_.size(), stages_.size() == 1 ? "is" : "are"));
  }
  const auto& count = options.gradient_accumulation_count;
  if (std::holds_alternative<std::monostate>(count)) {
    throw ValueError(
        "gradient_accumulation_count is missing: say how many mini-batches make a weight update");
  }
  if (const auto* number = std::get_if<std::int64_t>(&count)) {
    if (*number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
      throw ValueError(
          fmt::format("gradient_accumulation_count must be 0 to 2^31 - 1, but it is {}", *number));
    }
  } else {
    const Tensor& tensor = std::get<Tensor>(count);
    if (tensor.dtype() != DType::i32 || tensor.shape().rank() != 0) {
      throw TypeError("gradient_accumulation_count must be a number or an int32 scalar");
    }
    if (options.reduction_method == Reduction::mean) {
      throw ValueError(
          "reduction_method MEAN needs a gradient_accumulation_count that is known while tracing; "
          "use SUM or RUNNING_MEAN");
    }
  }
  if (options.repeat_count < 1) {
    throw ValueError(
        fmt::format("repeat_count must be at least 1, but it is {}", options.repeat_count));
  }
  if (options.continuous_weight_updates) {
    throw Unimplemented("continuous_weight_updates is not implemented, as upstream");
  }
  if (options.batch_serialization_iterations != 1) {
    throw Unimplemented("batch_serialization_iterations above 1 is not implemented");
  }
  check_outfeed_options(options);
}

}  // namespace pipette::pipelining
