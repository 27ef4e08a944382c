// Datasets for JavaScript, from arrays and JSON text.
//
//   Dataset rows = dataset_from_slices("[0,1]", {images, labels});       // elements (x, y)
//   Dataset digits = generated_digits("{\"seed\":1}");                   // f32 [28, 28], i32 []
//   Dataset batches = derive_dataset("batch", "{\"batchSize\":32}", rows);
//
// A structure is the number of an array, or a list of structures: a tuple. Options are read as
// options.h says, and the rest throws as data/dataset.h says.
#pragma once

#include <string>
#include <vector>

#include "data/dataset.h"

namespace pipette::bindings {

Dataset dataset_from_slices(const std::string& structure, const std::vector<Array>& arrays);
// seed, set ("train" or "test"), count: digits with pixels from 0 to 1, made when they are read.
Dataset generated_digits(const std::string& options);
// Operations: shuffle, batch, repeat, take, skip, cache, prefetch. Batches are full unless
// dropRemainder is false.
Dataset derive_dataset(const std::string& operation, const std::string& options,
                       const Dataset& dataset);
// {"cardinality": n or null when unknown or endless, "infinite": bool, "element": [...]}; each leaf
// of the element {"dtype", "shape"}, an axis of any size null.
std::string dataset_json(const Dataset& dataset);

}  // namespace pipette::bindings
