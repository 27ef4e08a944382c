// Operators that work element by element.
#include "program/lowering_rules.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::UnaryOp;

Lowered kernel_of_unary(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {[x = in[0], y, count = y.spec.shape.num_elements(),
           op = std::get<UnaryAttributes>(node.attributes).op](BufferAddresses b) {
            kernels::unary(op, x.spec.dtype, b[x.buffer], b[y.buffer], count);
          },
          true};
}

Lowered kernel_of_binary(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {
      [y, a = in[0], c = in[1], plan = kernels::Broadcast::of(in[0].spec.shape, in[1].spec.shape),
       op = std::get<BinaryAttributes>(node.attributes).op](BufferAddresses b) {
        kernels::binary(op, a.spec.dtype, plan, b[a.buffer], b[c.buffer], b[y.buffer]);
      },
      true};
}

Lowered kernel_of_compare(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {[y, a = in[0], c = in[1],
           plan = kernels::Broadcast::of(in[0].spec.shape, in[1].spec.shape),
           op = std::get<CompareAttributes>(node.attributes).op](BufferAddresses b) {
    kernels::compare(op, a.spec.dtype, plan, b[a.buffer], b[c.buffer],
                     reinterpret_cast<bool*>(b[y.buffer]));
  }};
}

Lowered kernel_of_cast(const Node&, const std::vector<Operand>& in, const Operand& y) {
  return {[x = in[0], y, count = y.spec.shape.num_elements()](BufferAddresses b) {
    kernels::cast(b[x.buffer], x.spec.dtype, b[y.buffer], y.spec.dtype, count);
  }};
}

Lowered kernel_of_select(const Node&, const std::vector<Operand>& in, const Operand& y) {
  return {[y, c = in[0], p = in[1], q = in[2]](BufferAddresses b) {
    kernels::select_elements(y.spec.dtype, reinterpret_cast<const bool*>(b[c.buffer]), b[p.buffer],
                             b[q.buffer], b[y.buffer], y.spec.shape.num_elements());
  }};
}

Lowered kernel_of_relu_gradient(const Node& node, const std::vector<Operand>& in,
                                const Operand& dx) {
  require_f32(node, dx);
  return {[dx, y = in[0], dy = in[1]](BufferAddresses b) {
            kernels::relu_gradient(f32(b, y), f32(b, dy), f32(b, dx), dx.spec.shape.num_elements());
          },
          true};
}

namespace {

OpClass class_of(UnaryOp op) {
  constexpr OpClass kClasses[] = {
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) OpClass::cost,
#include "kernels/elementwise.def"
  };
  return kClasses[static_cast<int>(op)];
}

OpClass class_of(BinaryOp op) {
  constexpr OpClass kClasses[] = {
#define PIPETTE_BINARY(op, kernel, cost, javascript) OpClass::cost,
#include "kernels/elementwise.def"
  };
  return kClasses[static_cast<int>(op)];
}

}  // namespace

Cost cost_of_unary(const OperatorCost& q) {
  return q.elementwise(1, class_of(q.attributes<UnaryAttributes>().op));
}

Cost cost_of_binary(const OperatorCost& q) {
  return q.elementwise(2, class_of(q.attributes<BinaryAttributes>().op));
}

Cost cost_of_compare(const OperatorCost& q) {
  return q.costs.elementwise(q.elements(), 2, q.in(0).dtype, OpClass::compare);
}

Cost cost_of_select(const OperatorCost& q) { return q.elementwise(3, OpClass::compare); }

Cost cost_of_cast(const OperatorCost& q) {
  return q.costs.cast(q.elements(), q.in(0).dtype, q.main().dtype);
}

Cost cost_of_relu_gradient(const OperatorCost& q) { return q.elementwise(2, OpClass::relu); }

Cost cost_of_add(const OperatorCost& q) { return q.elementwise(2, OpClass::add); }

}  // namespace pipette
