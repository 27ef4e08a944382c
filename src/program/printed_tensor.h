// Formats a tensor as text, as print_tensor() shows it on the host.
//
//   printed_tensor("/print-tensor", Array::scalar(306.0f));       // "/print-tensor: 306.0000\n"
//   printed_tensor("x", Array::of<float>({2, 2}, {1, 2, 3, 4}));
//   // x: [[1.0000000 2.0000000]
//   //     [3.0000000 4.0000000]]
//
// The float of largest magnitude has eight significant digits, the others the same number of digits
// after the point, right-aligned; all have exponents if one of them is so large or small that it
// needs one. A scalar of ten or more has four digits after the point. Beyond 1,000 elements, each
// axis shows only its first and last three.
//
// Source: lines that Poplar's PrintTensor has printed, "4.0000000", "306.0000",
// "[206.00000 212.00000]" and "[ 306.0000 6012.0000]", and the defaults of its PrintTensorFmt:
// eight digits, spaces, square brackets, at most 1,000 elements, three at each edge.
//
// Inaccuracies: the limits for exponents (below 1e-4, or from 1e8) and the line breaks of a matrix
// are NumPy's; lines are not folded at 75 characters.
#pragma once

#include <string>

#include "core/array.h"

namespace pipette {

std::string printed_tensor(const std::string& label, const Array& value);

}  // namespace pipette
