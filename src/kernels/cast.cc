#include <cstring>
#include <string>

#include "core/convert.h"
#include "core/error.h"
#include "kernels/elementwise.h"
#include "kernels/half_runs.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

// Copies `count` elements that lie `stride` elements apart.
template <class T>
void copy_run(const T* from, std::int64_t stride, T* to, std::int64_t count) {
  if (stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) to[i] = from[i * stride];
}

template <class T>
void copy_axes(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides,
               const T* from, T* to) {
  if (sizes.empty()) {
    *to = *from;
    return;
  }
  for (const std::int64_t size : sizes) {
    if (size == 0) return;
  }
  const std::size_t last = sizes.size() - 1;
  std::vector<std::int64_t> index(sizes.size(), 0);
  for (;;) {
    copy_run(from, strides[last], to, sizes[last]);
    to += sizes[last];
    std::size_t axis = last;
    for (; axis > 0; --axis) {
      const std::size_t i = axis - 1;
      from += strides[i];
      if (++index[i] < sizes[i]) break;
      from -= strides[i] * sizes[i];
      index[i] = 0;
    }
    if (axis == 0) return;
  }
}

}  // namespace

void cast(const void* source, DType source_dtype, void* destination, DType destination_dtype,
          std::int64_t count) {
  if (source_dtype == DType::u8 && destination_dtype == DType::f32) {
    return table().u8_to_float(static_cast<const std::uint8_t*>(source),
                               static_cast<float*>(destination),
                               static_cast<std::ptrdiff_t>(count));
  }
  if (source_dtype == DType::f16 && destination_dtype == DType::f32) {
    return widen(static_cast<const Half*>(source), static_cast<float*>(destination), count);
  }
  if (source_dtype == DType::f32 && destination_dtype == DType::f16) {
    return narrow(static_cast<const float*>(source), static_cast<Half*>(destination), count);
  }
  convert_elements(source, source_dtype, destination, destination_dtype, count);
}

void u8_to_unit_float(const std::uint8_t* source, float* destination, std::int64_t count) {
  table().u8_to_unit_float(source, destination, static_cast<std::ptrdiff_t>(count));
}

void strided_copy(DType dtype, const std::vector<std::int64_t>& sizes, const void* source,
                  const std::vector<std::int64_t>& source_strides, void* destination) {
  if (sizes.size() != source_strides.size()) {
    throw InvalidArgument("strided_copy: " + std::to_string(sizes.size()) + " sizes but " +
                          std::to_string(source_strides.size()) + " strides");
  }
  with_type(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    copy_axes(sizes, source_strides, static_cast<const T*>(source), static_cast<T*>(destination));
  });
}

}  // namespace pipette::kernels
