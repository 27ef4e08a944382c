#include "scenes/pipeline/pipeline_desk.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "device/architecture.h"
#include "scenes/model_edit.h"
#include "scenes/pipeline/pipeline_numbers.h"
#include "scenes/pipeline/slot_clock.h"
#include "ui/json_writer.h"

namespace pipette::app {

using pipelining::PipelineSchedule;

namespace {

// The valid count next to `value`, in the direction in which it was changed.
std::int64_t fitting_count(const Experiment& experiment, std::int64_t value, bool upwards) {
  const auto programs = pipelining::program_devices(experiment.stage_devices(), true);
  const int overlap = pipelining::overlap_length(experiment.pipeline_schedule, programs);
  const auto near = nearest_valid_counts(overlap, value);
  return upwards || near.below == 0 ? near.above : near.below;
}

}  // namespace

const char* note_on_losses(DequeueTime dequeue) {
  switch (dequeue) {
    case DequeueTime::at_end:
      return "Losses wait in the outfeed until the host reads them, after the last engine run";
    case DequeueTime::each_run:
      return "Losses wait in the outfeed until the host reads them, after each engine run";
    default:
      return "The host reads the outfeed while the program runs";
  }
}

void PipelineDesk::show(const Experiment& experiment, const PipelineInfo& info) {
  picture_.show(info, experiment.recompute);
  clock_hz_ = architecture(experiment.device.architecture).clock_hz;
  playback_.play(timing(), false);
  playback_.seek(timing(), 0);
  followed_cycles_ = -1;
  following_ = false;
  update_ = 0;
  for (Setting& setting : settings_) {
    setting.experiment = experiment;
    setting.described = false;
    setting.error.clear();
  }
  const bool grouped = experiment.pipeline_schedule == PipelineSchedule::grouped;
  change(&settings_[1], "schedule",
         static_cast<double>(grouped ? PipelineSchedule::interleaved : PipelineSchedule::grouped));
}

void PipelineDesk::follow(const PipelineInfo& info, const PipelinePosition& position,
                          std::int64_t now_cycles) {
  if (info.program != picture_.info().program) picture_.show(info, picture_.recomputes());
  if (now_cycles == followed_cycles_) return;
  const bool first_look = followed_cycles_ < 0 && now_cycles == 0;
  followed_cycles_ = now_cycles;
  if (first_look) return;
  following_ = true;
  playback_.play(timing(), false);
  update_ = position.update;
  if (!position.running) {
    playback_.seek(timing(), 0);
    return;
  }
  double place = place_at(timing(), static_cast<double>(now_cycles - position.begin_cycle));
  if (!position.updating) {  // waiting for the infeed takes longer than the schedule knows
    place = std::clamp(place, static_cast<double>(position.slot), position.slot + 0.999);
  }
  playback_.seek(timing(), place);
}

void PipelineDesk::describe(Setting* setting) {
  if (setting->described) return;
  setting->described = true;
  setting->error.clear();
  try {
    setting->picture.show(describe_pipeline(setting->experiment), setting->experiment.recompute);
  } catch (const Error& error) {
    setting->error = error.what();
  }
}

void PipelineDesk::change(Setting* setting, const std::string& what, double value) {
  Experiment& e = setting->experiment;
  const auto number = static_cast<std::int64_t>(std::clamp(value, 0.0, 1e6));
  bool upwards = true;
  if (what == "schedule") {
    e.pipeline_schedule = static_cast<PipelineSchedule>(std::min<std::int64_t>(number, 2));
  } else if (what == "recompute") {
    e.recompute = number != 0;
  } else if (what == "stages") {
    const std::int64_t stages = std::clamp<std::int64_t>(number, 2, e.max_stages());
    e.device_mapping.clear();
    if (!edit_model(&e, what, static_cast<double>(stages), {})) e.stages = stages;
  } else if (what == "count") {
    upwards = number > e.gradient_accumulation_count;
    e.gradient_accumulation_count = std::max<std::int64_t>(1, number);
  } else {
    return;
  }
  setting->described = false;
  try {
    e.gradient_accumulation_count = fitting_count(e, e.gradient_accumulation_count, upwards);
    // One weight update will do: what a step of Keras is must fit the count.
    if (!e.layers.empty()) e.steps = e.steps_per_execution = e.gradient_accumulation_count;
  } catch (const Error& error) {
    setting->described = true;
    setting->error = error.what();
  }
}

bool PipelineDesk::act(const Intent& intent) {
  switch (intent.kind) {
    case Intent::Kind::kPlay:
      playback_.play(timing(), intent.number != 0);
      break;
    case Intent::Kind::kStepPlace:
      playback_.step(timing(), intent.number < 0 ? -1 : 1);
      break;
    case Intent::Kind::kSeek:
      playback_.play(timing(), false);
      playback_.seek(timing(), intent.number);
      break;
    case Intent::Kind::kSetPlaySpeed:
      playback_.set_speed(static_cast<int>(intent.number));
      return true;
    case Intent::Kind::kCompare: {
      const bool second = intent.name.rfind("1/", 0) == 0;
      if (intent.name.size() > 2) {
        change(&settings_[second ? 1 : 0], intent.name.substr(2), intent.number);
      }
      return true;
    }
    default:
      return false;
  }
  following_ = false;
  return true;
}

void PipelineDesk::fill(PipelineModel* model, bool compare) {
  model->picture = &picture_;
  model->place = playback_.place();
  model->playing = playback_.playing();
  model->following = following_;
  model->play_speed = playback_.speed();
  model->clock_hz = clock_hz_;
  model->update = update_;
  model->losses_note = note_on_losses(settings_[0].experiment.dequeue);
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    Setting& setting = settings_[i];
    if (compare) describe(&setting);
    const bool fine = setting.described && setting.error.empty();
    model->compared[i] = {fine ? &setting.picture : nullptr,
                          static_cast<int>(setting.experiment.pipeline_schedule),
                          setting.experiment.num_stages(),
                          setting.experiment.gradient_accumulation_count,
                          setting.experiment.max_stages(),
                          setting.experiment.recompute,
                          setting.error};
  }
}

void PipelineDesk::write(JsonWriter* json) const {
  const PipelineInfo& info = picture_.info();
  json->add("place", playback_.place())
      .add("playing", playback_.playing())
      .add("following", following_)
      .add("play_speed", playback_.speed())
      .add("update", update_)
      .add("slots", static_cast<std::int64_t>(info.table.num_slots()))
      .add("utilisation", info.table.utilisation())
      .add("bubble", info.timing.total.bubble_fraction())
      .add("makespan_cycles", info.timing.makespan_cycles)
      .add("peak_stash_bytes", peak_stash_bytes(info));
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const Setting& setting = settings_[i];
    JsonWriter side;
    side.add("schedule", pipelining::schedule_name(setting.experiment.pipeline_schedule))
        .add("stages", setting.experiment.num_stages())
        .add("count", setting.experiment.gradient_accumulation_count)
        .add("recompute", setting.experiment.recompute)
        .add("error", setting.error);
    if (setting.described && setting.error.empty()) {
      side.add("makespan_cycles", setting.picture.info().timing.makespan_cycles);
    }
    json->raw(i == 0 ? "first" : "second", side.text());
  }
}

}  // namespace pipette::app
