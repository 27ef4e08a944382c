// What the charts of losses and accuracy show, as plain values. Pointers are borrowed for one
// frame.
#pragma once

#include <cstdint>
#include <vector>

#include "runs/run_kind.h"

namespace pipette::app {

struct LossModel {
  struct Series {
    RunKind run = RunKind::kWithFeeds;
    const std::vector<float>* losses = nullptr;    // one per step; may be null
    const std::vector<double>* seconds = nullptr;  // modelled time of each; same length
  };
  std::vector<Series> series;
  std::int64_t total_steps = 0;
  const char* empty = "The loss of every step appears here";
};

struct AccuracyModel {
  struct Point {
    std::int64_t step = 0;
    float accuracy = 0;  // 0..1
  };
  std::vector<Point> points;
  std::int64_t total_steps = 0;
  std::int64_t test_digits = 0;
};

}  // namespace pipette::app
