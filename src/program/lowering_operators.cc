#include <fmt/format.h>

#include <cstring>
#include <numeric>

#include "core/item.h"
#include "kernels/optimizer.h"
#include "kernels/softmax.h"
#include "program/lowering.h"

namespace pipette {

namespace {

const std::int32_t* i32(BufferAddresses buffers, const Operand& operand) {
  return reinterpret_cast<const std::int32_t*>(buffers[operand.buffer]);
}

void require_f32(const Node& node, const Operand& operand) {
  if (operand.spec.dtype != DType::f32) {
    throw Unimplemented(fmt::format("\"{}\": {} has no kernel for {}; cast to float32", node.name,
                                    op_name(node.kind), dtype_name(operand.spec.dtype)));
  }
}

// Makes a kernel for f32. Where the result is f16, operands are widened, computed with in float,
// and the result is rounded once.
template <class Make>
Kernel in_float(const Make& make, const std::vector<Operand>& in, const Operand& y) {
  if (y.spec.dtype != DType::f16) return make(in, y);
  std::vector<Operand> all = in;
  all.push_back(y);
  std::vector<Operand> wide = all;
  for (std::size_t i = 0; i < wide.size(); ++i) {
    wide[i].buffer = static_cast<BufferId>(i);
    if (wide[i].spec.dtype == DType::f16) wide[i].spec.dtype = DType::f32;
  }
  const Operand wide_result = wide.back();
  wide.pop_back();
  const Kernel kernel = make(wide, wide_result);
  return [all, kernel](BufferAddresses buffers) {
    std::vector<Array> arrays;
    std::vector<std::byte*> pointers;
    for (const Operand& operand : all) {
      const bool widened = operand.spec.dtype == DType::f16;
      arrays.emplace_back(ArraySpec{DType::f32, widened ? operand.spec.shape : Shape{}});
      pointers.push_back(widened ? arrays.back().bytes() : buffers[operand.buffer]);
      if (!widened || &operand == &all.back()) continue;
      kernels::cast(buffers[operand.buffer], DType::f16, pointers.back(), DType::f32,
                    operand.spec.shape.num_elements());
    }
    kernel(pointers.data());
    const Operand& result = all.back();
    kernels::cast(pointers.back(), DType::f32, buffers[result.buffer], DType::f16,
                  result.spec.shape.num_elements());
  };
}

Kernel lower_plain_product(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return lower_product({}, node, {in[0], in[1], y, y.spec});
}

Kernel lower_elementwise(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  const std::int64_t count = y.spec.shape.num_elements();
  if (node.kind == OpKind::unary) {
    return [x = in[0], y, count,
            op = std::get<UnaryAttributes>(node.attributes).op](BufferAddresses b) {
      kernels::unary(op, x.spec.dtype, b[x.buffer], b[y.buffer], count);
    };
  }
  if (node.kind == OpKind::cast) {
    return [x = in[0], y, count](BufferAddresses b) {
      kernels::cast(b[x.buffer], x.spec.dtype, b[y.buffer], y.spec.dtype, count);
    };
  }
  const auto plan = kernels::Broadcast::of(in[0].spec.shape, in[1].spec.shape);
  if (node.kind == OpKind::compare) {
    return [=, a = in[0], c = in[1],
            op = std::get<CompareAttributes>(node.attributes).op](BufferAddresses b) {
      kernels::compare(op, a.spec.dtype, plan, b[a.buffer], b[c.buffer],
                       reinterpret_cast<bool*>(b[y.buffer]));
    };
  }
  return [=, a = in[0], c = in[1],
          op = std::get<BinaryAttributes>(node.attributes).op](BufferAddresses b) {
    kernels::binary(op, a.spec.dtype, plan, b[a.buffer], b[c.buffer], b[y.buffer]);
  };
}

Kernel lower_classification(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  require_f32(node, in[0]);
  const std::int64_t rows = in[0].spec.shape[0];
  const std::int64_t classes = in[0].spec.shape[1];
  switch (node.kind) {
    case OpKind::softmax:
      return [=, x = in[0]](BufferAddresses b) {
        kernels::softmax(f32(b, x), rows, classes, f32(b, y));
      };
    case OpKind::softmax_gradient:
      return [=, p = in[0], dy = in[1]](BufferAddresses b) {
        kernels::softmax_gradient(f32(b, p), f32(b, dy), rows, classes, f32(b, y));
      };
    case OpKind::softmax_cross_entropy:
      return [=, x = in[0], labels = in[1]](BufferAddresses b) {
        kernels::softmax_cross_entropy(f32(b, x), i32(b, labels), rows, classes,
                                       {.losses = f32(b, y)});
      };
    case OpKind::softmax_cross_entropy_gradient:
      return [=, x = in[0], labels = in[1]](BufferAddresses b) {
        kernels::softmax_cross_entropy(f32(b, x), i32(b, labels), rows, classes,
                                       {.gradient = f32(b, y)});
      };
    case OpKind::crossentropy:
      return [=, p = in[0], labels = in[1]](BufferAddresses b) {
        kernels::sparse_categorical_crossentropy(f32(b, p), i32(b, labels), rows, classes,
                                                 f32(b, y));
      };
    default:
      return [=, p = in[0], labels = in[1]](BufferAddresses b) {
        const Array ones = Array::filled<float>(Shape{rows}, 1.0f);
        kernels::sparse_categorical_crossentropy_gradient(
            f32(b, p), i32(b, labels), ones.data<float>(), rows, classes, f32(b, y));
      };
  }
}

Kernel lower_apply_sgd(const Node& node, const Operand& gradient, const Operand& variable) {
  const kernels::SgdParameters rule{std::get<SgdAttributes>(node.attributes).learning_rate};
  return [=](BufferAddresses b) {
    kernels::optimizer_update(rule, variable.spec.dtype, b[variable.buffer], b[gradient.buffer],
                              nullptr, variable.spec.shape.num_elements(), 0);
  };
}

// Inputs: the gradient, the step where steps count, the learning rate if it is a tensor, its state.
Kernel lower_apply_optimizer(const Node& node, const std::vector<Operand>& in,
                             const Operand& variable) {
  const auto& update = std::get<OptimizerAttributes>(node.attributes);
  const bool counts = kernels::counts_steps(update.rule), has_rate = update.rate_from_input;
  const std::size_t rate = counts ? 2 : 1;
  return [=, rule = update.rule, first_state = rate + (has_rate ? 1 : 0)](BufferAddresses b) {
    void* states[kernels::kMaxStateArrays] = {};
    for (std::size_t i = first_state; i < in.size(); ++i) states[i - first_state] = b[in[i].buffer];
    kernels::optimizer_update(
        has_rate ? kernels::with_learning_rate(rule, *f32(b, in[rate])) : rule, variable.spec.dtype,
        b[variable.buffer], b[in[0].buffer], states, variable.spec.shape.num_elements(),
        counts ? *i32(b, in[1]) : 0);
  };
}

}  // namespace

Lowered lower_operator(const Node& node, const std::vector<Operand>& inputs,
                       const Operand& output) {
  Lowered lowered;
  const auto bind_node =
      [&](Kernel (*lower)(const Node&, const std::vector<Operand>&, const Operand&)) {
        return [&node, lower](const std::vector<Operand>& in, const Operand& y) {
          return lower(node, in, y);
        };
      };
  switch (node.kind) {
    case OpKind::unary:
    case OpKind::binary:
    case OpKind::compare:
    case OpKind::cast:
      lowered.kernel = lower_elementwise(node, inputs, output);
      lowered.in_place = node.kind == OpKind::unary || node.kind == OpKind::binary;
      break;
    case OpKind::select:
      lowered.kernel = [=, c = inputs[0], p = inputs[1], q = inputs[2]](BufferAddresses b) {
        kernels::select_elements(output.spec.dtype, reinterpret_cast<const bool*>(b[c.buffer]),
                                 b[p.buffer], b[q.buffer], b[output.buffer],
                                 output.spec.shape.num_elements());
      };
      break;
    case OpKind::relu_gradient:
      require_f32(node, output);
      lowered.in_place = true;
      lowered.kernel = [=, y = inputs[0], dy = inputs[1]](BufferAddresses b) {
        kernels::relu_gradient(f32(b, y), f32(b, dy), f32(b, output),
                               output.spec.shape.num_elements());
      };
      break;
    case OpKind::variable_read:
    case OpKind::variable_assign:
      lowered.kernel = [output, x = inputs[0]](BufferAddresses b) {
        std::memmove(b[output.buffer], b[x.buffer], output.spec.num_bytes());
      };
      break;
    case OpKind::broadcast_to:
    case OpKind::transpose:
    case OpKind::concatenate:
    case OpKind::slice:
    case OpKind::reduce:
      lowered.kernel = lower_axes(node, inputs, output);
      break;
    case OpKind::matmul:
    case OpKind::conv2d:
    case OpKind::conv2d_input_gradient:
    case OpKind::conv2d_filter_gradient:
      lowered.kernel = in_float(bind_node(lower_plain_product), inputs, output);
      break;
    case OpKind::max_pool2d:
    case OpKind::max_pool2d_gradient:
    case OpKind::avg_pool2d:
    case OpKind::avg_pool2d_gradient:
      lowered.kernel = in_float(bind_node(lower_pool2d), inputs, output);
      break;
    case OpKind::dropout:
      lowered.in_place = output.spec.dtype != DType::f16;
      lowered.kernel = in_float(bind_node(lower_dropout), inputs, output);
      break;
    case OpKind::argmax:
      lowered.kernel = [=, x = inputs[0]](BufferAddresses b) {
        kernels::argmax(x.spec.dtype, b[x.buffer], output.spec.shape.num_elements(),
                        x.spec.shape[-1], reinterpret_cast<std::int32_t*>(b[output.buffer]));
      };
      break;
    case OpKind::accumulate: {
      const auto& how = std::get<AccumulateAttributes>(node.attributes);
      lowered.kernel = [=, g = inputs[0], index = inputs[1], reduction = how.reduction,
                        mini_batches = how.count, momentum = how.momentum](BufferAddresses b) {
        kernels::accumulate(output.spec.dtype, b[output.buffer], b[g.buffer],
                            output.spec.shape.num_elements(), reduction, *i32(b, index),
                            mini_batches, momentum);
      };
      break;
    }
    case OpKind::apply_sgd:
      lowered.kernel = lower_apply_sgd(node, inputs[0], output);
      break;
    case OpKind::apply_optimizer:
      lowered.kernel = lower_apply_optimizer(node, inputs, output);
      break;
    default:
      lowered.kernel = lower_classification(node, inputs, output);
      break;
  }
  return lowered;
}

}  // namespace pipette
