// What linear algebra says of a layer: the singular values of its weights, and its activations as
// points in the plane.
//
//   std::vector<double> s = singular_values(kernel);   // f32 [784, 128] -> 128 of them, falling
//   Projection p = project(activations);               // f32 [256, 128] -> 256 points
//   p.points[0].x;  p.shares[0];                        // on the axis that tells most, 0..1
//
// Arrays may have any dtype but complex ones, and any rank but 0: a matrix is multiplied from the
// left, so all axes but the last count as rows of weights, [3, 3, 8, 16] as [72, 16]; and all axes
// but the first count as columns of activations, [256, 26, 26, 8] as [256, 5408]. A vector is one
// row of weights, and a column of activations.
//
// Both come from the eigenvalues of a symmetric matrix, the product of the array with its own
// transpose at the smaller side n, in double: O(n^2 m) for [m, n], and O(n^3).
//
// Errors: InvalidArgument for a scalar and for an axis of size 0. Values that are not finite give
// results that are NaN. Any thread.
//
// Inaccuracies: singular values below about 1e-8 of the largest are lost in its rounding. The last
// digits depend on the instruction set that Eigen was built for, as no figure of an experiment
// may; so these are for looking at and are in none.
#pragma once

#include <vector>

#include "core/array.h"

namespace pipette::inspect {

std::vector<double> singular_values(const Array& weights);

// Principal components: the plane in which the rows of a matrix, less their mean, differ most.
struct Projection {
  struct Point {
    float x = 0, y = 0;
  };
  std::vector<Point> points;  // one for each row
  double shares[2] = {0, 0};  // of the variance, along x and y; 0 where all rows are the same
};

// An axis may point either way. Of `before`, a projection of the same rows at an earlier time, each
// axis keeps the way: the sum of products of old and new coordinates is not negative. Without it,
// or where that sum is 0, the coordinate that is farthest from 0 (of equals the first) is positive.
Projection project(const Array& activations, const Projection* before = nullptr);

}  // namespace pipette::inspect
