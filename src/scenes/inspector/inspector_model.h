// What the outfeed inspector shows, as plain values. Pointers are borrowed for one frame.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/shape.h"
#include "inspect/statistics.h"

namespace pipette::app {

// How the values of one tensor were distributed, over time.
struct DistributionModel {
  static constexpr int kBins = 96;
  struct Moment {
    std::int64_t first = 0, count = 0;  // elements
    inspect::Statistics statistics;
  };
  std::vector<Moment> moments;
  double from = 0, to = 1;     // of the bins
  std::vector<double> counts;  // [moments, kBins]
  std::vector<float> shades;   // the same for the eye: the root of the share, 1 for the largest
  double largest_share = 0;
};

struct InspectorModel {
  struct Tensor {
    std::string queue = {}, key = {};
    std::string shape = {};    // "125 weight updates × 256 × 128"
    std::string stopped = {};  // why there are no newer values: "Stopped after mini-batch 80"
    inspect::Statistics statistics;
    const std::string& latest() const { return stopped.empty() ? shape : stopped; }
  };
  // What a queue lets pass: "Dense_128, dense1", or "none" for everything.
  struct Filter {
    std::string field = {};  // of the experiment
    std::string queue = {};
    std::string text = {};
    std::string error = {};
  };
  bool running = false;
  // Of the engine run after which the host reads the outfeeds: steps done and in all. 0 of 0 where
  // it reads them at another time, and between engine runs.
  std::int64_t run_step = 0, run_steps = 0;
  std::vector<Filter> filters;
  bool filters_wait = false;  // for the next engine run
  std::vector<Tensor> tensors;
  int selected = -1;
  // Of the host's memory, by what outfeed queues hold until it is dequeued.
  std::int64_t held_bytes = 0, most_held_bytes = 0;

  // What is shown of the selected tensor.
  std::string axis = {};          // "weight update"
  std::int64_t first = 0;         // of the latest values: the number of their first element
  std::int64_t count = 0;         // elements in the latest values
  std::int64_t element = 0;       // which of them is shown
  const float* values = nullptr;  // what the picture shows; null: nothing
  Shape shape;                    // of the picture's values
  bool all_elements = false;      // vectors and scalars, row by row, with `element` marked
  bool kernel = false;
  double limit = 1;           // what the strongest colour stands for
  bool is_signed = false;     // there are values below zero
  std::uint64_t version = 0;  // changes when the values may have changed
  const DistributionModel* distribution = nullptr;
};

// "125 weight updates × 256 × 128"
std::string shape_text(std::int64_t elements, const std::string& axis, const Shape& element);

}  // namespace pipette::app
