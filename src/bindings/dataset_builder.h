// Datasets for JavaScript, from arrays and JSON text.
//
//   Dataset rows = dataset_from_slices("[0,1]", {images, labels});       // elements (x, y)
//   Dataset digits = generated_digits("{\"seed\":1}");                   // f32 [28, 28], i32 []
//   Dataset batches = derive_dataset("batch", "{\"batchSize\":32}", rows);
//
// A structure is the number of an array, or a list of structures, which represents a tuple. Options
// are read as in options.h; other errors are those of data/dataset.h.
#pragma once

#include <string>
#include <vector>

#include "data/dataset.h"

namespace pipette::bindings {

Dataset dataset_from_slices(const std::string& structure, const std::vector<Array>& arrays);
// Digits with pixels from 0 to 1, made when they are read. The options are seed, set ("train" or
// "test") and count.
Dataset generated_digits(const std::string& options);
// The operations are shuffle, batch, repeat, take, skip, cache and prefetch, and map by one of the
// functions of data/array_maps.h: {"function": "normalise", "mean": 0, "std": 255, "item": 0}.
// Batches are full unless dropRemainder is false.
Dataset derive_dataset(const std::string& operation, const std::string& options,
                       const Dataset& dataset);
// {"cardinality": n or null if unknown or endless, "infinite": bool, "element": [...]}. Each leaf
// of the element is {"dtype", "shape"}; an axis of unknown size is null.
std::string dataset_json(const Dataset& dataset);

}  // namespace pipette::bindings
