// Operators that move, combine or reduce axes.
#include <algorithm>
#include <cstring>

#include "core/item.h"
#include "kernels/reduce.h"
#include "program/lowering_rules.h"

namespace pipette {

namespace {

std::vector<std::int64_t> row_major_strides(const Shape& shape) {
  std::vector<std::int64_t> strides(static_cast<std::size_t>(shape.rank()));
  std::int64_t stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    item(strides, axis) = stride;
    stride *= shape[axis];
  }
  return strides;
}

Kernel copy_strided(const Operand& from, const Operand& to, std::vector<std::int64_t> strides) {
  return [from, to, strides = std::move(strides)](BufferAddresses buffers) {
    kernels::strided_copy(to.spec.dtype, to.spec.shape.sizes(), buffers[from.buffer], strides,
                          buffers[to.buffer]);
  };
}

std::int64_t elements_behind(const Shape& shape, int axis) {
  std::int64_t elements = 1;
  for (int behind = axis + 1; behind < shape.rank(); ++behind) elements *= shape[behind];
  return elements;
}

}  // namespace

Lowered kernel_of_broadcast_to(const Node&, const std::vector<Operand>& in, const Operand& y) {
  const Operand& x = in[0];
  const std::vector<std::int64_t> own = row_major_strides(x.spec.shape);
  const int extra = y.spec.shape.rank() - x.spec.shape.rank();
  std::vector<std::int64_t> strides(static_cast<std::size_t>(y.spec.shape.rank()), 0);
  for (int axis = 0; axis < x.spec.shape.rank(); ++axis) {
    if (x.spec.shape[axis] != 1) {
      item(strides, axis + extra) = item(own, axis);
    }
  }
  return {copy_strided(x, y, std::move(strides))};
}

Lowered kernel_of_transpose(const Node&, const std::vector<Operand>& in, const Operand& y) {
  return {copy_strided(in[0], y, {1, in[0].spec.shape[1]})};
}

// Adjacent axes reduce in place; others are first moved to the end.
Lowered kernel_of_reduce(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  const auto& how = std::get<ReduceAttributes>(node.attributes);
  const Operand x = in[0];
  const Shape& shape = x.spec.shape;
  const bool adjacent = how.axes.back() - how.axes.front() + 1 == static_cast<int>(how.axes.size());
  kernels::Reduction reduction;
  if (adjacent) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      (axis < how.axes.front()  ? reduction.outer
       : axis > how.axes.back() ? reduction.inner
                                : reduction.reduced) *= shape[axis];
    }
    return {[=, op = how.op](BufferAddresses buffers) {
      kernels::reduce(op, x.spec.dtype, reduction, buffers[x.buffer], buffers[y.buffer]);
    }};
  }
  const std::vector<std::int64_t> own = row_major_strides(shape);
  std::vector<std::int64_t> sizes, strides;
  for (const bool reduced : {false, true}) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const bool in_axes = std::find(how.axes.begin(), how.axes.end(), axis) != how.axes.end();
      if (in_axes != reduced) continue;
      sizes.push_back(shape[axis]);
      strides.push_back(item(own, axis));
      (reduced ? reduction.reduced : reduction.outer) *= shape[axis];
    }
  }
  return {[=, op = how.op](BufferAddresses buffers) {
    const Array moved({x.spec.dtype, Shape(sizes)});
    kernels::strided_copy(x.spec.dtype, sizes, buffers[x.buffer], strides, moved.bytes());
    kernels::reduce(op, x.spec.dtype, reduction, moved.bytes(), buffers[y.buffer]);
  }};
}

// Copies rows of what lies behind the axis, part by part.
Lowered kernel_of_concatenate(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  const int axis = std::get<AxisAttributes>(node.attributes).axis;
  const std::size_t inner =
      static_cast<std::size_t>(elements_behind(y.spec.shape, axis)) * dtype_size(y.spec.dtype);
  std::vector<std::size_t> bytes;  // of a row of each part
  for (const Operand& part : in) {
    bytes.push_back(static_cast<std::size_t>(part.spec.shape[axis]) * inner);
  }
  const std::size_t row = static_cast<std::size_t>(y.spec.shape[axis]) * inner;
  const std::size_t rows = row == 0 ? 0 : y.spec.num_bytes() / row;
  return {[=](BufferAddresses b) {
    std::byte* to = b[y.buffer];
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t part = 0; part < in.size(); ++part) {
        std::memcpy(to, b[in[part].buffer] + r * bytes[part], bytes[part]);
        to += bytes[part];
      }
    }
  }};
}

Lowered kernel_of_slice(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  const Operand x = in[0];
  const auto [axis, begin] = std::get<SliceAttributes>(node.attributes);
  const std::size_t inner =
      static_cast<std::size_t>(elements_behind(y.spec.shape, axis)) * dtype_size(y.spec.dtype);
  const std::size_t from = static_cast<std::size_t>(x.spec.shape[axis]) * inner;
  const std::size_t to = static_cast<std::size_t>(y.spec.shape[axis]) * inner;
  const std::size_t skipped = static_cast<std::size_t>(begin) * inner;
  const std::size_t rows = to == 0 ? 0 : y.spec.num_bytes() / to;
  return {[=](BufferAddresses b) {
    for (std::size_t r = 0; r < rows; ++r) {
      std::memcpy(b[y.buffer] + r * to, b[x.buffer] + r * from + skipped, to);
    }
  }};
}

Lowered kernel_of_copy(const Node&, const std::vector<Operand>& in, const Operand& y) {
  return {[y, x = in[0]](BufferAddresses b) {
    std::memmove(b[y.buffer], b[x.buffer], y.spec.num_bytes());
  }};
}

Lowered kernel_of_argmax(const Node&, const std::vector<Operand>& in, const Operand& y) {
  return {[y, x = in[0]](BufferAddresses b) {
    kernels::argmax(x.spec.dtype, b[x.buffer], y.spec.shape.num_elements(), x.spec.shape[-1],
                    reinterpret_cast<std::int32_t*>(b[y.buffer]));
  }};
}

// A variable that is read is copied only where it has to be.
Cost cost_of_copy(const OperatorCost& q) {
  return q.costs.copy(static_cast<std::int64_t>(q.main().num_bytes()));
}

Cost cost_of_transpose(const OperatorCost& q) {
  return q.costs.transpose(q.elements(), q.main().dtype);
}

Cost cost_of_reduce(const OperatorCost& q) {
  const std::int64_t elements = q.elements();
  const std::int64_t reduced = elements == 0 ? 0 : q.in(0).shape.num_elements() / elements;
  const bool rows = q.attributes<ReduceAttributes>().axes.front() == 0;
  return rows ? q.costs.reduce(1, reduced, elements, q.main().dtype)
              : q.costs.reduce(elements, reduced, 1, q.main().dtype);
}

Cost cost_of_argmax(const OperatorCost& q) {
  return q.costs.reduce(q.elements(), q.in(0).shape[-1], 1, q.in(0).dtype);
}

}  // namespace pipette
