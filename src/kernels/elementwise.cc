#include "kernels/elementwise.h"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include "core/error.h"
#include "kernels/broadcast.h"
#include "kernels/half_runs.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

[[noreturn]] void unsupported(const char* operation, DType dtype) {
  throw TypeError(std::string(operation) + " is not defined for dtype " + dtype_name(dtype));
}

// Integers are computed as unsigned numbers of at least 32 bits, so that they wrap around.
template <class T>
T unary_integer(UnaryOp op, T x) {
  const auto u = static_cast<std::uint32_t>(x);
  switch (op) {
    case UnaryOp::negate:
      return static_cast<T>(0u - u);
    case UnaryOp::abs:
      return static_cast<T>(x < T{0} ? 0u - u : u);
    case UnaryOp::sign:
      return static_cast<T>((x > T{0}) - (x < T{0}));
    case UnaryOp::square:
      return static_cast<T>(u * u);
    case UnaryOp::relu:
      return std::max(x, T{0});
    default:
      unsupported(name_of(op), dtype_of<T>());
  }
}

void unary_half(UnaryOp op, const Half* x, Half* y, std::int64_t count) {
  float buffer[kHalfRun];
  for (std::int64_t begin = 0; begin < count; begin += kHalfRun) {
    const std::int64_t length = std::min(kHalfRun, count - begin);
    widen(x + begin, buffer, length);
    table().unary[static_cast<int>(op)](buffer, buffer, size(length));
    narrow(buffer, y + begin, length);
  }
}

template <class T>
T divide_integers(T a, T b) {
  if (b == T{0}) throw InvalidArgument("integer division by zero");
  if constexpr (std::is_signed_v<T>) {
    if (b == T{-1}) return static_cast<T>(0u - static_cast<std::uint32_t>(a));
  }
  return static_cast<T>(a / b);
}

template <class T>
T maximum(T a, T b) {
  return a > b || a != a ? a : b;
}
template <class T>
T minimum(T a, T b) {
  return a < b || a != a ? a : b;
}

template <class T, class F>
void run_binary(const Broadcast& plan, const void* a, const void* b, void* y, F f) {
  const auto last = static_cast<std::size_t>(plan.rank - 1);
  const std::int64_t sa = plan.a_strides[last];
  const std::int64_t sb = plan.b_strides[last];
  for_each_run(plan, [&](std::int64_t ia, std::int64_t ib, std::int64_t iy) {
    const T* pa = static_cast<const T*>(a) + ia;
    const T* pb = static_cast<const T*>(b) + ib;
    auto* py = static_cast<decltype(f(*pa, *pb))*>(y) + iy;
    for (std::int64_t i = 0; i < plan.sizes[last]; ++i) py[i] = f(pa[i * sa], pb[i * sb]);
  });
}

template <class T>
void binary_integer(BinaryOp op, const Broadcast& plan, const void* a, const void* b, void* y) {
  const auto wrap = [](auto f) {
    return [f](T p, T q) {
      return static_cast<T>(f(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q)));
    };
  };
  switch (op) {
    case BinaryOp::add:
      return run_binary<T>(plan, a, b, y, wrap([](auto p, auto q) { return p + q; }));
    case BinaryOp::subtract:
      return run_binary<T>(plan, a, b, y, wrap([](auto p, auto q) { return p - q; }));
    case BinaryOp::multiply:
      return run_binary<T>(plan, a, b, y, wrap([](auto p, auto q) { return p * q; }));
    case BinaryOp::divide:
      return run_binary<T>(plan, a, b, y, divide_integers<T>);
    case BinaryOp::maximum:
      return run_binary<T>(plan, a, b, y, maximum<T>);
    case BinaryOp::minimum:
      return run_binary<T>(plan, a, b, y, minimum<T>);
  }
}

// A row of an operand as floats; of a single element one stands for all.
const float* widened(const Half* from, std::int64_t stride, std::int64_t count, float* to) {
  if (stride == 1) {
    widen(from, to, count);
  } else {
    for (std::int64_t i = 0; i < (stride == 0 ? 1 : count); ++i) to[i] = from[i * stride];
  }
  return to;
}

void binary_half(BinaryOp op, const Broadcast& plan, const void* a, const void* b, void* y) {
  const auto last = static_cast<std::size_t>(plan.rank - 1);
  const std::int64_t sa = plan.a_strides[last], sb = plan.b_strides[last];
  const BinaryKernel kernel = table().binary[static_cast<int>(op)];
  for_each_run(plan, [&](std::int64_t ia, std::int64_t ib, std::int64_t iy) {
    const Half* pa = static_cast<const Half*>(a) + ia;
    const Half* pb = static_cast<const Half*>(b) + ib;
    Half* py = static_cast<Half*>(y) + iy;
    float wide_a[kHalfRun], wide_b[kHalfRun], result[kHalfRun];
    for (std::int64_t done = 0; done < plan.sizes[last]; done += kHalfRun) {
      const std::int64_t part = std::min(kHalfRun, plan.sizes[last] - done);
      kernel(widened(pa + done * sa, sa, part, wide_a), sa != 0,
             widened(pb + done * sb, sb, part, wide_b), sb != 0, result, size(part));
      narrow(result, py + done, part);
    }
  });
}

void binary_bool(BinaryOp op, const Broadcast& plan, const void* a, const void* b, void* y) {
  switch (op) {
    case BinaryOp::maximum:
      return run_binary<bool>(plan, a, b, y, [](bool p, bool q) { return p || q; });
    case BinaryOp::minimum:
    case BinaryOp::multiply:
      return run_binary<bool>(plan, a, b, y, [](bool p, bool q) { return p && q; });
    default:
      unsupported("this arithmetic operation", DType::boolean);
  }
}

void binary_float(BinaryOp op, const Broadcast& plan, const void* a, const void* b, void* y) {
  const auto last = static_cast<std::size_t>(plan.rank - 1);
  const std::int64_t sa = plan.a_strides[last];
  const std::int64_t sb = plan.b_strides[last];
  const BinaryKernel kernel = table().binary[static_cast<int>(op)];
  const bool simple = (sa == 0 || sa == 1) && (sb == 0 || sb == 1);
  for_each_run(plan, [&](std::int64_t ia, std::int64_t ib, std::int64_t iy) {
    const float* pa = static_cast<const float*>(a) + ia;
    const float* pb = static_cast<const float*>(b) + ib;
    float* py = static_cast<float*>(y) + iy;
    if (simple) {
      kernel(pa, static_cast<int>(sa), pb, static_cast<int>(sb), py,
             static_cast<std::ptrdiff_t>(plan.sizes[last]));
      return;
    }
    for (std::int64_t i = 0; i < plan.sizes[last]; ++i) {
      kernel(pa + i * sa, 0, pb + i * sb, 0, py + i, 1);
    }
  });
}

template <class T>
void compare_typed(Comparison op, const Broadcast& plan, const void* a, const void* b, bool* y) {
  switch (op) {
    case Comparison::equal:
      return run_binary<T>(plan, a, b, y, [](T p, T q) { return p == q; });
    case Comparison::not_equal:
      return run_binary<T>(plan, a, b, y, [](T p, T q) { return p != q; });
    case Comparison::less:
      return run_binary<T>(plan, a, b, y, [](T p, T q) { return p < q; });
    case Comparison::less_equal:
      return run_binary<T>(plan, a, b, y, [](T p, T q) { return p <= q; });
    case Comparison::greater:
      return run_binary<T>(plan, a, b, y, [](T p, T q) { return p > q; });
    case Comparison::greater_equal:
      return run_binary<T>(plan, a, b, y, [](T p, T q) { return p >= q; });
  }
}

}  // namespace

const char* name_of(UnaryOp op) {
  constexpr const char* kNames[] = {
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) #op,
#include "kernels/elementwise.def"
  };
  return kNames[static_cast<int>(op)];
}

const char* name_of(BinaryOp op) {
  constexpr const char* kNames[] = {
#define PIPETTE_BINARY(op, kernel, cost, javascript) #op,
#include "kernels/elementwise.def"
  };
  return kNames[static_cast<int>(op)];
}

const char* name_of(Comparison op) {
  constexpr const char* kNames[] = {
#define PIPETTE_COMPARISON(op, javascript) #op,
#include "kernels/elementwise.def"
  };
  return kNames[static_cast<int>(op)];
}

OperandTypes operand_types(UnaryOp op) {
  constexpr OperandTypes kTypes[] = {
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) OperandTypes::operands,
#include "kernels/elementwise.def"
  };
  return kTypes[static_cast<int>(op)];
}

void unary(UnaryOp op, DType dtype, const void* x, void* y, std::int64_t count) {
  if ((op == UnaryOp::logical_not) != (dtype == DType::boolean) || !is_device_dtype(dtype)) {
    unsupported(name_of(op), dtype);
  }
  if (dtype == DType::f32) {
    const UnaryKernel kernel = table().unary[static_cast<int>(op)];
    return kernel(static_cast<const float*>(x), static_cast<float*>(y),
                  static_cast<std::ptrdiff_t>(count));
  }
  if (dtype == DType::f16) {
    return unary_half(op, static_cast<const Half*>(x), static_cast<Half*>(y), count);
  }
  with_type(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = static_cast<const T*>(x);
    T* to = static_cast<T*>(y);
    if constexpr (std::is_same_v<T, bool>) {
      for (std::int64_t i = 0; i < count; ++i) to[i] = !from[i];
    } else if constexpr (std::is_integral_v<T> && sizeof(T) <= 4) {
      for (std::int64_t i = 0; i < count; ++i) to[i] = unary_integer<T>(op, from[i]);
    }
  });
}

void binary(BinaryOp op, DType dtype, const Broadcast& plan, const void* a, const void* b,
            void* y) {
  switch (dtype) {
    case DType::f32:
      return binary_float(op, plan, a, b, y);
    case DType::f16:
      return binary_half(op, plan, a, b, y);
    case DType::i32:
      return binary_integer<std::int32_t>(op, plan, a, b, y);
    case DType::u32:
      return binary_integer<std::uint32_t>(op, plan, a, b, y);
    case DType::i8:
      return binary_integer<std::int8_t>(op, plan, a, b, y);
    case DType::u8:
      return binary_integer<std::uint8_t>(op, plan, a, b, y);
    case DType::boolean:
      return binary_bool(op, plan, a, b, y);
    case DType::f64:
    case DType::i64:
      unsupported("arithmetic", dtype);
  }
}

void compare(Comparison op, DType dtype, const Broadcast& plan, const void* a, const void* b,
             bool* y) {
  switch (dtype) {
    case DType::f32:
      return compare_typed<float>(op, plan, a, b, y);
    case DType::f16:
      return compare_typed<Half>(op, plan, a, b, y);
    case DType::i32:
      return compare_typed<std::int32_t>(op, plan, a, b, y);
    case DType::u32:
      return compare_typed<std::uint32_t>(op, plan, a, b, y);
    case DType::i8:
      return compare_typed<std::int8_t>(op, plan, a, b, y);
    case DType::u8:
      return compare_typed<std::uint8_t>(op, plan, a, b, y);
    case DType::boolean:
      return compare_typed<bool>(op, plan, a, b, y);
    case DType::f64:
    case DType::i64:
      unsupported("comparison", dtype);
  }
}

void select_elements(DType dtype, const bool* condition, const void* a, const void* b, void* y,
                     std::int64_t count) {
  if (!is_device_dtype(dtype)) unsupported("select", dtype);
  with_type(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* pa = static_cast<const T*>(a);
    const T* pb = static_cast<const T*>(b);
    T* py = static_cast<T*>(y);
    for (std::int64_t i = 0; i < count; ++i) py[i] = condition[i] ? pa[i] : pb[i];
  });
}

void relu_gradient(const float* gate, const float* gradient, float* y, std::int64_t count) {
  table().relu_gradient(gate, gradient, y, static_cast<std::ptrdiff_t>(count));
}

}  // namespace pipette::kernels
