#include "training/gradient_accumulation.h"

#include <fmt/format.h>

#include <cctype>

#include "graph/ops.h"
#include "graph/remote.h"
#include "training/cross_replica.h"

namespace pipette {
namespace {

std::int64_t positive(std::int64_t num_mini_batches) {
  if (num_mini_batches < 1) {
    throw ValueError(
        fmt::format("num_mini_batches must be a positive number, but it is {}; "
                    "the nearest valid value is 1",
                    num_mini_batches));
  }
  return num_mini_batches;
}

std::shared_ptr<Optimizer> not_accumulating(std::shared_ptr<Optimizer> optimizer) {
  if (optimizer->accumulated_mini_batches()) {
    throw ValueError(
        "the optimizer inside accumulates gradients already, so weights would be updated after the "
        "product of both numbers of mini-batches; use one of them");
  }
  return optimizer;
}

void require_some(const GradientsAndVariables& pairs) {
  if (pairs.empty()) throw ValueError("No variables to optimize.");
}

}  // namespace

Reduction parse_reduction_method(const std::optional<std::string>& text) {
  const Choice<Reduction>* const found = text ? find_choice<Reduction>(*text) : nullptr;
  if (found != nullptr) return found->value;
  throw ValueError(
      fmt::format("Cannot parse {} as one of GradientAccumulationReductionMethod. Valid are {}.",
                  text.value_or("None"), all_words<Reduction>("")));
}

DType accumulation_dtype(const AccumulationDType& dtype, const Variable& variable) {
  DType chosen = variable.dtype();
  if (const auto* one = std::get_if<DType>(&dtype)) {
    chosen = *one;
  } else if (const auto* each = std::get_if<std::function<DType(const Variable&)>>(&dtype)) {
    chosen = (*each)(variable);
  }
  if (chosen != DType::f32 && chosen != DType::f16) {
    throw TypeError(fmt::format(
        "gradient accumulation: variable \"{}\" cannot have an accumulator of dtype {}; "
        "float32 and float16 can be accumulated",
        variable.name(), dtype_name(chosen)));
  }
  return chosen;
}

const Variable& Accumulators::get(const Variable& variable, DType dtype) {
  for (const auto& [owner, accumulator] : accumulators_) {
    if (owner == variable) return accumulator;
  }
  accumulators_.emplace_back(variable, Variable(fmt::format("{}/{}", variable.name(), suffix_),
                                                Array::zeros(dtype, variable.shape())));
  return accumulators_.back().second;
}

std::optional<Variable> Accumulators::find(const Variable& variable) const {
  for (const auto& [owner, accumulator] : accumulators_) {
    if (owner == variable) return accumulator;
  }
  return std::nullopt;
}

GradientAccumulationOptimizerV2::GradientAccumulationOptimizerV2(
    std::shared_ptr<Optimizer> optimizer, std::int64_t num_mini_batches,
    GradientAccumulationOptions options)
    : OptimizerWrapper(not_accumulating(std::move(optimizer))),
      num_mini_batches_(positive(num_mini_batches)),
      options_(std::move(options)) {}

Operation GradientAccumulationOptimizerV2::apply_gradients(
    const GradientsAndVariables& gradients_and_variables) {
  require_some(gradients_and_variables);
  Graph& graph = gradients_and_variables[0].first.graph();
  const StateOffloading offloading{options_.offload_weight_update_variables,
                                   options_.replicated_optimizer_state_sharding};
  check_state_offloading(graph, offloading);
  {
    const Graph::PhaseScope phase(graph, Phase::backward);
    const Tensor index = mini_batch_index(num_mini_batches_);
    for (const auto& [gradient, variable] : gradients_and_variables) {
      accumulate(accumulators_.get(variable, accumulation_dtype(options_.dtype, variable)),
                 gradient, index, options_.reduction_method, num_mini_batches_);
    }
  }
  const Graph::PhaseScope phase(graph, Phase::weight_update);
  return every(num_mini_batches_, [&] {
    GradientsAndVariables reduced;
    for (const auto& [gradient, variable] : gradients_and_variables) {
      reduced.emplace_back(read(*accumulators_.find(variable)), variable);
    }
    inner().apply_gradients(reduced);
    offload_state(graph, offloading);
  });
}

Tensor stateful_gradient_accumulate(const Tensor& gradient, std::int64_t num_mini_batches) {
  const Variable sum("GradientAccumulator", Array::zeros(gradient.dtype(), gradient.shape()));
  return stateful_gradient_accumulate_with_momentum(sum, gradient, 0, num_mini_batches);
}

Tensor stateful_gradient_accumulate_with_momentum(const Variable& accumulator,
                                                  const Tensor& gradient, float momentum,
                                                  std::int64_t num_mini_batches) {
  const Tensor index = mini_batch_index(positive(num_mini_batches));
  accumulate(accumulator, gradient, index, Reduction::sum, num_mini_batches, momentum);
  const auto last = static_cast<std::int32_t>(num_mini_batches - 1);
  return select(compare(kernels::Comparison::equal, index, constant(Array::scalar(last))),
                read(accumulator), fill(accumulator.shape(), accumulator.spec(), 0));
}

GradientAccumulationOptimizer::GradientAccumulationOptimizer(std::shared_ptr<Optimizer> optimizer,
                                                             std::int64_t num_mini_batches)
    : OptimizerWrapper(std::move(optimizer)),
      momentum_(std::get_if<kernels::MomentumParameters>(inner().rule())),
      num_mini_batches_(positive(num_mini_batches)),
      accumulators_(momentum_ == nullptr ? "GradientAccumulator" : "Momentum") {
  const bool plain = std::get_if<kernels::SgdParameters>(inner().rule()) != nullptr;
  if (!plain && (momentum_ == nullptr || momentum_->nesterov)) {
    throw ValueError(
        "GradientAccumulationOptimizer: only Sgd, and Momentum without Nesterov, can be wrapped; "
        "GradientAccumulationOptimizerV2 wraps any optimizer");
  }
}

std::vector<Variable> GradientAccumulationOptimizer::state(const Variable& variable) const {
  if (momentum_ == nullptr) return {};
  const std::optional<Variable> accumulator = accumulators_.find(variable);
  return accumulator ? std::vector<Variable>{*accumulator} : std::vector<Variable>{};
}

Operation GradientAccumulationOptimizer::apply_gradients(
    const GradientsAndVariables& gradients_and_variables) {
  require_some(gradients_and_variables);
  Graph& graph = gradients_and_variables[0].first.graph();
  const auto buffer = [&](const Variable& variable) {
    return accumulators_.get(variable, variable.dtype());
  };
  {
    const Graph::PhaseScope phase(graph, Phase::backward);
    const Tensor index = mini_batch_index(num_mini_batches_);
    const float carried = momentum_ == nullptr ? 0 : momentum_->momentum;
    for (const auto& [gradient, variable] : gradients_and_variables) {
      accumulate(buffer(variable), gradient, index, Reduction::sum, num_mini_batches_, carried);
    }
  }
  const Graph::PhaseScope phase(graph, Phase::weight_update);
  return every(num_mini_batches_, [&] {
    GradientsAndVariables sums;
    for (const auto& [gradient, variable] : gradients_and_variables) {
      const Tensor own = read(buffer(variable));
      sums.emplace_back(exchanged(own), variable);
      if (momentum_ == nullptr) continue;
      const Tensor& agreed = sums.back().first;
      apply_sgd(variable, agreed, momentum_->learning_rate);
      if (agreed.id() != own.id()) assign(buffer(variable), agreed);
    }
    if (momentum_ != nullptr) return;
    const GradientsExchanged as_wanted;
    inner().apply_gradients(sums);
  });
}

}  // namespace pipette
