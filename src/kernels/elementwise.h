// Elementwise kernels: unary, binary, comparison and selection with NumPy broadcasting, casts, and
// strided copies.
//
//   unary(UnaryOp::exp, DType::f32, x, y, count);                        // y may be x
//   const Broadcast plan = Broadcast::of(Shape{32, 128}, Shape{128});
//   binary(BinaryOp::add, DType::f32, plan, x, bias, y);                 // y [32, 128], packed
//   cast(pixels, DType::u8, image, DType::f32, count);
//
// Arithmetic: f16 is computed in float and rounded once. Integers wrap around. Integer division
// truncates towards zero; division by zero throws InvalidArgument, as it does upstream. A maximum
// or minimum with a NaN is NaN. bool has maximum (or), minimum (and), multiply (and), logical_not,
// comparisons. An operation that a dtype does not have throws TypeError; f64 and i64 exist only in
// cast() and strided_copy().
//
// exp, log, tanh, sigmoid, cos, sin and erf are our own implementations (transcendental.h), so the
// bits agree in every build. Results may overwrite an operand of the same shape in place.
// Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dtype.h"
#include "core/shape.h"

namespace pipette::kernels {

enum class UnaryOp {
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) op,
#include "kernels/elementwise.def"
};
enum class BinaryOp {
#define PIPETTE_BINARY(op, kernel, cost, javascript) op,
#include "kernels/elementwise.def"
};
enum class Comparison {
#define PIPETTE_COMPARISON(op, javascript) op,
#include "kernels/elementwise.def"
};
constexpr int kNumUnaryOps = static_cast<int>(UnaryOp::erf) + 1;
const char* name_of(UnaryOp op);  // "negate"
const char* name_of(BinaryOp op);
const char* name_of(Comparison op);

enum class OperandTypes { numbers, floats, booleans };
OperandTypes operand_types(UnaryOp op);

// The loop over two operands: the sizes of the result, and each operand's element strides, 0 along
// the axes it is broadcast over. Adjacent axes are merged if possible.
struct Broadcast {
  static constexpr int kMaxRank = 8;
  int rank = 0;
  std::array<std::int64_t, kMaxRank> sizes{};
  std::array<std::int64_t, kMaxRank> a_strides{};
  std::array<std::int64_t, kMaxRank> b_strides{};

  // The plan for packed row-major operands. Throws InvalidArgument if the shapes do not fit
  // together, or if the merged rank exceeds kMaxRank.
  static Broadcast of(const Shape& a, const Shape& b);
  // The plan for operands of the same shape.
  static Broadcast same(std::int64_t count);
  std::int64_t num_elements() const;
};

void unary(UnaryOp op, DType dtype, const void* x, void* y, std::int64_t count);

// y is packed row-major in the broadcast shape.
void binary(BinaryOp op, DType dtype, const Broadcast& plan, const void* a, const void* b, void* y);
void compare(Comparison op, DType dtype, const Broadcast& plan, const void* a, const void* b,
             bool* y);
// y[i] = condition[i] ? a[i] : b[i]
void select_elements(DType dtype, const bool* condition, const void* a, const void* b, void* y,
                     std::int64_t count);
// y[i] = gate[i] > 0 ? gradient[i] : 0, the gradient of ReLU; gate is its input or output. f32.
void relu_gradient(const float* gate, const float* gradient, float* y, std::int64_t count);

// Converts each element as in core/convert.h: -5.0f as u8 is 251.
void cast(const void* source, DType source_dtype, void* destination, DType destination_dtype,
          std::int64_t count);

// Computes exactly float(double(x) / 255.0): a byte image scaled to [0, 1].
void u8_to_unit_float(const std::uint8_t* source, float* destination, std::int64_t count);

// destination, packed row-major of shape `sizes`, <- source read with element strides (0 repeats,
// negative reverses): transposes, slices, broadcasts.
void strided_copy(DType dtype, const std::vector<std::int64_t>& sizes, const void* source,
                  const std::vector<std::int64_t>& source_strides, void* destination);

}  // namespace pipette::kernels
