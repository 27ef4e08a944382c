// A tensor as text, as print_tensor() shows it on the host.
//
//   printed_tensor("/print-tensor", Array::scalar(306.0f));       // "/print-tensor: 306.0000\n"
//   printed_tensor("x", Array::of<float>({2, 2}, {1, 2, 3, 4}));
//   // x: [[1.0000 2.0000]
//   //     [3.0000 4.0000]]
//
// Floats have four digits after the point, and all of them exponents where one is so large or small
// that it needs one. Of more than 1,000 elements each axis shows its first and last three.
//
// Source: Poplar's PrintTensor and the defaults of its PrintTensorFmt: four digits, spaces, square
// brackets, at most 1,000 elements, three at each edge.
//
// Inaccuracies: what needs an exponent (below 1e-4, or from 1e8), and where a matrix' lines break
// are NumPy's; lines are not folded at 75 characters.
#pragma once

#include <string>

#include "core/array.h"

namespace pipette {

std::string printed_tensor(const std::string& label, const Array& value);

}  // namespace pipette
