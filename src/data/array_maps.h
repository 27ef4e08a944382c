// Common transformations of dataset elements, as functions for Dataset::map.
//
//   data.map(on_item(normalised(0, 255)))               // images u8 -> f32 from 0 to 1
//       .map(on_item(one_hot(10), 1))                    // labels i32 [] -> f32 [10]
//       .map(on_item(cast_to(DType::f16), "image"));     // of a dict
//
// Each works on one array of an element, whatever its shape, so it can be used before and after
// `batch`. For an element that is a single array, that is the array; for a tuple it is the item
// with the given number, the first by default; for a dict the item with the given name.
//
// Errors: InvalidArgument when the function is made, for arguments that no array can satisfy, and
// in Dataset::map, which tries the function on zeros, for a shape that does not fit; in
// Dataset::map also OutOfRange or NotFound for a missing item, and TypeError for an item that is
// itself a structure and for one_hot() of values that are not integers. Any thread.
#pragma once

#include <functional>

#include "data/dataset.h"

namespace pipette {

using ArrayMap = std::function<Array(const Array&)>;

ArrayMap cast_to(DType dtype);  // converts as core/convert.h says
// f32(x - mean) / std, computed in double: 0 and 255 map bytes to the range 0 to 1, with the same
// bits as in the tutorials. Throws InvalidArgument unless both are finite and std is not 0.
ArrayMap normalised(double mean, double std);
// f32 [..., depth] from integers: 1 at the index that the integer gives, or only zeros if it is out
// of range, as in tf.one_hot. Throws InvalidArgument unless depth is 1 to 65536.
ArrayMap one_hot(std::int64_t depth);
ArrayMap flattened();  // [size]
// One size may be -1 and is inferred. Throws InvalidArgument for other sizes below 0.
ArrayMap reshaped(std::vector<std::int64_t> sizes);

Dataset::MapFunction on_item(ArrayMap map, const NestKey& item = 0);

}  // namespace pipette
