// Converts Eigen's matrices to arrays and back, without copies if the memory layouts agree. Needs
// Eigen 3.4 or later.
//
//   #include <pipette/eigen.h>
//   pipette::RowMajorMatrix<float> images = ...;          // [n, 784]
//   auto rows = pipette::Dataset::from_tensor_slices(pipette::Element::tuple(
//       {pipette::to_array(std::move(images)), pipette::to_array(labels)}));
//   variable.assign(pipette::to_array(weights));          // Eigen::MatrixXf: copied
//   pipette::as_matrix<float>(variable.value()).jacobiSvd().singularValues();
//
// An array is row-major. as_matrix() and as_vector() are views: writing to the map writes to the
// array, and the map is valid as long as an array with that storage exists. to_array() copies any
// Eigen expression in row-major order; a row-major matrix that is moved in is kept by the array
// without a copy.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <utility>

#include "core/array.h"

namespace pipette {

template <class T>
using RowMajorMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// [rows, cols] of an array of rank 2; for other ranks the first axis is the rows and all others are
// the columns; a scalar is [1, 1]. Throws TypeError if T is not the dtype.
template <class T>
Eigen::Map<RowMajorMatrix<T>> as_matrix(const Array& array) {
  const Shape& shape = array.shape();
  const std::int64_t rows = shape.rank() == 0 ? 1 : shape[0];
  const std::int64_t columns = shape.rank() == 0 ? 1 : shape.without_front().num_elements();
  return {array.data<T>(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns)};
}

// All elements in row-major order. Throws TypeError if T is not the dtype.
template <class T>
Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>> as_vector(const Array& array) {
  return {array.data<T>(), static_cast<Eigen::Index>(array.size())};
}

// A copy: [n] if the expression has one column or one row at compile time, otherwise [rows, cols].
template <class Derived>
Array to_array(const Eigen::DenseBase<Derived>& expression) {
  using T = typename Derived::Scalar;
  const auto rows = static_cast<std::int64_t>(expression.rows());
  const auto columns = static_cast<std::int64_t>(expression.cols());
  const Shape shape = Derived::IsVectorAtCompileTime ? Shape{rows * columns} : Shape{rows, columns};
  Array array(ArraySpec{dtype_of<T>(), shape});
  Eigen::Map<Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      array.data<T>(), expression.rows(), expression.cols()) = expression.derived().array();
  return array;
}

// Takes over the storage of `matrix`, [rows, cols].
template <class T>
Array to_array(RowMajorMatrix<T>&& matrix) {
  const ArraySpec spec{dtype_of<T>(), Shape{static_cast<std::int64_t>(matrix.rows()),
                                            static_cast<std::int64_t>(matrix.cols())}};
  auto kept = std::make_shared<RowMajorMatrix<T>>(std::move(matrix));
  auto* bytes = reinterpret_cast<std::byte*>(kept->data());
  return Array::view(spec, std::shared_ptr<std::byte>(std::move(kept), bytes));
}

}  // namespace pipette
