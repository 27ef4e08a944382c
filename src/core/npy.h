// Arrays as files for NumPy.
//
//   write_npy(Array::of<float>({2}, {1, 2}), out);     // numpy.load() gives array([1., 2.],
//   dtype=float32)
//
// Format: numpy.lib.format, version 1.0: the magic text, a header that is padded to 64 bytes, and
// the elements, row-major and little-endian. (JavaScript reads such files in web/pipette/npy.mjs.)
#pragma once

#include <ostream>

#include "core/array.h"

namespace pipette {

void write_npy(const Array& array, std::ostream& out);

}  // namespace pipette
