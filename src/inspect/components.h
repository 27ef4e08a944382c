// Linear algebra on a layer: the singular values of its weights, and its activations as points in
// the plane.
//
//   std::vector<double> s = singular_values(kernel);   // f32 [784, 128] -> 128 of them, falling
//   Projection p = project(activations);               // f32 [256, 128] -> 256 points
//   p.points[0].x;  p.shares[0];                        // along the main axis, 0..1
//
// Arrays may have any dtype except complex ones, and any rank except 0. A matrix is multiplied from
// the left, so for weights all axes but the last count as rows, [3, 3, 8, 16] as [72, 16]; for
// activations all axes but the first count as columns, [256, 26, 26, 8] as [256, 5408]. A vector is
// one row of weights, and a column of activations.
//
// Both are computed from the eigenvalues of a symmetric matrix, the product of the array with its
// own transpose at the smaller side n, in double: O(n^2 m) for [m, n], and O(n^3).
//
// Errors: InvalidArgument for a scalar and for an axis of size 0. Values that are not finite give
// NaN results. Any thread.
//
// Inaccuracies: singular values below about 1e-8 of the largest are lost in its rounding. The last
// digits depend on the instruction set that Eigen was built for, which is not allowed for figures
// of an experiment; so these are only for display.
#pragma once

#include <vector>

#include "core/array.h"

namespace pipette::inspect {

std::vector<double> singular_values(const Array& weights);

// Principal components: the plane in which the rows of a matrix, minus their mean, vary most.
struct Projection {
  struct Point {
    float x = 0, y = 0;
  };
  std::vector<Point> points;  // one for each row
  double shares[2] = {0, 0};  // of the variance, along x and y; 0 if all rows are equal
};

// The direction of an axis is arbitrary. If `before` is a projection of the same rows at an earlier
// time, each axis keeps its direction: the sum of products of old and new coordinates is not
// negative. Without `before`, or if that sum is 0, the coordinate farthest from 0 (the first among
// equals) is positive.
Projection project(const Array& activations, const Projection* before = nullptr);

}  // namespace pipette::inspect
