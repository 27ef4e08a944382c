// Operators on rows x classes, for f32.
#include "kernels/softmax.h"
#include "program/lowering_rules.h"

namespace pipette {

namespace {

struct Rows {
  std::int64_t rows, classes;
};

// Of a [rows, classes] operand in f32.
Rows rows_of(const Node& node, const Operand& x) {
  require_f32(node, x);
  return {x.spec.shape[0], x.spec.shape[1]};
}

}  // namespace

Lowered kernel_of_softmax(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {[y, x = in[0], r = rows_of(node, in[0])](BufferAddresses b) {
    kernels::softmax(f32(b, x), r.rows, r.classes, f32(b, y));
  }};
}

Lowered kernel_of_softmax_gradient(const Node& node, const std::vector<Operand>& in,
                                   const Operand& dx) {
  return {[dx, y = in[0], dy = in[1], r = rows_of(node, in[0])](BufferAddresses b) {
    kernels::softmax_gradient(f32(b, y), f32(b, dy), r.rows, r.classes, f32(b, dx));
  }};
}

Lowered kernel_of_softmax_cross_entropy(const Node& node, const std::vector<Operand>& in,
                                        const Operand& y) {
  return {[y, x = in[0], labels = in[1], r = rows_of(node, in[0])](BufferAddresses b) {
    kernels::softmax_cross_entropy(f32(b, x), i32(b, labels), r.rows, r.classes,
                                   {.losses = f32(b, y)});
  }};
}

Lowered kernel_of_softmax_cross_entropy_gradient(const Node& node, const std::vector<Operand>& in,
                                                 const Operand& dx) {
  return {[dx, x = in[0], labels = in[1], r = rows_of(node, in[0])](BufferAddresses b) {
    kernels::softmax_cross_entropy(f32(b, x), i32(b, labels), r.rows, r.classes,
                                   {.gradient = f32(b, dx)});
  }};
}

Lowered kernel_of_crossentropy(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {[y, p = in[0], labels = in[1], r = rows_of(node, in[0])](BufferAddresses b) {
    kernels::sparse_categorical_crossentropy(f32(b, p), i32(b, labels), r.rows, r.classes,
                                             f32(b, y));
  }};
}

Lowered kernel_of_crossentropy_gradient(const Node& node, const std::vector<Operand>& in,
                                        const Operand& dp) {
  return {[dp, p = in[0], labels = in[1], r = rows_of(node, in[0])](BufferAddresses b) {
    const Array ones = Array::filled<float>(Shape{r.rows}, 1.0f);
    kernels::sparse_categorical_crossentropy_gradient(f32(b, p), i32(b, labels), ones.data<float>(),
                                                      r.rows, r.classes, f32(b, dp));
  }};
}

Cost cost_of_softmax(const OperatorCost& q) {
  return q.costs.softmax(q.in(0).shape[0], q.in(0).shape[1], q.in(0).dtype);
}

Cost cost_of_crossentropy(const OperatorCost& q) {
  return q.costs.cross_entropy(q.in(0).shape[0], q.in(0).shape[1], q.in(0).dtype);
}

Cost cost_of_softmax_cross_entropy(const OperatorCost& q) {
  return cost_of_softmax(q) + cost_of_crossentropy(q);
}

}  // namespace pipette
