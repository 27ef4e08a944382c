// Datasets with the functions of tf.data, and sources of images.
//
//   #include <pipette/data.h>
//   pipette::Dataset rows =
//       pipette::Dataset::from_tensor_slices(element).shuffle(60000, 1).batch(32);
//
// data/dataset.h: Dataset; data/array_maps.h: functions for its map(); data/digits.h: generated
// digits; data/idx.h: the files of MNIST; data/dataset_benchmark.h: how fast this computer makes
// elements.
#pragma once

#include "data/array_maps.h"
#include "data/dataset.h"
#include "data/dataset_benchmark.h"
#include "data/digits.h"
#include "data/idx.h"
