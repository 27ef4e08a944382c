// A pipeline: the machine and its schedule, played with or without training, or a comparison of two
// settings.
//
// During training the playhead follows the session; otherwise the user plays the schedule, steps
// both ways or drags the playhead.
#pragma once

#include "scenes/scene.h"
#include "scenes/schedule/comparison.h"
#include "scenes/schedule/playback.h"
#include "scenes/schedule/schedule_layout.h"
#include "scenes/schedule/schedule_model.h"
#include "scenes/schedule/schedule_view.h"

namespace pipette::app::schedule_scene {

class ScheduleScene final : public Scene {
 public:
  const char* name() const override { return "schedule"; }
  const char* label() const override { return "Schedule"; }
  bool shows(const Runs& runs) const override;
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"schedule", "schedule", "mnist-pipelined"}, {"machine", "machine", "mnist-pipelined"}};
  }

  std::vector<std::string> actions() const override;
  Commands commands() const override;
  bool act(const Intent& intent) override;
  void start(const Runs& runs) override;
  bool playing() const override { return playback_.playing(); }
  void advance(double elapsed_s) override { playback_.advance(timing(), elapsed_s, clock_hz_); }
  Place place() const override;
  void go_to(const Place& place) override;
  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  SceneState state() const override;  // "pipeline"
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;
  bool moves(const std::string& card) const override { return card == "machine"; }
  std::string caption() const override;

  // The content that draw() shows; tests fill it by hand.
  ScheduleModel& model() { return model_; }

 private:
  const pipelining::ScheduleTiming& timing() const { return picture_.info().timing; }
  // `info` may describe another program than before, with the same schedule.
  void follow(const PipelineInfo& info, const PipelinePosition& position, std::int64_t now_cycles);

  bool shown_ = false;  // the runs have a pipeline
  PipelinePicture picture_;
  Playback playback_;
  Comparison comparison_;
  double clock_hz_ = 1;
  std::int64_t followed_cycles_ = -1;
  bool following_ = false;
  std::int64_t wanted_slot_ = 0;  // the slot that a link leads to
  std::int64_t update_ = 0;       // weight updates before the shown one
  ScheduleModel model_;
  ScheduleSceneLayout layout_;
  ScheduleViewState view_;
};

}  // namespace pipette::app::schedule_scene
