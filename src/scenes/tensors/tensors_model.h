// The content of the outfeed inspector, as plain values. Pointers are borrowed for one frame.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/shape.h"
#include "inspect/statistics.h"

namespace pipette::app::tensors_scene {

// The distribution of one tensor's values over time.
struct DistributionModel {
  static constexpr int kBins = 96;
  struct Moment {
    std::int64_t first = 0, count = 0;  // elements
    inspect::Statistics statistics;
  };
  std::vector<Moment> moments;
  double from = 0, to = 1;     // range of the bins
  std::vector<double> counts;  // [moments, kBins]
  std::vector<float> shades;   // root of counts[i] as a share, scaled to 1
  double largest_share = 0;
};

struct TensorsModel {
  struct Tensor {
    std::string queue = {}, key = {};
    std::string shape = {};    // "125 weight updates × 256 × 128"
    std::string stopped = {};  // why there are no newer values: "Stopped after mini-batch 80"
    inspect::Statistics statistics;
    const std::string& latest() const { return stopped.empty() ? shape : stopped; }
  };
  // The filter of a queue: "Dense_128, dense1", or "none" to let everything through.
  struct Filter {
    std::string field = {};  // field of the experiment
    std::string queue = {};
    std::string text = {};
    std::string error = {};
  };
  bool running = false;
  // Progress of the engine run after which the host reads the outfeeds: steps done and in total. 0
  // of 0 between engine runs, and if the host reads the outfeeds at another time.
  std::int64_t run_step = 0, run_steps = 0;
  std::vector<Filter> filters;
  bool filters_wait = false;  // until the next engine run
  std::vector<Tensor> tensors;
  int selected = -1;
  // Host memory of elements that wait in outfeed queues: now, and at the peak.
  std::int64_t held_bytes = 0, most_held_bytes = 0;

  // The view of the selected tensor.
  std::string axis = {};          // "weight update"
  std::int64_t first = 0;         // number of the first of the latest values
  std::int64_t count = 0;         // elements in the latest values
  std::int64_t element = 0;       // index of the shown element
  const float* values = nullptr;  // values in the picture; null: nothing
  Shape shape;                    // of the values in the picture
  bool all_elements = false;      // vectors and scalars, row by row, with `element` marked
  bool kernel = false;
  double limit = 1;           // value of the strongest colour
  bool is_signed = false;     // some values are negative
  std::uint64_t version = 0;  // changes when the values may have changed
  const DistributionModel* distribution = nullptr;
};

// "125 weight updates × 256 × 128"
std::string shape_text(std::int64_t elements, const std::string& axis, const Shape& element);

}  // namespace pipette::app::tensors_scene
