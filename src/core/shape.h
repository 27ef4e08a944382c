// A tensor's shape: sizes of its axes, outermost first; elements are stored in row-major order.
//
//   Shape s{32, 28, 28};
//   s.rank() == 3;  s.num_elements() == 25088;  s.to_string() == "[32, 28, 28]";
//
// A size of kUnknown marks an axis whose size is known only at run time (a last, smaller batch): a
// dataset may have such shapes, a graph may not.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace pipette {

class Shape {
 public:
  static constexpr std::int64_t kUnknown = -1;

  Shape() = default;  // a scalar
  // Throws ValueError for a negative size other than kUnknown, or when the element count does not
  // fit in 63 bits.
  Shape(std::initializer_list<std::int64_t> sizes) : Shape(std::vector<std::int64_t>(sizes)) {}
  explicit Shape(std::vector<std::int64_t> sizes);

  int rank() const { return static_cast<int>(sizes_.size()); }
  // The size of axis `axis`; negative axes count from the end. Throws OutOfRange.
  std::int64_t operator[](int axis) const;
  const std::vector<std::int64_t>& sizes() const { return sizes_; }
  std::int64_t num_elements() const { return num_elements_; }  // 1 for a scalar
  bool is_fully_defined() const { return fully_defined_; }
  bool has_zero_size() const { return num_elements_ == 0; }
  std::string to_string() const;  // "[4, 4]", "[]", "[?, 28]"

  Shape with_front(std::int64_t size) const;  // [size, *this]
  Shape without_front() const;  // drops the first axis; throws OutOfRange for a scalar

  friend bool operator==(const Shape& a, const Shape& b) { return a.sizes_ == b.sizes_; }

 private:
  std::vector<std::int64_t> sizes_;
  std::int64_t num_elements_ = 1;
  bool fully_defined_ = true;
};

// NumPy broadcasting of two shapes. Throws InvalidArgument naming both shapes.
Shape broadcast(const Shape& a, const Shape& b);

}  // namespace pipette
