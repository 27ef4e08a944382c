// What is mostly done to elements of a dataset, as functions for Dataset::map.
//
//   data.map(on_item(normalised(0, 255)))               // images u8 -> f32 from 0 to 1
//       .map(on_item(one_hot(10), 1))                    // labels i32 [] -> f32 [10]
//       .map(on_item(cast_to(DType::f16), "image"));     // of a dict
//
// They work on one array of an element, whatever its shape, so before `batch` and after it. An
// element that is one array is that array; of a tuple it is the item of that number, the first by
// default, of a dict the one of that name.
//
// Errors: InvalidArgument where the function is made, for what no array can be turned into, and in
// Dataset::map, which tries it on zeros, for a shape that does not fit; OutOfRange and NotFound
// there for an item that is not there; TypeError for one that is a structure itself, and for
// one_hot() of values that are no integers. Any thread.
#pragma once

#include <functional>

#include "data/dataset.h"

namespace pipette {

using ArrayMap = std::function<Array(const Array&)>;

ArrayMap cast_to(DType dtype);  // as core/convert.h says
// f32(x - mean) / std, in double: with 0 and 255 bytes become 0 to 1 as in the tutorials, in the
// same bits. Throws InvalidArgument unless both are finite and std is not 0.
ArrayMap normalised(double mean, double std);
// f32 [..., depth] of integers: 1 at the place that the number names; only zeros where there is no
// such place, as in tf.one_hot. Throws InvalidArgument unless depth is 1 to 65536.
ArrayMap one_hot(std::int64_t depth);
ArrayMap flattened();  // [size]
// One size may be -1: what is left. Throws InvalidArgument for other sizes below 0.
ArrayMap reshaped(std::vector<std::int64_t> sizes);

Dataset::MapFunction on_item(ArrayMap map, const NestKey& item = 0);

}  // namespace pipette
