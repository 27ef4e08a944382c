// Pipeline stages of models.
#include <fmt/format.h>

#include <algorithm>

#include "keras/model_state.h"
#include "keras/summary.h"

namespace pipette::keras {

// Calls that were made, or whose layers were made, inside of a PipelineStage.
void Model::State::take_stages_of_scopes() {
  const std::vector<Network::Call>& calls = network->calls();
  const auto first = calls.begin() + static_cast<std::ptrdiff_t>(network->num_inputs());
  const auto has_stage = [](const Network::Call& call) { return call.stage.has_value(); };
  if (std::none_of(first, calls.end(), has_stage)) return;
  std::vector<int> assigned;
  for (auto call = first; call != calls.end(); ++call) {
    if (!call->stage) {
      throw ValueError(fmt::format(
          "All layers of a pipelined model must have an associated pipeline stage. However, {} has "
          "not been assigned to one: call it, or make it, inside of a PipelineStage",
          call->layer->name()));
    }
    assigned.push_back(*call->stage);
  }
  check_functional_stages(*network, assigned);
  stages = std::move(assigned);
}

void Model::set_pipeline_stage_assignment(const std::vector<StageNumber>& numbers) {
  State& s = *state_;
  std::vector<int> stages = whole_stages(numbers);
  if (s.sequential) {
    check_sequential_stages(layers(), stages);
  } else {
    check_functional_stages(*s.network, stages);
  }
  s.forget_programs();
  s.stages = std::move(stages);
  s.stages_valid = true;
}

void Model::set_pipeline_stage_assignment(const std::vector<LayerStage>& assignment) {
  const std::vector<LayerStage> now = get_pipeline_stage_assignment();
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
  set_pipeline_stage_assignment(numbers);
}

std::vector<LayerStage> Model::get_pipeline_stage_assignment() const {
  const State& s = *state_;
  std::vector<LayerStage> assignment;
  if (s.sequential) {
    for (const LayerPtr& layer : s.chain) assignment.push_back({layer.shared(), 0, std::nullopt});
  } else {
    const std::vector<Network::Call>& calls = s.network->calls();
    for (std::size_t i = s.network->num_inputs(); i < calls.size(); ++i) {
      assignment.push_back({calls[i].layer, calls[i].call_index, std::nullopt});
    }
  }
  for (std::size_t i = 0; i < std::min(assignment.size(), s.stages.size()); ++i) {
    assignment[i].stage = s.stages[i];
  }
  return assignment;
}

void Model::reset_pipeline_stage_assignment() {
  state_->forget_programs();
  state_->stages.clear();
  state_->stages_valid = true;
}

void Model::print_pipeline_stage_assignment_summary(const TextSink& out) const {
  if (state_->sequential) {
    out(stages_text(get_pipeline_stage_assignment()));
  } else {
    out(stages_text(*state_->network, get_pipeline_stage_assignment()));
  }
}

bool Model::pipelined() const { return !state_->stages.empty(); }

std::string Model::stage_name(int stage) const {
  const Network& network = state_->built_network();
  std::vector<std::string> all, weighted;
  for (std::size_t i = 0; i < state_->stages.size(); ++i) {
    if (state_->stages[i] != stage) continue;
    const Layer& layer = *network.calls()[network.num_inputs() + i].layer;
    all.push_back(layer.name());
    if (layer.count_params() > 0) weighted.push_back(layer.name());
  }
  const std::vector<std::string>& names = weighted.empty() ? all : weighted;
  if (names.size() < 2) return names.empty() ? "" : names[0];
  return names.front() + " .. " + names.back();
}

int Model::num_stages() const {
  const std::vector<int>& stages = state_->stages;
  return stages.empty() ? 1 : *std::max_element(stages.begin(), stages.end()) + 1;
}

}  // namespace pipette::keras
