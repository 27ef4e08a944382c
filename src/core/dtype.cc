#include "core/dtype.h"

#include <array>

#include "core/item.h"

namespace pipette {

namespace {

struct Facts {
  DType dtype;
  const char* name;
  const char* short_name;
  std::size_t bytes;
};

constexpr std::array<Facts, 9> kFacts{{
    {DType::f32, "float32", "f32", 4},
    {DType::f16, "float16", "f16", 2},
    {DType::i32, "int32", "i32", 4},
    {DType::u32, "uint32", "u32", 4},
    {DType::i8, "int8", "i8", 1},
    {DType::u8, "uint8", "u8", 1},
    {DType::boolean, "bool", "bool", 1},
    {DType::f64, "float64", "f64", 8},
    {DType::i64, "int64", "i64", 8},
}};

const Facts& facts(DType dtype) { return item(kFacts, dtype); }

}  // namespace

const char* dtype_name(DType dtype) { return facts(dtype).name; }

std::size_t dtype_size(DType dtype) { return facts(dtype).bytes; }

bool is_floating(DType dtype) {
  return dtype == DType::f32 || dtype == DType::f16 || dtype == DType::f64;
}

bool is_device_dtype(DType dtype) { return dtype != DType::f64 && dtype != DType::i64; }

DType parse_dtype(const std::string& name) {
  std::string known;
  for (const Facts& f : kFacts) {
    if (name == f.name || name == f.short_name) return f.dtype;
    known += known.empty() ? f.name : std::string(", ") + f.name;
  }
  throw ValueError("dtype \"" + name + "\" is unknown; the known ones are " + known);
}

}  // namespace pipette
