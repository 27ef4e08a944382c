// Operators on images [batch, height, width, channels].
#include <fmt/format.h>

#include <algorithm>

#include "graph/gradient_rules.h"
#include "graph/ops.h"

namespace pipette {

const char* to_word(Padding padding) { return padding == Padding::same ? "same" : "valid"; }

WindowAxis window_axis(std::int64_t size, std::int64_t window, std::int64_t stride,
                       Padding padding) {
  if (padding == Padding::valid) return {size < window ? 0 : (size - window) / stride + 1, 0};
  if (size == 0) return {};
  const std::int64_t last = (size - 1) / stride;
  return {last + 1, std::max<std::int64_t>(0, last * stride + window - size) / 2};
}

namespace {

// The outputs' height and width, for an image of shape `x`.
Window window_outputs(const char* op, const Shape& x, const Window& window,
                      const WindowOptions& options) {
  Window outputs{};
  for (int axis = 0; axis < 2; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const char* name = axis == 0 ? "height" : "width";
    if (options.strides[a] < 1) {
      throw InvalidArgument(
          fmt::format("{}: the stride along the {} must be at least 1, but it is {}; "
                      "the nearest valid value is 1",
                      op, name, options.strides[a]));
    }
    if (window[a] < 1) {
      throw InvalidArgument(
          fmt::format("{}: the window's {} must be at least 1, but it is {}; "
                      "the nearest valid value is 1",
                      op, name, window[a]));
    }
    if (options.padding == Padding::valid && x[axis + 1] < window[a]) {
      throw InvalidArgument(
          fmt::format("{}: a window of {} does not fit into the {} of {} without padding; "
                      "use padding \"same\" or a window of at most {}",
                      op, window[a], name, x.to_string(), x[axis + 1]));
    }
    outputs[a] = window_axis(x[axis + 1], window[a], options.strides[a], options.padding).outputs;
  }
  return outputs;
}

void require_images(const char* op, const char* what, const Tensor& x) {
  if (!is_floating(x.dtype())) {
    throw TypeError(fmt::format("{}: needs a floating dtype, but the {} has {}; cast it", op, what,
                                dtype_name(x.dtype())));
  }
  if (x.shape().rank() != 4) {
    throw InvalidArgument(fmt::format("{}: the {} must have shape {}, not {}", op, what,
                                      std::string_view(what) == "filter"
                                          ? "[height, width, in, out]"
                                          : "[batch, height, width, channels]",
                                      x.shape().to_string()));
  }
}

void require_one_dtype(const char* op, const Tensor& a, const Tensor& b) {
  if (a.dtype() == b.dtype()) return;
  throw TypeError(fmt::format("{}: needs operands of one dtype, not {} and {}; cast one of them",
                              op, dtype_name(a.dtype()), dtype_name(b.dtype())));
}

// The shape of the convolution's result.
Shape conv2d_shape(const char* op, const Shape& x, const Shape& filter,
                   const WindowOptions& options) {
  if (x[3] != filter[2]) {
    throw InvalidArgument(fmt::format("{}: images {} have {} channels, but the filter {} takes {}",
                                      op, x.to_string(), x[3], filter.to_string(), filter[2]));
  }
  const Window outputs = window_outputs(op, x, {filter[0], filter[1]}, options);
  return Shape{x[0], outputs[0], outputs[1], filter[3]};
}

// The gradients' operands must be what the convolution would have given.
void require_result(const char* op, const Shape& x, const Shape& filter, const Tensor& dy,
                    const WindowOptions& options) {
  const Shape y = conv2d_shape(op, x, filter, options);
  if (y == dy.shape()) return;
  throw InvalidArgument(
      fmt::format("{}: images {} and filter {} give {}, but the gradient has shape {}", op,
                  x.to_string(), filter.to_string(), y.to_string(), dy.shape().to_string()));
}

void require_rank_4(const char* op, const char* what, const Shape& shape) {
  if (shape.rank() == 4) return;
  throw InvalidArgument(fmt::format("{}: the {} must have four axes, but its shape is {}", op, what,
                                    shape.to_string()));
}

Tensor add(OpKind kind, Attributes attributes, const std::vector<Tensor>& inputs,
           const Shape& result) {
  Graph& graph = inputs[0].graph();
  return graph.output(
      graph.add(kind, std::move(attributes), inputs, {{inputs[0].dtype(), result}}));
}

void require_gradient_of(const char* op, const Shape& images, const Shape& y, const Tensor& dy) {
  if (y == dy.shape()) return;
  throw InvalidArgument(fmt::format("{}: images {} give {}, but the gradient has shape {}", op,
                                    images.to_string(), y.to_string(), dy.shape().to_string()));
}

Shape pool2d_shape(const char* op, const Tensor& x, const Window& pool,
                   const WindowOptions& options) {
  require_images(op, "images", x);
  const Window outputs = window_outputs(op, x.shape(), pool, options);
  return Shape{x.shape()[0], outputs[0], outputs[1], x.shape()[3]};
}

}  // namespace

Tensor conv2d(const Tensor& x, const Tensor& filter, const WindowOptions& options) {
  const char* op = op_name(OpKind::conv2d);
  require_images(op, "images", x);
  require_images(op, "filter", filter);
  require_one_dtype(op, x, filter);
  const Shape y = conv2d_shape(op, x.shape(), filter.shape(), options);
  return add(OpKind::conv2d, Conv2dAttributes{options}, {x, filter}, y);
}

Tensor conv2d_input_gradient(const Tensor& dy, const Tensor& filter, const Shape& x,
                             const WindowOptions& options) {
  const char* op = op_name(OpKind::conv2d_input_gradient);
  require_images(op, "gradient", dy);
  require_images(op, "filter", filter);
  require_one_dtype(op, dy, filter);
  require_rank_4(op, "result", x);
  require_result(op, x, filter.shape(), dy, options);
  return add(OpKind::conv2d_input_gradient, Conv2dAttributes{options}, {dy, filter}, x);
}

Tensor conv2d_filter_gradient(const Tensor& x, const Tensor& dy, const Shape& filter,
                              const WindowOptions& options) {
  const char* op = op_name(OpKind::conv2d_filter_gradient);
  require_images(op, "images", x);
  require_images(op, "gradient", dy);
  require_one_dtype(op, x, dy);
  require_rank_4(op, "result", filter);
  require_result(op, x.shape(), filter, dy, options);
  return add(OpKind::conv2d_filter_gradient, Conv2dAttributes{options}, {x, dy}, filter);
}

Tensor max_pool2d(const Tensor& x, const Window& pool, const WindowOptions& options) {
  const Shape y = pool2d_shape(op_name(OpKind::max_pool2d), x, pool, options);
  return add(OpKind::max_pool2d, PoolAttributes{pool, options}, {x}, y);
}

Tensor max_pool2d_gradient(const Tensor& x, const Tensor& dy, const Window& pool,
                           const WindowOptions& options) {
  const char* op = op_name(OpKind::max_pool2d_gradient);
  require_one_dtype(op, x, dy);
  const Shape y = pool2d_shape(op, x, pool, options);
  require_gradient_of(op, x.shape(), y, dy);
  return add(OpKind::max_pool2d_gradient, PoolAttributes{pool, options}, {x, dy}, x.shape());
}

Tensor avg_pool2d(const Tensor& x, const Window& pool, const WindowOptions& options) {
  const Shape y = pool2d_shape(op_name(OpKind::avg_pool2d), x, pool, options);
  return add(OpKind::avg_pool2d, PoolAttributes{pool, options}, {x}, y);
}

Tensor avg_pool2d_gradient(const Tensor& dy, const Shape& x, const Window& pool,
                           const WindowOptions& options) {
  const char* op = op_name(OpKind::avg_pool2d_gradient);
  require_images(op, "gradient", dy);
  require_rank_4(op, "result", x);
  const Window outputs = window_outputs(op, x, pool, options);
  const Shape y{x[0], outputs[0], outputs[1], x[3]};
  require_gradient_of(op, x, y, dy);
  return add(OpKind::avg_pool2d_gradient, PoolAttributes{pool, options}, {dy}, x);
}

Tensor dropout(const Tensor& x, double rate, std::uint64_t seed, const Tensor& step) {
  if (!is_floating(x.dtype())) {
    throw TypeError(fmt::format("dropout: needs a floating dtype, not {}", dtype_name(x.dtype())));
  }
  if (!(rate >= 0 && rate < 1)) {
    throw InvalidArgument(
        fmt::format("dropout: the rate must be at least 0 and below 1, but it is {}; "
                    "the nearest valid value is {}",
                    rate, rate >= 1 ? "0.99" : "0"));
  }
  if (!(step.spec() == ArraySpec{DType::i32, Shape{}})) {
    throw InvalidArgument(fmt::format("dropout: the step must be an int32 scalar, not {} {}",
                                      dtype_name(step.dtype()), step.shape().to_string()));
  }
  return add(OpKind::dropout, DropoutAttributes{{rate, seed}}, {x, step}, x.shape());
}

Gradients gradient_of_conv2d(const NodeGradient& g) {
  const WindowOptions& options = g.attributes<Conv2dAttributes>().options;
  return {conv2d_input_gradient(g.dy, g.in(1), g.in(0).shape(), options),
          conv2d_filter_gradient(g.in(0), g.dy, g.in(1).shape(), options)};
}

Gradients gradient_of_max_pool2d(const NodeGradient& g) {
  const auto& [pool, options] = g.attributes<PoolAttributes>();
  return {max_pool2d_gradient(g.in(0), g.dy, pool, options)};
}

Gradients gradient_of_avg_pool2d(const NodeGradient& g) {
  const auto& [pool, options] = g.attributes<PoolAttributes>();
  return {avg_pool2d_gradient(g.dy, g.in(0).shape(), pool, options)};
}

Gradients gradient_of_dropout(const NodeGradient& g) {
  const auto& [rate, seed] = g.attributes<DropoutAttributes>().mask;
  return {dropout(g.dy, rate, seed, g.in(1)), std::nullopt};
}

}  // namespace pipette
