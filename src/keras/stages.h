// The assignment of a model's layers to pipeline stages.
//
//   model.set_pipeline_stage_assignment({0, 0, 1, 1});               // one for each layer
//   for (const LayerStage& s : model.get_pipeline_stage_assignment()) ...
//
// In a Sequential model there is one entry for each layer; the first is 0, and each next one is the
// same or one more. In a functional model there is one for each call of a layer, in the order in
// which the calls run, without inputs; stages count from 0 without gaps, and a call may use only
// results of its own stage and of earlier ones. Everything else throws ValueError, in upstream's
// words.
#pragma once

#include <optional>
#include <vector>

#include "keras/network.h"

namespace pipette::keras {

struct LayerStage {
  std::shared_ptr<Layer> layer;
  int call_index = 0;        // upstream: node index
  std::optional<int> stage;  // none: not assigned
};

// A stage as Python or JavaScript passes it: a number, which must be whole.
class StageNumber {
 public:
  StageNumber(int number) : number_(number) {}
  StageNumber(double number) : number_(number) {}
  double value() const { return number_; }

 private:
  double number_;
};

// Throws ValueError for numbers that are not whole.
std::vector<int> whole_stages(const std::vector<StageNumber>& numbers);

void check_sequential_stages(const std::vector<std::shared_ptr<Layer>>& layers,
                             const std::vector<int>& stages);
// `stages` are those of the network's calls after its inputs.
void check_functional_stages(const Network& network, const std::vector<int>& stages);

}  // namespace pipette::keras
