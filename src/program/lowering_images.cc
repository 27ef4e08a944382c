// Operators on images, and dropout.
#include "kernels/dropout.h"
#include "kernels/pool.h"
#include "program/lowering_rules.h"

namespace pipette {

namespace {

// Of images [batch, height, width, channels].
std::array<WindowAxis, 2> window_axes(const Shape& x, const Window& window,
                                      const WindowOptions& options) {
  return {window_axis(x[1], window[0], options.strides[0], options.padding),
          window_axis(x[2], window[1], options.strides[1], options.padding)};
}

}  // namespace

kernels::Conv2d conv2d_shapes(const Node& node, const ArraySpec& a, const ArraySpec& b,
                              const ArraySpec& result) {
  const WindowOptions& options = std::get<Conv2dAttributes>(node.attributes).options;
  const bool of_input = node.kind == OpKind::conv2d_input_gradient;
  const bool of_filter = node.kind == OpKind::conv2d_filter_gradient;
  const Shape& x = of_input ? result.shape : a.shape;
  const Shape& filter = of_filter ? result.shape : b.shape;
  const auto [rows, columns] = window_axes(x, {filter[0], filter[1]}, options);
  return {.batch = x[0],
          .in_h = x[1],
          .in_w = x[2],
          .in_channels = filter[2],
          .kernel_h = filter[0],
          .kernel_w = filter[1],
          .out_h = rows.outputs,
          .out_w = columns.outputs,
          .out_channels = filter[3],
          .stride_h = options.strides[0],
          .stride_w = options.strides[1],
          .pad_top = rows.before,
          .pad_left = columns.before};
}

namespace {

kernels::Pool2d pool2d_shapes(const Node& node, const Shape& images) {
  const auto& [pool, options] = std::get<PoolAttributes>(node.attributes);
  const auto [rows, columns] = window_axes(images, pool, options);
  return {.batch = images[0],
          .in_h = images[1],
          .in_w = images[2],
          .channels = images[3],
          .pool_h = pool[0],
          .pool_w = pool[1],
          .out_h = rows.outputs,
          .out_w = columns.outputs,
          .stride_h = options.strides[0],
          .stride_w = options.strides[1],
          .pad_top = rows.before,
          .pad_left = columns.before};
}

Kernel make_max_pool2d(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return [=, x = in[0], shapes = pool2d_shapes(node, in[0].spec.shape)](BufferAddresses b) {
    kernels::max_pool2d(shapes, f32(b, x), f32(b, y));
  };
}

Kernel make_max_pool2d_gradient(const Node& node, const std::vector<Operand>& in,
                                const Operand& y) {
  return [=, x = in[0], dy = in[1],
          shapes = pool2d_shapes(node, in[0].spec.shape)](BufferAddresses b) {
    kernels::max_pool2d_gradient(shapes, f32(b, x), f32(b, dy), f32(b, y));
  };
}

Kernel make_avg_pool2d(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return [=, x = in[0], shapes = pool2d_shapes(node, in[0].spec.shape)](BufferAddresses b) {
    kernels::avg_pool2d(shapes, f32(b, x), f32(b, y));
  };
}

Kernel make_avg_pool2d_gradient(const Node& node, const std::vector<Operand>& in,
                                const Operand& y) {
  return [=, dy = in[0], shapes = pool2d_shapes(node, y.spec.shape)](BufferAddresses b) {
    kernels::avg_pool2d_gradient(shapes, f32(b, dy), f32(b, y));
  };
}

Kernel make_dropout(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return [y, x = in[0], step = in[1], count = y.spec.shape.num_elements(),
          mask = std::get<DropoutAttributes>(node.attributes).mask](BufferAddresses b) {
    const auto number = *reinterpret_cast<const std::int32_t*>(b[step.buffer]);
    kernels::dropout(mask, number, f32(b, x), f32(b, y), count);
  };
}

}  // namespace

Lowered kernel_of_max_pool2d(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {in_float(make_max_pool2d, node, in, y)};
}

Lowered kernel_of_max_pool2d_gradient(const Node& node, const std::vector<Operand>& in,
                                      const Operand& y) {
  return {in_float(make_max_pool2d_gradient, node, in, y)};
}

Lowered kernel_of_avg_pool2d(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {in_float(make_avg_pool2d, node, in, y)};
}

Lowered kernel_of_avg_pool2d_gradient(const Node& node, const std::vector<Operand>& in,
                                      const Operand& y) {
  return {in_float(make_avg_pool2d_gradient, node, in, y)};
}

Lowered kernel_of_dropout(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  return {in_float(make_dropout, node, in, y), y.spec.dtype != DType::f16};
}

Cost cost_of_conv2d(const OperatorCost& q) {
  const kernels::Conv2d c = conv2d_shapes(q.node, q.in(0), q.in(1), q.main());
  const Conv2dSize size{c.batch,        c.out_h,    c.out_w,   c.in_channels,
                        c.out_channels, c.kernel_h, c.kernel_w};
  return q.costs.conv2d(size, q.main().dtype);
}

Cost cost_of_conv2d_input_gradient(const OperatorCost& q) {
  const kernels::Conv2d c = conv2d_shapes(q.node, q.in(0), q.in(1), q.main());
  const Conv2dSize size{c.batch,       c.in_h,     c.in_w,    c.out_channels,
                        c.in_channels, c.kernel_h, c.kernel_w};
  return q.costs.conv2d(size, q.main().dtype);
}

// A product over all positions.
Cost cost_of_conv2d_filter_gradient(const OperatorCost& q) {
  const kernels::Conv2d c = conv2d_shapes(q.node, q.in(0), q.in(1), q.main());
  return q.costs.matmul(c.out_channels, c.batch * c.out_h * c.out_w,
                        c.kernel_h * c.kernel_w * c.in_channels, q.main().dtype);
}

Cost cost_of_pool2d(const OperatorCost& q) {
  return q.costs.reduce(q.elements(), q.pool_size(), 1, q.main().dtype);
}

// Every pixel of every window is compared.
Cost cost_of_max_pool2d_gradient(const OperatorCost& q) {
  return q.costs.elementwise(q.in(1).shape.num_elements() * q.pool_size(), 2, q.main().dtype,
                             OpClass::compare);
}

Cost cost_of_avg_pool2d_gradient(const OperatorCost& q) {
  return q.costs.elementwise(q.in(0).shape.num_elements() * q.pool_size(), 2, q.main().dtype,
                             OpClass::add);
}

Cost cost_of_dropout(const OperatorCost& q) { return q.elementwise(1, OpClass::compare); }

}  // namespace pipette
