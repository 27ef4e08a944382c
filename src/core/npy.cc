#include "core/npy.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <string_view>

namespace pipette {

namespace {

static_assert(std::endian::native == std::endian::little,
              "elements are written as they lie in memory");

// The letter of NumPy's type string; its digit is the size.
char kind_of(DType dtype) {
  switch (dtype) {
    case DType::f32:
    case DType::f16:
    case DType::f64:
      return 'f';
    case DType::u32:
    case DType::u8:
      return 'u';
    case DType::boolean:
      return 'b';
    default:
      return 'i';
  }
}

}  // namespace

void write_npy(const Array& array, std::ostream& out) {
  constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
  constexpr std::size_t kHeaderAlignment = 64, kLengthBytes = 2;
  const std::size_t size = dtype_size(array.dtype());
  std::string shape;
  for (int axis = 0; axis < array.shape().rank(); ++axis)
    shape += fmt::format("{}, ", array.shape()[axis]);
  if (array.shape().rank() > 1) shape.resize(shape.size() - 2);
  std::string header = fmt::format("{{'descr': '{}{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                   size == 1 ? '|' : '<', kind_of(array.dtype()), size, shape);
  const std::size_t before = kMagic.size() + kLengthBytes;
  header.resize(
      (before + header.size() + 1 + kHeaderAlignment - 1) / kHeaderAlignment * kHeaderAlignment -
          before - 1,
      ' ');
  header += '\n';
  out << kMagic << static_cast<char>(header.size() & 0xff) << static_cast<char>(header.size() >> 8)
      << header;
  out.write(reinterpret_cast<const char*>(array.bytes()),
            static_cast<std::streamsize>(array.num_bytes()));
}

}  // namespace pipette
