#include "keras/model_stages.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette::keras {

void ModelStages::assign_scopes(const Network& network) {
  const std::vector<Network::Call>& calls = network.calls();
  const auto first = calls.begin() + static_cast<std::ptrdiff_t>(network.num_inputs());
  const auto has_stage = [](const Network::Call& call) { return call.stage.has_value(); };
  if (std::none_of(first, calls.end(), has_stage)) return;
  std::vector<int> assigned;
  for (auto call = first; call != calls.end(); ++call) {
    if (!call->stage) {
      throw ValueError(fmt::format(
          "All layers of a pipelined model must have an associated pipeline stage. However, "
          "{} has not been assigned to one: call it, or make it, inside of a PipelineStage",
          call->layer->name()));
    }
    assigned.push_back(*call->stage);
  }
  check_functional_stages(network, assigned);
  stages_ = std::move(assigned);
}

void ModelStages::assign(const ModelLayers& layers, const std::vector<StageNumber>& numbers) {
  std::vector<int> stages = whole_stages(numbers);
  if (layers.sequential()) {
    check_sequential_stages(layers.layers(), stages);
  } else {
    check_functional_stages(layers.network(), stages);
  }
  stages_ = std::move(stages);
  valid_ = true;
}

std::vector<StageNumber> ModelStages::numbers_of(const std::vector<LayerStage>& assignment,
                                                 const ModelLayers& layers) {
  const std::vector<LayerStage> now = unassigned(layers);
  std::vector<StageNumber> numbers;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    const LayerStage& entry = assignment[i];
    if (!entry.stage) {
      throw ValueError(fmt::format("Layer {} has not been assigned a pipeline stage",
                                   entry.layer ? entry.layer->name() : "(none)"));
    }
    const bool matches =
        i < now.size() && now[i].layer == entry.layer && now[i].call_index == entry.call_index;
    if (i < now.size() && !matches) {
      throw ValueError(fmt::format(
          "The provided assignment at index {} `pipeline_stage_assignment` is for layer {} (call "
          "{}), but the layer of the model at that index is {} (call {})",
          i, entry.layer ? entry.layer->name() : "(none)", entry.call_index, now[i].layer->name(),
          now[i].call_index));
    }
    numbers.emplace_back(*entry.stage);
  }
  return numbers;
}

void ModelStages::reset() {
  stages_.clear();
  valid_ = true;
}

std::vector<LayerStage> ModelStages::unassigned(const ModelLayers& layers) {
  std::vector<LayerStage> assignment;
  if (layers.sequential()) {
    for (const auto& layer : layers.layers()) assignment.push_back({layer, 0, std::nullopt});
    return assignment;
  }
  const std::vector<Network::Call>& calls = layers.network().calls();
  for (std::size_t i = layers.network().num_inputs(); i < calls.size(); ++i) {
    assignment.push_back({calls[i].layer, calls[i].call_index, std::nullopt});
  }
  return assignment;
}

std::vector<LayerStage> ModelStages::assignment(const ModelLayers& layers) const {
  std::vector<LayerStage> assignment = unassigned(layers);
  for (std::size_t i = 0; i < std::min(assignment.size(), stages_.size()); ++i) {
    assignment[i].stage = stages_[i];
  }
  return assignment;
}

int ModelStages::count() const {
  return stages_.empty() ? 1 : *std::max_element(stages_.begin(), stages_.end()) + 1;
}

std::vector<int> ModelStages::of_calls(const Network& network) const {
  if (stages_.empty()) return {};
  std::vector<int> of_calls(network.num_inputs(), 0);
  of_calls.insert(of_calls.end(), stages_.begin(), stages_.end());
  return of_calls;
}

std::string ModelStages::name(int stage, const Network& network) const {
  std::vector<std::string> all, weighted;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    if (stages_[i] != stage) continue;
    const Layer& layer = *network.calls()[network.num_inputs() + i].layer;
    all.push_back(layer.name());
    if (layer.count_params() > 0) weighted.push_back(layer.name());
  }
  const std::vector<std::string>& names = weighted.empty() ? all : weighted;
  if (names.size() < 2) return names.empty() ? "" : names[0];
  return names.front() + " .. " + names.back();
}

}  // namespace pipette::keras
