// Lowers operators to host kernels and modelled supersteps.
//
//   Lowered product = lower_operator(node, inputs, output);
//   product.kernel(buffers);                      // reads and writes the operands' buffers
//
// Operands refer to buffers and give the specs of their values. Throws Unimplemented if there is no
// kernel for the dtype.
#pragma once

#include <vector>

#include "device/cost_model.h"
#include "kernels/conv.h"
#include "program/fusion.h"
#include "program/instruction.h"

namespace pipette {

struct Lowered {
  Kernel kernel;
  bool in_place = false;  // the result may take the memory of an operand of the same size
};

// Lowers a plain operator with one output (or, for an operator that writes one, the variable's
// buffer as `output`).
Lowered lower_operator(const Node& node, const std::vector<Operand>& inputs, const Operand& output);
// The modelled device's superstep for an operator, fused or not.
Superstep superstep_of(const Graph& graph, const Node& node, const CostModel& costs);

// The address of a kernel's elements; null for no buffer (-1).
inline float* f32(BufferAddresses buffers, BufferId buffer) {
  return buffer < 0 ? nullptr : reinterpret_cast<float*>(buffers[buffer]);
}
inline float* f32(BufferAddresses buffers, const Operand& operand) {
  return f32(buffers, operand.buffer);
}

struct ProductOperands {
  Operand a, b, output;
  ArraySpec result;               // of the product itself; the stored result may be reshaped
  BufferId bias = -1, mask = -1;  // -1: none
};
// The way in which a fused kernel writes its result.
struct StoreMode {
  kernels::Epilogue::Store store = kernels::Epilogue::Store::assign;
  float learning_rate = 0;
  BufferId index = -1;  // add: i32 scalar; at 0 it assigns instead of adding
};
// `node` is the product itself, whose kind is_product().
Kernel lower_product(const FusedProduct& product, const Node& node, const ProductOperands& operands,
                     const StoreMode& store = {});
// The shapes of a convolution or a gradient of one, from its operands and its result, in the form
// that kernels take.
kernels::Conv2d conv2d_shapes(const Node& node, const ArraySpec& a, const ArraySpec& b,
                              const ArraySpec& result);
// [.., columns] -> [columns]
Kernel lower_column_sum(const Operand& x, const Operand& sum, const StoreMode& store);

struct CrossEntropyOperands {
  Operand logits;
  BufferId labels = -1;
  BufferId losses = -1, mean = -1, gradient = -1;  // -1: not needed
};
Kernel lower_cross_entropy(const CrossEntropyOperands& operands, float scale);

}  // namespace pipette
