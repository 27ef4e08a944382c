#include "session/advised_experiment.h"

#include <algorithm>

#include "experiment/edit.h"
#include "experiment/field.h"
#include "experiment/problems.h"

namespace pipette {

namespace {

using profile::Advice;
using profile::AdviceKind;

// Each sets what the advice asks for, or returns false.

// Layers that a profile does not name, such as Flatten, do nothing on the device: they stay with
// the one before.
bool cut_stages(const Advice& advice, Experiment& e) {
  std::size_t found = 0, all = 0;
  std::int64_t stage = 0;
  for (const auto& names : advice.stages) all += names.size();
  for (LayerSpec& layer : e.model.layers) {
    for (std::size_t i = 0; i < advice.stages.size(); ++i) {
      const std::vector<std::string>& names = advice.stages[i];
      if (std::find(names.begin(), names.end(), layer.name) == names.end()) continue;
      stage = static_cast<std::int64_t>(i);
      ++found;
    }
    layer.stage = stage;
  }
  return found == all;
}

bool use_feeds(Experiment& e) {
  const CatalogueEntry& entry = catalogue_entry(e.name);
  if (!entry.calls_for_each_batch() || entry.twin.empty()) return false;
  e.name = entry.twin;
  e.training.steps_per_execution = Experiment::defaults(e.name).training.steps_per_execution;
  return true;
}

// An engine run of some programs is an epoch, whose length is that of the data.
bool add_steps(double times, Experiment& e) {
  using enum ProgramKind;
  const ProgramKind kind = catalogue_entry(e.name).kind;
  if (kind != with_feeds && kind != pipelined && kind != arithmetic) return false;
  Training& training = e.training;
  training.steps_per_execution *= static_cast<std::int64_t>(times);
  return training.steps_per_execution <= training.steps;
}

bool set_flag(const char* field, bool value, Experiment& e) {
  if (!why_meaningless(field_named(field), e).empty()) return false;
  field_named(field).set(e, value);
  return true;
}

bool change(const Advice& advice, Experiment& e) {
  switch (advice.kind) {
    case AdviceKind::cut_stages:
      return cut_stages(advice, e);
    case AdviceKind::use_feeds:
      return use_feeds(e);
    case AdviceKind::more_steps_per_run:
      return add_steps(advice.amount, e);
    case AdviceKind::faster_host:
      e.device.host.element_us = advice.amount;
      return true;
    case AdviceKind::prefetch:
      return set_flag("host.prefetch_data_streams", true, e);
    case AdviceKind::recompute:
      return set_flag("recompute", true, e);
    case AdviceKind::offload_activations:
      return set_flag("offload_activations", true, e);
    case AdviceKind::offload_optimizer_state:
      return set_flag("offload_weight_update_variables", true, e);
  }
  return false;
}

}  // namespace

std::optional<Experiment> advised_experiment(const Advice& advice, const Experiment& experiment) {
  Experiment made = experiment;
  if (!change(advice, made)) return std::nullopt;
  made = with_meaning_kept(std::move(made), experiment);
  if (changes_between(experiment, made).empty() || !problems_of(made).empty()) return std::nullopt;
  return made;
}

Json changes_between(const Experiment& before, const Experiment& after) {
  const Json old = parse_json(before.to_json());
  Json changes = parse_json(after.to_json());
  for (const auto& [key, value] : old.items()) {
    if (changes.contains(key) && changes[key] == value) changes.erase(key);
  }
  return changes;
}

Json parse_changes(const std::string& text) {
  Json changes = parse_json(text);
  if (!changes.is_object()) throw InvalidArgument("an advice must be fields with values");
  return changes;
}

Experiment with_changes(const Experiment& experiment, const Json& changes) {
  Json json = parse_json(experiment.to_json());
  json.update(changes);
  return Experiment::from_json(json.dump());
}

}  // namespace pipette
