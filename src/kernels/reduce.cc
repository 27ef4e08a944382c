#include "kernels/reduce.h"

#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "core/error.h"
#include "kernels/half_runs.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

// Calls f(TypeTag) for the dtypes that have reductions.
template <class F>
void with_reducible(const char* name, DType dtype, F f) {
  with_type(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bool> || sizeof(T) == 8) {
      throw TypeError(std::string(name) + " is not defined for dtype " + dtype_name(dtype));
    } else {
      f(tag);
    }
  });
}

void sum_floats(const Reduction& shape, const float* x, float* y) {
  for (std::int64_t o = 0; o < shape.outer; ++o) {
    column_sum(x + o * shape.reduced * shape.inner, shape.reduced, shape.inner, y + o * shape.inner,
               Epilogue::Store::assign, 0);
  }
}

void sum_floating(bool mean, const Reduction& shape, const float* x, float* y) {
  sum_floats(shape, x, y);
  if (!mean) return;
  const float count = static_cast<float>(shape.reduced);
  for (std::int64_t i = 0; i < shape.outer * shape.inner; ++i) y[i] = y[i] / count;
}

void sum_halves(bool mean, const Reduction& shape, const Half* x, Half* y) {
  const std::int64_t results = shape.outer * shape.inner;
  std::vector<float> from(static_cast<std::size_t>(results * shape.reduced));
  std::vector<float> to(static_cast<std::size_t>(results));
  widen(x, from.data(), results * shape.reduced);
  sum_floating(mean, shape, from.data(), to.data());
  narrow(to.data(), y, results);
}

template <class T>
void sum_integers(bool mean, const Reduction& shape, const T* x, T* y) {
  if (mean && shape.reduced == 0) throw InvalidArgument("integer mean of no elements");
  for (std::int64_t o = 0; o < shape.outer; ++o) {
    for (std::int64_t i = 0; i < shape.inner; ++i) {
      std::int64_t total = 0;
      const T* from = x + o * shape.reduced * shape.inner + i;
      for (std::int64_t r = 0; r < shape.reduced; ++r) total += from[r * shape.inner];
      y[o * shape.inner + i] = static_cast<T>(mean ? total / shape.reduced : total);
    }
  }
}

template <class T>
bool wins(ReduceOp op, T candidate, T best) {
  if (best != best) return false;
  if (candidate != candidate) return true;
  return op == ReduceOp::max ? candidate > best : candidate < best;
}

template <class T>
void extreme(ReduceOp op, const Reduction& shape, const T* x, T* y) {
  if (shape.reduced == 0 && shape.outer * shape.inner > 0) {
    throw InvalidArgument("maximum or minimum of no elements");
  }
  for (std::int64_t o = 0; o < shape.outer; ++o) {
    T* best = y + o * shape.inner;
    for (std::int64_t r = 0; r < shape.reduced; ++r) {
      const T* from = x + (o * shape.reduced + r) * shape.inner;
      for (std::int64_t i = 0; i < shape.inner; ++i) {
        if (r == 0 || wins(op, from[i], best[i])) best[i] = from[i];
      }
    }
  }
}

}  // namespace

void reduce(ReduceOp op, DType dtype, const Reduction& shape, const void* x, void* y) {
  const bool additive = op == ReduceOp::sum || op == ReduceOp::mean;
  with_reducible("reduce", dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = static_cast<const T*>(x);
    T* to = static_cast<T*>(y);
    const bool mean = op == ReduceOp::mean;
    if (!additive) {
      extreme(op, shape, from, to);
    } else if constexpr (std::is_same_v<T, float>) {
      sum_floating(mean, shape, from, to);
    } else if constexpr (std::is_same_v<T, Half>) {
      sum_halves(mean, shape, from, to);
    } else {
      sum_integers(mean, shape, from, to);
    }
  });
}

void argmax(DType dtype, const void* x, std::int64_t rows, std::int64_t columns, std::int32_t* y) {
  if (columns < 1 && rows > 0) throw InvalidArgument("argmax of no elements");
  with_reducible("argmax", dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (std::int64_t r = 0; r < rows; ++r) {
      const T* row = static_cast<const T*>(x) + r * columns;
      std::int64_t best = 0;
      for (std::int64_t j = 1; j < columns; ++j) {
        if (wins(ReduceOp::max, row[j], row[best])) best = j;
      }
      y[r] = static_cast<std::int32_t>(best);
    }
  });
}

void column_sum(const float* x, std::int64_t rows, std::int64_t columns, float* y,
                Epilogue::Store store, float learning_rate) {
  if (columns != 1) {
    table().column_sum(x, size(rows), size(columns), y, store, learning_rate);
    return;
  }
  const float total = table().sum(x, size(rows));  // contiguous: lanes run along the rows
  if (store == Epilogue::Store::assign) *y = total;
  if (store == Epilogue::Store::add) *y = *y + total;
  if (store == Epilogue::Store::sgd) *y = *y - learning_rate * total;
}

}  // namespace pipette::kernels
