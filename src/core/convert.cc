#include "core/convert.h"

#include <algorithm>
#include <cstring>

namespace pipette {

namespace {

// Every value of a dtype is one of these, exactly, and converts to any other dtype as it would
// itself. So two short loops do what one loop for each pair of dtypes would, in a fifth of the
// code.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

constexpr std::int64_t kBlock = 256;  // elements; 2 KB stay in the cache

template <class From>
void convert_from(const From* from, void* destination, DType destination_dtype,
                  std::int64_t count) {
  const std::size_t size = dtype_size(destination_dtype);
  Wide<From> wide[kBlock];
  for (std::int64_t done = 0; done < count; done += kBlock) {
    const std::int64_t part = std::min(kBlock, count - done);
    for (std::int64_t i = 0; i < part; ++i) wide[i] = convert_element<Wide<From>>(from[done + i]);
    std::byte* const to =
        static_cast<std::byte*>(destination) + static_cast<std::size_t>(done) * size;
    convert_elements(wide, std::is_integral_v<From> ? DType::i64 : DType::f64, to,
                     destination_dtype, part);
  }
}

template <class From>
void convert_wide(const From* from, void* destination, DType destination_dtype,
                  std::int64_t count) {
  with_type(destination_dtype, [&](auto tag) {
    using To = typename decltype(tag)::type;
    To* to = static_cast<To*>(destination);
    for (std::int64_t i = 0; i < count; ++i) to[i] = convert_element<To>(from[i]);
  });
}

}  // namespace

void convert_elements(const void* source, DType source_dtype, void* destination,
                      DType destination_dtype, std::int64_t count) {
  if (source_dtype == destination_dtype) {
    if (count == 0) return;
    std::memcpy(destination, source, static_cast<std::size_t>(count) * dtype_size(source_dtype));
    return;
  }
  with_type(source_dtype, [&](auto tag) {
    using From = typename decltype(tag)::type;
    const From* from = static_cast<const From*>(source);
    if constexpr (std::is_same_v<From, Wide<From>>) {
      convert_wide(from, destination, destination_dtype, count);
    } else {
      convert_from(from, destination, destination_dtype, count);
    }
  });
}

}  // namespace pipette
