// What the modelled device does for each operator.
#include "program/lowering.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::UnaryOp;

namespace {

OpClass class_of(UnaryOp op) {
  switch (op) {
    case UnaryOp::negate:
    case UnaryOp::abs:
    case UnaryOp::square:
    case UnaryOp::sign:
    case UnaryOp::floor:
    case UnaryOp::logical_not:
      return OpClass::negate;
    case UnaryOp::relu:
      return OpClass::relu;
    case UnaryOp::reciprocal:
      return OpClass::reciprocal;
    case UnaryOp::sqrt:
      return OpClass::sqrt;
    case UnaryOp::rsqrt:
      return OpClass::rsqrt;
    case UnaryOp::exp:
      return OpClass::exp;
    case UnaryOp::log:
      return OpClass::log;
    case UnaryOp::tanh:
      return OpClass::tanh;
    case UnaryOp::sigmoid:
      return OpClass::sigmoid;
    case UnaryOp::cos:
    case UnaryOp::sin:
    case UnaryOp::erf:  // as many cycles as the one that is measured
      return OpClass::tanh;
  }
  return OpClass::scalar;
}

OpClass class_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::subtract:
    case BinaryOp::multiply:
      return OpClass::add;
    case BinaryOp::divide:
      return OpClass::divide;
    case BinaryOp::maximum:
    case BinaryOp::minimum:
      return OpClass::compare;
  }
  return OpClass::scalar;
}

OptimizerKind kind_of(const kernels::OptimizerRule& rule) {
  if (std::holds_alternative<kernels::MomentumParameters>(rule)) return OptimizerKind::momentum;
  if (std::holds_alternative<kernels::AdamParameters>(rule)) return OptimizerKind::adam;
  if (std::holds_alternative<kernels::RmspropParameters>(rule)) return OptimizerKind::rmsprop;
  return OptimizerKind::sgd;
}

// The filter's gradient is a product over all positions; the other two are convolutions.
Cost conv2d_cost(const Node& node, const ArraySpec& a, const ArraySpec& b, const ArraySpec& result,
                 const CostModel& costs) {
  const kernels::Conv2d c = conv2d_shapes(node, a, b, result);
  if (node.kind == OpKind::conv2d_filter_gradient) {
    return costs.matmul(c.out_channels, c.batch * c.out_h * c.out_w,
                        c.kernel_h * c.kernel_w * c.in_channels, result.dtype);
  }
  Conv2dSize size{c.batch, c.out_h, c.out_w, c.in_channels, c.out_channels, c.kernel_h, c.kernel_w};
  if (node.kind == OpKind::conv2d_input_gradient) {
    size = {c.batch, c.in_h, c.in_w, c.out_channels, c.in_channels, c.kernel_h, c.kernel_w};
  }
  return costs.conv2d(size, result.dtype);
}

Cost cost_of(const Graph& graph, const Node& node, const CostModel& costs) {
  const auto in = [&](std::size_t i) -> const ArraySpec& {
    return graph.value(node.inputs[i]).spec;
  };
  const ArraySpec& main = node.outputs.empty() ? in(0) : graph.value(node.outputs[0]).spec;
  const std::int64_t elements = main.shape.num_elements();
  switch (node.kind) {
    case OpKind::unary:
      return costs.elementwise(elements, 1, main.dtype,
                               class_of(std::get<UnaryAttributes>(node.attributes).op));
    case OpKind::binary:
      return costs.elementwise(elements, 2, main.dtype,
                               class_of(std::get<BinaryAttributes>(node.attributes).op));
    case OpKind::compare:
      return costs.elementwise(elements, 2, in(0).dtype, OpClass::compare);
    case OpKind::select:
      return costs.elementwise(elements, 3, main.dtype, OpClass::compare);
    case OpKind::cast:
      return costs.cast(elements, in(0).dtype, main.dtype);
    case OpKind::relu_gradient:
      return costs.elementwise(elements, 2, main.dtype, OpClass::relu);
    case OpKind::variable_read:  // only when it has to be copied
    case OpKind::variable_assign:
    case OpKind::broadcast_to:
    case OpKind::concatenate:
    case OpKind::slice:
      return costs.copy(static_cast<std::int64_t>(main.num_bytes()));
    case OpKind::transpose:
      return costs.transpose(elements, main.dtype);
    case OpKind::matmul: {
      const auto& how = std::get<MatmulAttributes>(node.attributes);
      return costs.matmul(main.shape[0], in(0).shape[how.transpose_a ? 0 : 1], main.shape[1],
                          main.dtype);
    }
    case OpKind::conv2d:
    case OpKind::conv2d_input_gradient:
    case OpKind::conv2d_filter_gradient:
      return conv2d_cost(node, in(0), in(1), main, costs);
    case OpKind::max_pool2d:
    case OpKind::avg_pool2d: {
      const Window& pool = std::get<PoolAttributes>(node.attributes).pool;
      return costs.reduce(elements, pool[0] * pool[1], 1, main.dtype);
    }
    case OpKind::max_pool2d_gradient: {  // every pixel of every window is compared
      const Window& pool = std::get<PoolAttributes>(node.attributes).pool;
      return costs.elementwise(in(1).shape.num_elements() * pool[0] * pool[1], 2, main.dtype,
                               OpClass::compare);
    }
    case OpKind::avg_pool2d_gradient: {
      const Window& pool = std::get<PoolAttributes>(node.attributes).pool;
      return costs.elementwise(in(0).shape.num_elements() * pool[0] * pool[1], 2, main.dtype,
                               OpClass::add);
    }
    case OpKind::dropout:
      return costs.elementwise(elements, 1, main.dtype, OpClass::compare);
    case OpKind::reduce: {
      const std::int64_t all = in(0).shape.num_elements();
      const bool rows = std::get<ReduceAttributes>(node.attributes).axes.front() == 0;
      const std::int64_t reduced = elements == 0 ? 0 : all / elements;
      return rows ? costs.reduce(1, reduced, elements, main.dtype)
                  : costs.reduce(elements, reduced, 1, main.dtype);
    }
    case OpKind::argmax: {
      const std::int64_t classes = in(0).shape[-1];
      return costs.reduce(elements, classes, 1, in(0).dtype);
    }
    case OpKind::softmax:
      return costs.softmax(main.shape[0], main.shape[1], main.dtype);
    case OpKind::softmax_cross_entropy:
      return costs.softmax(in(0).shape[0], in(0).shape[1], in(0).dtype) +
             costs.cross_entropy(in(0).shape[0], in(0).shape[1], in(0).dtype);
    case OpKind::crossentropy:
      return costs.cross_entropy(in(0).shape[0], in(0).shape[1], in(0).dtype);
    case OpKind::softmax_gradient:
    case OpKind::softmax_cross_entropy_gradient:
    case OpKind::crossentropy_gradient:
      return costs.elementwise(elements, 2, main.dtype, OpClass::add);
    case OpKind::accumulate:
      return costs.elementwise(elements, 2, main.dtype, OpClass::add);
    case OpKind::apply_sgd:
      return costs.optimizer_update(elements, OptimizerKind::sgd, main.dtype);
    case OpKind::apply_optimizer:
      return costs.optimizer_update(
          elements, kind_of(std::get<OptimizerAttributes>(node.attributes).rule), main.dtype);
    default:
      return {};
  }
}

}  // namespace

Superstep superstep_of(const Graph& graph, const Node& node, const CostModel& costs) {
  return {node.name, node.phase, cost_of(graph, node, costs)};
}

}  // namespace pipette
