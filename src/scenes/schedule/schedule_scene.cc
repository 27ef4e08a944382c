#include "scenes/schedule/schedule_scene.h"

#include <algorithm>
#include <utility>

#include "cards/loss_model.h"
#include "device/architecture.h"
#include "pipeline/slot_clock.h"
#include "scenes/schedule/actions.h"
#include "scenes/schedule/compare_view.h"
#include "scenes/schedule/machine_caption.h"
#include "scenes/schedule/machine_view.h"
#include "scenes/schedule/playback_view.h"
#include "scenes/schedule/schedule_numbers.h"
#include "ui/json_writer.h"

namespace pipette::app::schedule_scene {

bool ScheduleScene::shows(const Runs& runs) const {
  return runs.leader().session().pipeline() != nullptr;
}

std::vector<std::string> ScheduleScene::actions() const {
  return {action::kPlay, action::kStepPlace, action::kSeek, action::kSetPlaySpeed,
          action::kCompare};
}

bool ScheduleScene::act(const Intent& intent) {
  if (intent.action == action::kSetPlaySpeed) {
    playback_.set_speed(
        static_cast<int>(whole_within(intent.number, 0, std::ssize(kPlaySpeeds) - 1)));
    return true;
  }
  if (intent.action == action::kCompare) {
    comparison_.change(intent.name, intent.number);
    return true;
  }
  if (intent.action == action::kPlay) {
    playback_.play(timing(), intent.number != 0);
  } else if (intent.action == action::kStepPlace) {
    playback_.step(timing(), intent.number < 0 ? -1 : 1);
  } else if (intent.action == action::kSeek) {
    playback_.play(timing(), false);
    playback_.seek(timing(), intent.number);
  } else {
    return false;
  }
  following_ = false;
  wanted_slot_ = 0;
  return true;
}

void ScheduleScene::start(const Runs& runs) {
  model_ = {};
  const Session& session = runs.leader().session();
  shown_ = session.pipeline() != nullptr;
  playback_.play(timing(), false);
  if (!shown_) return;
  const Experiment& experiment = session.experiment();
  picture_.show(*session.pipeline(), experiment.pipeline.recompute);
  clock_hz_ = architecture(experiment.device.architecture).clock_hz;
  playback_.seek(timing(), 0);
  followed_cycles_ = -1;
  following_ = false;
  wanted_slot_ = 0;
  update_ = 0;
  comparison_.start(experiment);
}

void ScheduleScene::follow(const PipelineInfo& info, const PipelinePosition& position,
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
  if (!position.updating) {  // the schedule does not include waits for the infeed
    place = std::clamp(place, static_cast<double>(position.slot), position.slot + 0.999);
  }
  playback_.seek(timing(), place);
}

Place ScheduleScene::place() const {
  if (!shown_) return {};
  Place place = {.compare = view_.compare};
  if (!following_) place.slot = static_cast<std::int64_t>(playback_.place());
  if (view_.compare) place.compared = comparison_.changes();
  return place;
}

void ScheduleScene::go_to(const Place& place) {
  if (!shown_) return;
  playback_.play(timing(), false);
  if (place.slot == 0 && !following_) playback_.seek(timing(), 0);
  wanted_slot_ = place.slot;
  view_.compare = place.compare;
  comparison_.begin_again(place.compared);
}

void ScheduleScene::update(const SceneInput& input, bool) {
  const Session& session = input.runs.leader().session();
  follow(*session.pipeline(), session.observed().pipeline_position(), session.status().cycles);
  if (wanted_slot_ > 0 && !input.running) {  // the run has come to where it stands, too
    playback_.seek(timing(), static_cast<double>(std::exchange(wanted_slot_, 0)));
    following_ = false;
  }
  model_.picture = &picture_;
  model_.place = playback_.place();
  model_.playing = playback_.playing();
  model_.following = following_;
  model_.play_speed = playback_.speed();
  model_.clock_hz = clock_hz_;
  model_.update = update_;
  model_.losses = &session.losses();
  model_.losses_note = note_on_losses(session.experiment());
  comparison_.fill(&model_.compared, view_.compare);
}

Commands ScheduleScene::commands() const {
  const bool possible = model_.picture != nullptr;
  return {
      {.keys = ",",
       .help = "One slot back",
       .intent = {action::kStepPlace, {}, -1},
       .possible = possible,
       .repeats = true},
      {.keys = ".",
       .help = "One slot forward",
       .intent = {action::kStepPlace, {}, 1},
       .possible = possible,
       .repeats = true},
      {.keys = "P",
       .help = "Play, or stand still",
       .intent = {action::kPlay, {}, model_.playing ? 0.0 : 1.0},
       .possible = possible},
      {.keys = "Left, Right", .help = "Follow a mini-batch; Escape lets go"},
  };
}

PageFrame ScheduleScene::lay_out(Ui& ui, const FrameSize& size) {
  layout_ = lay_out_schedule(size, {.schedule = schedule_height(ui, model_),
                                    .compare = compare_height(model_),
                                    .comparing = view_.compare});
  keep_only(size, &layout_.frame,
            {{"machine", &layout_.machine},
             {"schedule", &layout_.schedule},
             {"compare", &layout_.compare},
             {"numbers", &layout_.numbers}});
  return layout_.frame;
}

void ScheduleScene::draw(Ui& ui) {
  const float up = -ui.page_scroll;
  if (view_.compare) {
    draw_compare(ui, model_, &view_, layout_.compare.moved(0, up));
  } else {
    draw_machine(ui, model_, &view_, layout_.machine.moved(0, up));
    draw_schedule(ui, model_, &view_, layout_.schedule.moved(0, up));
  }
  draw_numbers(ui, model_, layout_.numbers.moved(0, up));
}

std::string ScheduleScene::caption() const {
  if (!shown_ || view_.compare) return {};
  return machine_caption(picture_.info(), machine_at(picture_.info(), playback_.place()));
}

SceneState ScheduleScene::state() const {
  if (!shown_) return {{"pipeline", "null"}};
  const PipelineInfo& info = picture_.info();
  JsonWriter json;
  json.add("place", playback_.place())
      .add("playing", playback_.playing())
      .add("following", following_)
      .add("play_speed", playback_.speed())
      .add("update", update_)
      .add("slots", static_cast<std::int64_t>(info.table.num_slots()))
      .add("utilisation", info.table.utilisation())
      .add("bubble", info.timing.total.bubble_fraction())
      .add("makespan_cycles", info.timing.makespan_cycles)
      .add("peak_stash_bytes", peak_stash_bytes(info));
  comparison_.write(&json);
  json.add("comparing", view_.compare)
      .add("chosen", view_.chosen)
      .add("pointed", view_.pointed)
      .add("columns", view_.columns == Columns::slots ? "slots" : "cycles")
      .add("memory_scale", view_.own_scale ? "own" : "one")
      .add("start", view_.view.start_us)
      .add("end", view_.view.end_us);
  return {{"pipeline", json.text()}};
}

}  // namespace pipette::app::schedule_scene
