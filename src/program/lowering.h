// From operators to host kernels and modelled supersteps.
//
//   Lowered product = lower_operator(node, inputs, output);
//   product.kernel(buffers);                      // reads and writes the slots named by operands
//
// Operands name slots and say what lies in them. Throws Unimplemented where there is no kernel for
// the dtype.
#pragma once

#include <vector>

#include "device/cost_model.h"
#include "program/fusion.h"
#include "program/instruction.h"

namespace pipette {

struct Operand {
  SlotId slot = -1;
  ArraySpec spec;
};

struct Lowered {
  Kernel kernel;
  bool in_place = false;  // the result may take the memory of an operand of the same size
};

// A plain operator with one output (or, for variable_assign and apply_sgd, the variable's slot as
// `output`).
Lowered lower_operator(const Node& node, const std::vector<Operand>& inputs, const Operand& output);
// What the modelled device does for an operator, fused or not.
Superstep superstep_of(const Graph& graph, const Node& node, const CostModel& costs);

struct ProductOperands {
  Operand a, b, output;
  SlotId bias = -1, mask = -1;  // -1: none
};
Kernel lower_product(const FusedProduct& product, const MatmulAttributes& how,
                     const ProductOperands& operands, float learning_rate);

struct CrossEntropyOperands {
  Operand logits;
  SlotId labels = -1;
  SlotId losses = -1, mean = -1, gradient = -1;  // -1: not wanted
};
Kernel lower_cross_entropy(const CrossEntropyOperands& operands, float scale);

}  // namespace pipette
