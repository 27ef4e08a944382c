#include "scenes/schedule/comparison.h"

#include <algorithm>

#include "core/error.h"
#include "core/json.h"
#include "experiment/edit.h"
#include "session/describe_pipeline.h"
#include "ui/intent.h"
#include "ui/json_writer.h"

namespace pipette::app::schedule_scene {

using pipelining::PipelineSchedule;

namespace {

// The valid count nearest to `value` in the direction of the change.
std::int64_t fitting_count(const Experiment& experiment, std::int64_t value, bool upwards) {
  const auto near = nearest_valid_counts(experiment.count_rule(), value);
  return upwards || near.below == 0 ? near.above : near.below;
}

}  // namespace

void Comparison::start(const Experiment& experiment) {
  begun_ = experiment;
  for (Setting& setting : settings_) {
    setting.experiment = experiment;
    setting.described = false;
    setting.error.clear();
  }
  const bool grouped = experiment.pipeline.schedule == PipelineSchedule::grouped;
  change(&settings_[1], "schedule",
         static_cast<double>(grouped ? PipelineSchedule::interleaved : PipelineSchedule::grouped));
  as_begun_ = {place_of(settings_[0]), place_of(settings_[1])};
}

Place::Setting Comparison::place_of(const Setting& setting) {
  const Experiment& e = setting.experiment;
  return {.schedule = e.pipeline.schedule,
          .stages = e.num_stages(),
          .count = e.pipeline.gradient_accumulation_count,
          .recompute = e.pipeline.recompute};
}

std::array<Place::Setting, 2> Comparison::changes() const {
  std::array<Place::Setting, 2> changes;
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    Place::Setting now = place_of(settings_[i]);
    const Place::Setting& begun = as_begun_[i];
    if (now.schedule == begun.schedule) now.schedule.reset();
    if (now.stages == begun.stages) now.stages.reset();
    if (now.count == begun.count) now.count.reset();
    if (now.recompute == begun.recompute) now.recompute.reset();
    changes[i] = now;
  }
  return changes;
}

void Comparison::begin_again(const std::array<Place::Setting, 2>& changes) {
  if (changes == this->changes()) return;
  start(Experiment(begun_));
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const auto put = [&](const char* what, const auto& value) {
      if (value) change(&settings_[i], what, static_cast<double>(*value));
    };
    put("schedule", changes[i].schedule);
    put("stages", changes[i].stages);
    put("recompute", changes[i].recompute);
    put("count", changes[i].count);  // valid counts depend on the others
  }
}

void Comparison::change(const std::string& name, double value) {
  const bool second = name.rfind("1/", 0) == 0;
  if (name.size() > 2) change(&settings_[second ? 1 : 0], name.substr(2), value);
}

void Comparison::describe(Setting* setting) {
  if (setting->described) return;
  setting->described = true;
  setting->error.clear();
  try {
    setting->picture.show(describe_pipeline(setting->experiment),
                          setting->experiment.pipeline.recompute);
  } catch (const Error& error) {
    setting->error = error.what();
  }
}

void Comparison::change(Setting* setting, const std::string& what, double value) {
  Experiment& e = setting->experiment;
  const auto number = whole_within(value, 0, 1'000'000);
  bool upwards = true;
  if (what == "schedule") {
    e.pipeline.schedule = static_cast<PipelineSchedule>(std::min<std::int64_t>(number, 2));
  } else if (what == "recompute") {
    e.pipeline.recompute = number != 0;
  } else if (what == "stages") {
    const std::int64_t stages = std::clamp<std::int64_t>(number, 2, e.max_stages());
    set_value(e, "stages", stages);
  } else if (what == "count") {
    upwards = number > e.pipeline.gradient_accumulation_count;
    e.pipeline.gradient_accumulation_count = std::max<std::int64_t>(1, number);
  } else {
    return;
  }
  setting->described = false;
  try {
    e.pipeline.gradient_accumulation_count =
        fitting_count(e, e.pipeline.gradient_accumulation_count, upwards);
    // Steps for one weight update are enough: a Keras model's step count must fit the count.
    if (!e.model.layers.empty())
      e.training.steps = e.training.steps_per_execution = e.pipeline.gradient_accumulation_count;
  } catch (const Error& error) {
    setting->described = true;
    setting->error = error.what();
  }
}

void Comparison::fill(std::array<ComparedModel, 2>* compared, bool in_sight) {
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    Setting& setting = settings_[i];
    if (in_sight) describe(&setting);
    const bool fine = setting.described && setting.error.empty();
    (*compared)[i] = {fine ? &setting.picture : nullptr,
                      static_cast<int>(setting.experiment.pipeline.schedule),
                      setting.experiment.num_stages(),
                      setting.experiment.pipeline.gradient_accumulation_count,
                      setting.experiment.max_stages(),
                      setting.experiment.pipeline.recompute,
                      setting.error};
  }
}

void Comparison::write(JsonWriter* json) const {
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const Setting& setting = settings_[i];
    JsonWriter side;
    side.add("schedule", to_label(setting.experiment.pipeline.schedule))
        .add("stages", setting.experiment.num_stages())
        .add("count", setting.experiment.pipeline.gradient_accumulation_count)
        .add("recompute", setting.experiment.pipeline.recompute)
        .add("error", setting.error);
    if (setting.described && setting.error.empty()) {
      side.add("makespan_cycles", setting.picture.info().timing.makespan_cycles);
    }
    json->raw(i == 0 ? "first" : "second", side.text());
  }
}

}  // namespace pipette::app::schedule_scene
