// Runs dataset_benchmark on the dataset of an infeed queue, from its beginning; the queue itself is
// left alone.
//
//   DatasetBenchmark benchmark = infeed_benchmark(queue, {.number_of_epochs = 10,
//                                                         .elements_per_epochs = 512});
//   benchmark.run();
#pragma once

#include "data/dataset_benchmark.h"
#include "feeds/infeed_queue.h"

namespace pipette {

inline DatasetBenchmark infeed_benchmark(const InfeedQueue& queue,
                                         const BenchmarkOptions& options) {
  return DatasetBenchmark(queue.dataset(), options);
}

}  // namespace pipette
