#include "core/array.h"

#include <cstring>
#include <limits>
#include <utility>

#include "core/block_pool.h"
#include "core/convert.h"

namespace pipette {

namespace {

std::shared_ptr<std::byte> allocate(const ArraySpec& spec) {
  const auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max());
  const auto elements = static_cast<std::uint64_t>(spec.shape.num_elements());
  const auto too_large = [&] {
    return ResourceExhausted(std::string("an array of ") + dtype_name(spec.dtype) + " " +
                             spec.shape.to_string() + " does not fit in memory");
  };
  if (elements > limit / dtype_size(spec.dtype)) throw too_large();
  const std::size_t num_bytes = spec.num_bytes();
  std::byte* bytes = take_block(num_bytes);
  if (bytes == nullptr) throw too_large();
  return {bytes, [num_bytes](std::byte* p) { give_block(p, num_bytes); }};
}

}  // namespace

Array::Array(const ArraySpec& spec) : spec_(spec) {
  if (!spec.shape.is_fully_defined()) {
    throw ValueError("an array needs a fully defined shape, not " + spec.shape.to_string());
  }
  bytes_ = allocate(spec);
}

Array Array::zeros(DType dtype, const Shape& shape) {
  Array array(ArraySpec{dtype, shape});
  std::memset(array.bytes(), 0, array.num_bytes());
  return array;
}

Array Array::view(const ArraySpec& spec, std::shared_ptr<std::byte> owner) {
  Array array;
  array.spec_ = spec;
  array.bytes_ = std::move(owner);
  return array;
}

void Array::require_dtype(DType dtype) const {
  if (dtype != spec_.dtype) {
    throw TypeError(std::string("the array holds ") + dtype_name(spec_.dtype) + ", not " +
                    dtype_name(dtype));
  }
}

Array Array::slice(std::int64_t index) const {
  Array view = slice(index, index + 1);
  view.spec_.shape = spec_.shape.without_front();
  return view;
}

Array Array::slice(std::int64_t begin, std::int64_t end) const {
  if (spec_.shape.rank() == 0 || begin < 0 || end < begin || end > spec_.shape[0]) {
    throw OutOfRange("slice [" + std::to_string(begin) + ":" + std::to_string(end) +
                     "] does not lie in shape " + spec_.shape.to_string());
  }
  const Shape row = spec_.shape.without_front();
  Array view;
  view.spec_ = {spec_.dtype, row.with_front(end - begin)};
  const std::size_t offset =
      static_cast<std::size_t>(begin) * ArraySpec{spec_.dtype, row}.num_bytes();
  view.bytes_ = std::shared_ptr<std::byte>(bytes_, bytes_.get() + offset);
  return view;
}

Array Array::reshape(const Shape& shape) const {
  if (!shape.is_fully_defined() || shape.num_elements() != spec_.shape.num_elements()) {
    throw InvalidArgument("cannot reshape " + spec_.shape.to_string() + " to " + shape.to_string());
  }
  Array view = *this;
  view.spec_.shape = shape;
  return view;
}

Array Array::clone() const {
  Array copy(spec_);
  if (num_bytes() > 0) std::memcpy(copy.bytes(), bytes(), num_bytes());
  return copy;
}

Array Array::cast(DType dtype) const {
  Array result(ArraySpec{dtype, spec_.shape});
  convert_elements(bytes(), spec_.dtype, result.bytes(), dtype, static_cast<std::int64_t>(size()));
  return result;
}

Array stack(const std::vector<Array>& arrays, const ArraySpec& spec) {
  Array result(
      ArraySpec{spec.dtype, spec.shape.with_front(static_cast<std::int64_t>(arrays.size()))});
  std::byte* to = result.bytes();
  for (const Array& array : arrays) {
    if (array.spec() != spec) {
      throw InvalidArgument("cannot stack an array of shape " + array.shape().to_string() +
                            " onto arrays of shape " + spec.shape.to_string());
    }
    if (array.num_bytes() > 0) std::memcpy(to, array.bytes(), array.num_bytes());
    to += array.num_bytes();
  }
  return result;
}

}  // namespace pipette
