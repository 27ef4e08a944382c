#include "core/shape.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/item.h"

namespace pipette {

Shape::Shape(std::vector<std::int64_t> sizes) : sizes_(std::move(sizes)) {
  for (const std::int64_t size : sizes_) {
    if (size < 0 && size != kUnknown) {
      throw ValueError("shape " + to_string() + " has a negative size");
    }
    if (size == kUnknown) {
      fully_defined_ = false;
    } else if (size > 0 && num_elements_ > std::numeric_limits<std::int64_t>::max() / size) {
      throw ValueError("shape " + to_string() + " has more elements than can be counted");
    } else {
      num_elements_ *= size;
    }
  }
}

std::int64_t Shape::operator[](int axis) const {
  const int index = axis < 0 ? axis + rank() : axis;
  if (index < 0 || index >= rank()) {
    throw OutOfRange("axis " + std::to_string(axis) + " does not exist in shape " + to_string());
  }
  return item(sizes_, index);
}

std::string Shape::to_string() const {
  std::string text = "[";
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    if (i > 0) text += ", ";
    text += sizes_[i] == kUnknown ? "?" : std::to_string(sizes_[i]);
  }
  return text + "]";
}

Shape Shape::with_front(std::int64_t size) const {
  std::vector<std::int64_t> sizes{size};
  sizes.insert(sizes.end(), sizes_.begin(), sizes_.end());
  return Shape(std::move(sizes));
}

Shape Shape::without_front() const {
  if (sizes_.empty()) throw OutOfRange("a scalar has no first axis");
  return Shape(std::vector<std::int64_t>(sizes_.begin() + 1, sizes_.end()));
}

Shape broadcast(const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(rank));
  for (int i = 0; i < rank; ++i) {
    const int from_a = i - (rank - a.rank());
    const int from_b = i - (rank - b.rank());
    const std::int64_t size_a = from_a < 0 ? 1 : a[from_a];
    const std::int64_t size_b = from_b < 0 ? 1 : b[from_b];
    if (size_a != size_b && size_a != 1 && size_b != 1) {
      throw InvalidArgument("shapes " + a.to_string() + " and " + b.to_string() +
                            " cannot be broadcast together");
    }
    item(sizes, i) = size_a == 1 ? size_b : size_a;
  }
  return Shape(std::move(sizes));
}

}  // namespace pipette
