#include <algorithm>

#include "kernels/reduce.h"
#include "kernels/softmax.h"
#include "program/lowering_rules.h"

namespace pipette {

namespace {

bool is_first(BufferAddresses buffers, BufferId index) {
  return index >= 0 && *reinterpret_cast<const std::int32_t*>(buffers[index]) == 0;
}

}  // namespace

namespace {

using Multiply = std::function<void(const float* a, const float* b, float* result,
                                    const kernels::Epilogue& epilogue)>;

// [m, k] x [k, n] -> [m, n], whichever way the operands lie in memory
Multiply multiply_matrices(const MatmulAttributes& how, const Shape& a, const Shape& b) {
  const std::int64_t m = a[how.transpose_a ? 1 : 0];
  const std::int64_t k = a[how.transpose_a ? 0 : 1];
  const std::int64_t n = b[how.transpose_b ? 0 : 1];
  return [=, a_columns = a[1], b_columns = b[1]](const float* a_data, const float* b_data,
                                                 float* result, const kernels::Epilogue& epilogue) {
    kernels::matmul(m, n, k,
                    how.transpose_a ? kernels::transposed(a_data, a_columns)
                                    : kernels::row_major(a_data, a_columns),
                    how.transpose_b ? kernels::transposed(b_data, b_columns)
                                    : kernels::row_major(b_data, b_columns),
                    result, n, epilogue);
  };
}

Multiply multiply_of(const Node& node, const Operand& a, const Operand& b,
                     const ArraySpec& result) {
  if (node.kind == OpKind::matmul) {
    return multiply_matrices(std::get<MatmulAttributes>(node.attributes), a.spec.shape,
                             b.spec.shape);
  }
  const auto kernel = node.kind == OpKind::conv2d ? kernels::conv2d
                      : node.kind == OpKind::conv2d_input_gradient
                          ? kernels::conv2d_input_gradient
                          : kernels::conv2d_filter_gradient;
  return [kernel, shapes = conv2d_shapes(node, a.spec, b.spec, result)](
             const float* a_data, const float* b_data, float* to,
             const kernels::Epilogue& epilogue) { kernel(shapes, a_data, b_data, to, epilogue); };
}

}  // namespace

Kernel lower_product(const FusedProduct& product, const Node& node, const ProductOperands& operands,
                     const StoreMode& store) {
  kernels::Epilogue epilogue;
  epilogue.activation = product.relu ? kernels::Activation::relu : kernels::Activation::none;
  epilogue.store = store.store;
  epilogue.learning_rate = store.learning_rate;
  return [epilogue, multiply = multiply_of(node, operands.a, operands.b, operands.result),
          bias = operands.bias, mask = operands.mask, a = operands.a.buffer, b = operands.b.buffer,
          c = operands.output.buffer, index = store.index](BufferAddresses buffers) {
    kernels::Epilogue with_pointers = epilogue;
    if (is_first(buffers, index)) with_pointers.store = kernels::Epilogue::Store::assign;
    with_pointers.bias = f32(buffers, bias);
    with_pointers.relu_mask = f32(buffers, mask);
    multiply(f32(buffers, a), f32(buffers, b), f32(buffers, c), with_pointers);
  };
}

Kernel lower_column_sum(const Operand& x, const Operand& sum, const StoreMode& store) {
  const std::int64_t columns = sum.spec.shape[0];
  const std::int64_t rows = columns == 0 ? 0 : x.spec.shape.num_elements() / columns;
  return [=, x = x.buffer, y = sum.buffer](BufferAddresses buffers) {
    float* const out = f32(buffers, y);
    if (is_first(buffers, store.index)) std::fill_n(out, columns, 0.0f);
    kernels::column_sum(f32(buffers, x), rows, columns, out, store.store, store.learning_rate);
  };
}

Kernel lower_cross_entropy(const CrossEntropyOperands& operands, float scale) {
  const std::int64_t rows = operands.logits.spec.shape[0];
  const std::int64_t classes = operands.logits.spec.shape[1];
  return [=](BufferAddresses buffers) {
    kernels::CrossEntropyOutputs outputs;
    outputs.losses = f32(buffers, operands.losses);
    outputs.mean_loss = f32(buffers, operands.mean);
    outputs.gradient = f32(buffers, operands.gradient);
    outputs.gradient_scale = scale;
    kernels::softmax_cross_entropy(f32(buffers, operands.logits.buffer),
                                   reinterpret_cast<const std::int32_t*>(buffers[operands.labels]),
                                   rows, classes, outputs);
  };
}

namespace {

Kernel make_product(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return lower_product({}, node, {in[0], in[1], y, y.spec});
}

}  // namespace

Lowered kernel_of_product(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {in_float(make_product, node, in, y)};
}

Cost cost_of_matmul(const OperatorCost& q) {
  const Shape& y = q.main().shape;
  const bool transposed = q.attributes<MatmulAttributes>().transpose_a;
  return q.costs.matmul(y[0], q.in(0).shape[transposed ? 0 : 1], y[1], q.main().dtype);
}

}  // namespace pipette
