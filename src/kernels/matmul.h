// The matrix product, with an epilogue applied in the same pass.
//
//   // hidden [32, 128] = relu(images [32, 784] x weights [784, 128] + bias)
//   matmul(32, 128, 784, row_major(images, 784), row_major(weights, 128), hidden, 128,
//          {.bias = bias, .activation = Activation::relu});
//   // weights -= learning_rate * images^T [784, 32] x d_hidden [32, 128]
//   matmul(784, 128, 32, transposed(images, 784), row_major(d_hidden, 128), weights, 128,
//          {.store = Epilogue::Store::sgd, .learning_rate = 0.01f});
//
// Each element of the product starts at 0 and adds its terms over k from 0 upwards, one multiply
// and one add per term, in every build and whatever the blocking: results do not depend on the
// instruction set. k = 0 gives a product of zeros (the epilogue still applies).
//
// If a is mostly zeros, as images of digits are, terms that are zero because of it are skipped.
// That changes no bit: +-0 added to a sum that began at +0 leaves it unchanged. An infinity or a
// NaN in b, whose product with zero is not zero, is detected, and its terms are added.
//
// `c` must not overlap a or b. Any strides work; the products are fastest if b has column_stride 1,
// or if b is small compared with a. Throws InvalidArgument for a negative size or ldc < n.
// Thread-safe (scratch memory is per thread).
#pragma once

#include <cstdint>

namespace pipette::kernels {

// Element (i, j) is data[i * row_stride + j * column_stride]; this includes transposes.
struct Matrix {
  const float* data = nullptr;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 1;
};

// A row-major matrix with `columns` columns, and the transpose of such a matrix.
inline Matrix row_major(const float* data, std::int64_t columns) { return {data, columns, 1}; }
inline Matrix transposed(const float* data, std::int64_t columns) { return {data, 1, columns}; }

enum class Activation { none, relu };

// The operations on each finished element v of the product, in this order, before it is stored.
struct Epilogue {
  const float* bias = nullptr;               // [n]: v + bias[j]
  Activation activation = Activation::none;  // relu: 0 where v < 0 (NaN stays NaN)
  // [m, n] row-major with row stride n: 0 unless mask > 0. With a ReLU's output as mask this is the
  // ReLU's gradient.
  const float* relu_mask = nullptr;
  enum class Store {
    assign,  // c = v
    add,     // c = c + v
    sgd,     // c = c - learning_rate * v
  };
  Store store = Store::assign;
  float learning_rate = 0;
};

// c [m, n] (row stride ldc) <- a [m, k] x b [k, n]
void matmul(std::int64_t m, std::int64_t n, std::int64_t k, Matrix a, Matrix b, float* c,
            std::int64_t ldc, const Epilogue& epilogue = {});

}  // namespace pipette::kernels
