// An experiment again and again, with other values of some of its fields.
//
//   Sweep sweep(experiment,
//               {parse_variation("stages=1,2,4"), parse_variation("optimizer=sgd,adam")});
//   sweep.size();          // 6: the last variation changes fastest
//   sweep.varied(1);       // {"stages": 1, "optimizer": "adam"}
//   sweep.experiment(1);   // not checked
//
// Errors: InvalidArgument for a field that is varied twice, and for more than kMaxExperiments;
// NotFound for an unknown field. Values that do not go together are errors of experiment() or of
// problems_of(): the other experiments can be run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/json.h"
#include "experiment/experiment.h"
#include "experiment/variation.h"

namespace pipette::sweep {

class Sweep {
 public:
  static constexpr std::size_t kMaxExperiments = 100'000;

  Sweep(Experiment base, std::vector<Variation> variations);

  std::size_t size() const { return size_; }
  Json varied(std::size_t number) const;  // an object, in the order of the variations
  Experiment experiment(std::size_t number) const;
  const std::vector<Variation>& variations() const { return variations_; }

 private:
  Experiment base_;
  std::vector<Variation> variations_;
  std::size_t size_ = 1;
};

}  // namespace pipette::sweep
