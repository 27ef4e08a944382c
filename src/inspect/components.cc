#include "inspect/components.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"

namespace pipette::inspect {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

// [rows, size / rows]
Matrix matrix_of(const Array& array, std::int64_t rows) {
  const Array floats = array.dtype() == DType::f32 ? array : array.cast(DType::f32);
  using Floats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto columns = static_cast<Eigen::Index>(array.shape().num_elements() / rows);
  return Eigen::Map<const Floats>(floats.data<float>(), static_cast<Eigen::Index>(rows), columns)
      .cast<double>();
}

void require_values(const char* name, const Shape& shape) {
  if (shape.rank() > 0 && !shape.has_zero_size()) return;
  throw InvalidArgument(fmt::format(
      "{} must have an axis and no axis of size 0, for example [784, 128], but its shape is {}",
      name, shape.to_string()));
}

// x times its transpose, or the other way round: whichever is smaller. Only its lower half is set.
Eigen::MatrixXd product_with_itself(const Matrix& x) {
  const Eigen::Index n = std::min(x.rows(), x.cols());
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(n, n);
  if (x.rows() <= x.cols()) {
    product.selfadjointView<Eigen::Lower>().rankUpdate(x);
  } else {
    product.selfadjointView<Eigen::Lower>().rankUpdate(x.transpose());
  }
  return product;
}

bool same_way(const Projection& now, const Projection* before, float Projection::Point::*axis) {
  double agreement = 0;
  float farthest = 0;
  for (std::size_t i = 0; i < now.points.size(); ++i) {
    const float at = now.points[i].*axis;
    if (std::fabs(at) > std::fabs(farthest)) farthest = at;
    if (before != nullptr && i < before->points.size()) {
      agreement += static_cast<double>(at) * static_cast<double>(before->points[i].*axis);
    }
  }
  return agreement == 0 ? farthest >= 0 : agreement > 0;
}

}  // namespace

std::vector<double> singular_values(const Array& weights) {
  const Shape& shape = weights.shape();
  require_values("weights", shape);
  const Matrix x = matrix_of(weights, shape.num_elements() / shape[-1]);
  const auto count = static_cast<std::size_t>(std::min(x.rows(), x.cols()));
  std::vector<double> values(count, std::numeric_limits<double>::quiet_NaN());
  if (!x.allFinite()) return values;
  const Solver solver(product_with_itself(x), Eigen::EigenvaluesOnly);
  for (std::size_t i = 0; i < count; ++i) {  // Eigen's rise
    const double square = solver.eigenvalues()[static_cast<Eigen::Index>(count - 1 - i)];
    values[i] = std::sqrt(std::max(0.0, square));
  }
  return values;
}

Projection project(const Array& activations, const Projection* before) {
  const Shape& shape = activations.shape();
  require_values("activations", shape);
  Matrix x = matrix_of(activations, shape[0]);
  Projection result;
  result.points.resize(static_cast<std::size_t>(x.rows()));
  if (!x.allFinite()) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    std::fill(result.points.begin(), result.points.end(), Projection::Point{kNan, kNan});
    result.shares[0] = result.shares[1] = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  const Eigen::RowVectorXd mean = x.colwise().mean();
  x.rowwise() -= mean;
  const Solver solver(product_with_itself(x));
  const double variance = solver.eigenvalues().cwiseMax(0.0).sum();
  const Eigen::Index last = solver.eigenvalues().size() - 1;
  using Axis = float Projection::Point::*;
  const Axis axes[2] = {&Projection::Point::x, &Projection::Point::y};
  for (Eigen::Index k = 0; k < 2 && k <= last && variance > 0; ++k) {
    const double square = std::max(0.0, solver.eigenvalues()[last - k]);
    const auto direction = solver.eigenvectors().col(last - k);
    // An eigenvector of x times its transpose has the coordinates themselves, at length 1.
    const Eigen::VectorXd at = x.rows() <= x.cols() ? Eigen::VectorXd(direction * std::sqrt(square))
                                                    : Eigen::VectorXd(x * direction);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
      result.points[i].*axes[k] = static_cast<float>(at[static_cast<Eigen::Index>(i)]);
    }
    result.shares[k] = square / variance;
    if (same_way(result, before, axes[k])) continue;
    for (Projection::Point& point : result.points) point.*axes[k] = -(point.*axes[k]);
  }
  return result;
}

}  // namespace pipette::inspect
