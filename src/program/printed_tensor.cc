#include "program/printed_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pipette {

namespace {

constexpr std::int64_t kMostElements = 1000;
constexpr std::int64_t kEdge = 3;
constexpr int kDigits = 8;

int digits_before_the_point(double size) {
  int digits = 1;
  for (; size >= 10; size /= 10) ++digits;
  return digits;
}

// Where an axis of `size` goes on after the element: the next one, or past what is left out.
std::int64_t next_shown(std::int64_t index, std::int64_t size, bool summarised) {
  const bool skips = summarised && size > 2 * kEdge && index == kEdge - 1;
  return skips ? size - kEdge : index + 1;
}

class Printer {
 public:
  Printer(const Array& value, std::size_t indent)
      : shape_(value.shape()),
        dtype_(value.dtype()),
        values_(value.cast(DType::f64)),
        summarised_(shape_.num_elements() > kMostElements),
        indent_(indent) {
    double largest = 0;
    each(0, 0, [&](double x) {
      const double size = std::abs(x);
      if (!std::isfinite(x)) return;
      largest = std::max(largest, size);
      exponents_ = exponents_ || (size > 0 && (size < 1e-4 || size >= 1e8));
    });
    if (shape_.rank() > 0 || largest < 10) decimals_ = kDigits - digits_before_the_point(largest);
    each(0, 0, [&](double x) { width_ = std::max(width_, number(x).size()); });
  }
  std::string text() const { return axis(0, 0); }

 private:
  // Calls `f` for each element that is shown.
  template <class F>
  void each(int depth, std::int64_t begin, const F& f) const {
    if (depth == shape_.rank()) return f(values_.data<double>()[begin]);
    const std::int64_t size = shape_[depth];
    for (std::int64_t i = 0; i < size; i = next_shown(i, size, summarised_)) {
      each(depth + 1, begin * size + i, f);
    }
  }
  std::string number(double x) const {
    if (!is_floating(dtype_)) return fmt::format("{}", static_cast<std::int64_t>(x));
    return exponents_ ? fmt::format("{:.{}e}", x, kDigits - 1)
                      : fmt::format("{:.{}f}", x, decimals_);
  }
  // `begin`: of what lies before in row-major order, in units of this axis.
  std::string axis(int depth, std::int64_t begin) const {
    if (depth == shape_.rank())
      return fmt::format("{:>{}}", number(values_.data<double>()[begin]), width_);
    const std::int64_t size = shape_[depth];
    const bool innermost = depth + 1 == shape_.rank();
    const std::string between =
        innermost ? " " : "\n" + std::string(indent_ + static_cast<std::size_t>(depth) + 1, ' ');
    std::string text = "[";
    for (std::int64_t i = 0; i < size;) {
      if (i > 0) text += between;
      text += axis(depth + 1, begin * size + i);
      const std::int64_t next = next_shown(i, size, summarised_);
      if (next > i + 1) text += between + "...";
      i = next;
    }
    return text + "]";
  }

  Shape shape_;
  DType dtype_;
  Array values_;
  bool summarised_;
  std::size_t indent_;
  bool exponents_ = false;
  int decimals_ = 4;  // of a scalar of 10 and more; otherwise eight digits in all
  std::size_t width_ = 0;
};

}  // namespace

std::string printed_tensor(const std::string& label, const Array& value) {
  const std::string head = label + ": ";
  return head + Printer(value, head.size()).text() + "\n";
}

}  // namespace pipette
