#include "keras/stages.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace pipette::keras {

std::vector<int> whole_stages(const std::vector<StageNumber>& numbers) {
  std::vector<int> stages;
  for (const StageNumber& number : numbers) {
    const double value = number.value();
    if (!(std::abs(value) < 1e9) || value != std::floor(value)) {
      throw ValueError(
          fmt::format("All elements of `pipeline_stage_assignment` need to be whole numbers, "
                      "or instances of `LayerStage`, but one is {}",
                      value));
    }
    stages.push_back(static_cast<int>(value));
  }
  return stages;
}

void check_sequential_stages(const std::vector<std::shared_ptr<Layer>>& layers,
                             const std::vector<int>& stages) {
  if (stages.size() != layers.size()) {
    throw ValueError(fmt::format(
        "The size of the provided `pipeline_stage_assignment` ({}) does not match the number of "
        "layers in the model (currently {}); each layer needs a pipeline stage",
        stages.size(), layers.size()));
  }
  const auto name = [&](std::size_t i) {
    return layers[i]->name().empty() ? fmt::format("{} ({})", i, layers[i]->type_name())
                                     : layers[i]->name();
  };
  int before = 0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i == 0 && stages[i] != 0) {
      throw ValueError(fmt::format(
          "The first layer in a pipelined sequential model needs to be assigned to the 0th "
          "pipeline stage, however it was assigned to {}",
          stages[i]));
    }
    if (stages[i] != before && stages[i] != before + 1) {
      throw ValueError(fmt::format(
          "Layer {} has been assigned to pipeline stage {}, however the previous layer was "
          "assigned to pipeline stage {}. A layer in a Sequential model can only be assigned to "
          "the same pipeline stage as the previous layer or to the next: {} or {}",
          name(i), stages[i], before, before, before + 1));
    }
    before = stages[i];
  }
}

void check_functional_stages(const Network& network, const std::vector<int>& stages) {
  const std::size_t first = network.num_inputs();
  const std::vector<Network::Call>& calls = network.calls();
  if (stages.size() != calls.size() - first) {
    throw ValueError(fmt::format(
        "The size of the provided `pipeline_stage_assignment` ({}) does not match the total number "
        "of invocations of layers in the model (currently {}), inputs left out",
        stages.size(), calls.size() - first));
  }
  const std::set<int> found(stages.begin(), stages.end());
  int next = 0;
  for (const int stage : found) {
    if (stage == next++) continue;
    throw ValueError(
        fmt::format("Pipeline stages in the graph need to be strictly increasing from 0, "
                    "but there is a stage {} and no stage {}",
                    stage, next - 1));
  }
  for (std::size_t i = first; i < calls.size(); ++i) {
    for (const std::size_t input : calls[i].inputs) {
      if (input < first || stages[input - first] <= stages[i - first]) continue;
      throw ValueError(fmt::format(
          "Layer {} in pipeline stage {} "
          "has a dependency from a pipeline stage which has not yet executed ({} is in stage {}). "
          "Layers can only use outputs from current or previous pipeline stages",
          calls[i].layer->name(), stages[i - first], calls[input].layer->name(),
          stages[input - first]));
    }
  }
}

}  // namespace pipette::keras
