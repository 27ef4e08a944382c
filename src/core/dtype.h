// Element types of tensors and host arrays.
//
// f32, f16, i32, u32, i8, u8 and bool exist on the device. f64 and i64 exist on the host only (a
// dataset may hold them): feeding them to the device is an error, as it is upstream.
//
//   with_type(array.dtype(), [&](auto tag) { using T = typename decltype(tag)::type; ... });
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.h"
#include "core/half.h"

namespace pipette {

enum class DType : std::uint8_t { f32, f16, i32, u32, i8, u8, boolean, f64, i64 };

// "float32", "float16", "int32", ... as TensorFlow prints them.
const char* dtype_name(DType dtype);
std::size_t dtype_size(DType dtype);  // bytes of one element
bool is_floating(DType dtype);
bool is_device_dtype(DType dtype);  // false for f64 and i64

// Parses "float32", "f32", "uint8", ... Throws ValueError that lists the names.
DType parse_dtype(const std::string& name);

template <class T>
struct TypeTag {
  using type = T;
};

// Calls `f` with the TypeTag of the C++ type that stores `dtype` (bool is stored as bool).
template <class F>
decltype(auto) with_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::f32:
      return f(TypeTag<float>{});
    case DType::f16:
      return f(TypeTag<Half>{});
    case DType::i32:
      return f(TypeTag<std::int32_t>{});
    case DType::u32:
      return f(TypeTag<std::uint32_t>{});
    case DType::i8:
      return f(TypeTag<std::int8_t>{});
    case DType::u8:
      return f(TypeTag<std::uint8_t>{});
    case DType::boolean:
      return f(TypeTag<bool>{});
    case DType::f64:
      return f(TypeTag<double>{});
    case DType::i64:
      return f(TypeTag<std::int64_t>{});
  }
  throw Internal("with_type: not a dtype");
}

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, float>)
    return DType::f32;
  else if constexpr (std::is_same_v<T, Half>)
    return DType::f16;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return DType::i32;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return DType::u32;
  else if constexpr (std::is_same_v<T, std::int8_t>)
    return DType::i8;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return DType::u8;
  else if constexpr (std::is_same_v<T, bool>)
    return DType::boolean;
  else if constexpr (std::is_same_v<T, double>)
    return DType::f64;
  else {
    static_assert(std::is_same_v<T, std::int64_t>, "not an element type");
    return DType::i64;
  }
}

}  // namespace pipette
