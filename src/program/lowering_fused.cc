#include <algorithm>

#include "kernels/matmul.h"
#include "kernels/reduce.h"
#include "kernels/softmax.h"
#include "program/lowering.h"

namespace pipette {

namespace {

float* f32(Buffers buffers, SlotId slot) {
  return slot < 0 ? nullptr : reinterpret_cast<float*>(buffers[slot]);
}

bool is_first(Buffers buffers, SlotId index) {
  return index >= 0 && *reinterpret_cast<const std::int32_t*>(buffers[index]) == 0;
}

}  // namespace

Kernel lower_product(const FusedProduct& product, const MatmulAttributes& how,
                     const ProductOperands& operands, const StoreMode& store) {
  const std::int64_t m = operands.a.spec.shape[how.transpose_a ? 1 : 0];
  const std::int64_t k = operands.a.spec.shape[how.transpose_a ? 0 : 1];
  const std::int64_t n = operands.b.spec.shape[how.transpose_b ? 0 : 1];
  kernels::Epilogue epilogue;
  epilogue.activation = product.relu ? kernels::Activation::relu : kernels::Activation::none;
  epilogue.store = store.store;
  epilogue.learning_rate = store.learning_rate;
  const std::int64_t a_columns = operands.a.spec.shape[1];
  const std::int64_t b_columns = operands.b.spec.shape[1];
  // [m, k] x [k, n] -> [m, n], whichever way the operands lie in memory
  return [=, bias = operands.bias, mask = operands.mask, a = operands.a.slot, b = operands.b.slot,
          c = operands.output.slot, index = store.index](Buffers buffers) {
    kernels::Epilogue with_pointers = epilogue;
    if (is_first(buffers, index)) with_pointers.store = kernels::Epilogue::Store::assign;
    with_pointers.bias = f32(buffers, bias);
    with_pointers.relu_mask = f32(buffers, mask);
    const float* a_data = f32(buffers, a);
    const float* b_data = f32(buffers, b);
    kernels::matmul(m, n, k,
                    how.transpose_a ? kernels::transposed(a_data, a_columns)
                                    : kernels::row_major(a_data, a_columns),
                    how.transpose_b ? kernels::transposed(b_data, b_columns)
                                    : kernels::row_major(b_data, b_columns),
                    f32(buffers, c), n, with_pointers);
  };
}

Kernel lower_column_sum(const Operand& x, const Operand& sum, const StoreMode& store) {
  const std::int64_t rows = x.spec.shape[0];
  const std::int64_t columns = x.spec.shape[1];
  return [=, x = x.slot, y = sum.slot](Buffers buffers) {
    float* const out = f32(buffers, y);
    if (is_first(buffers, store.index)) std::fill_n(out, columns, 0.0f);
    kernels::column_sum(f32(buffers, x), rows, columns, out, store.store, store.learning_rate);
  };
}

Kernel lower_cross_entropy(const CrossEntropyOperands& operands, float scale) {
  const std::int64_t rows = operands.logits.spec.shape[0];
  const std::int64_t classes = operands.logits.spec.shape[1];
  return [=](Buffers buffers) {
    kernels::CrossEntropyOutputs outputs;
    outputs.losses = f32(buffers, operands.losses);
    outputs.mean_loss = f32(buffers, operands.mean);
    outputs.gradient = f32(buffers, operands.gradient);
    outputs.gradient_scale = scale;
    kernels::softmax_cross_entropy(f32(buffers, operands.logits.slot),
                                   reinterpret_cast<const std::int32_t*>(buffers[operands.labels]),
                                   rows, classes, outputs);
  };
}

}  // namespace pipette
