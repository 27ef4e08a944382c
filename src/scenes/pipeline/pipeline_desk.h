// The pipeline scene's own state: which pipeline is shown, the playback of its schedule, and the
// two settings that are compared.
//
//   PipelineDesk desk;
//   desk.show(experiment, *session.pipeline());
//   desk.follow(*session.pipeline(), session.pipeline_position(), cycles);   // while it trains
//   desk.advance(elapsed_s);                                             // while it plays
//   if (desk.act(intent)) ...
//
// Throws what describe_pipeline throws only for the settings of the comparison, and keeps it as
// their error. One thread.
#pragma once

#include <array>
#include <optional>

#include "scenes/pipeline/pipeline_model.h"
#include "scenes/pipeline/playback.h"
#include "session/pipeline_info.h"
#include "ui/intent.h"

namespace pipette::app {

class JsonWriter;

// When the host reads the losses, in words for the chart that waits for them.
const char* note_on_losses(DequeueTime dequeue);

class PipelineDesk {
 public:
  void show(const Experiment& experiment, const PipelineInfo& info);
  // `info` may be of another program than before, with the same schedule.
  void follow(const PipelineInfo& info, const PipelinePosition& position, std::int64_t now_cycles);
  bool playing() const { return playback_.playing(); }
  void advance(double elapsed_s) { playback_.advance(timing(), elapsed_s, clock_hz_); }
  bool act(const Intent& intent);

  // `compare`: the comparison is in sight, so its settings are worked out.
  void fill(PipelineModel* model, bool compare);
  void write(JsonWriter* json) const;

 private:
  struct Setting {
    Experiment experiment;
    PipelinePicture picture;
    bool described = false;
    std::string error;
  };
  const pipelining::ScheduleTiming& timing() const { return picture_.info().timing; }
  void change(Setting* setting, const std::string& what, double value);
  void describe(Setting* setting);

  PipelinePicture picture_;
  Playback playback_;
  double clock_hz_ = 1;
  std::array<Setting, 2> settings_;
  std::int64_t followed_cycles_ = -1;
  bool following_ = false;
  std::int64_t update_ = 0;
};

}  // namespace pipette::app
