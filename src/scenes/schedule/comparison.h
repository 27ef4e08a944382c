// Two settings of a pipeline, compared without running them.
//
//   Comparison comparison;
//   comparison.start(experiment);            // two equal settings, except for the schedule
//   comparison.change("1/stages", 3);        // or "1/schedule", "1/recompute", "1/count"
//   comparison.fill(&model.compared, true);
//
// An exception from describe_pipeline() becomes the error of a setting. One thread.
#pragma once

#include <array>
#include <string>

#include "experiment/experiment.h"
#include "scenes/place.h"
#include "scenes/schedule/schedule_model.h"
#include "ui/json_writer.h"

namespace pipette::app::schedule_scene {

class Comparison {
 public:
  void start(const Experiment& experiment);
  void change(const std::string& name, double value);
  // The changes since start(); begin_again() starts over and applies such changes.
  std::array<Place::Setting, 2> changes() const;
  void begin_again(const std::array<Place::Setting, 2>& changes);
  // Changed settings are computed only if `in_sight`.
  void fill(std::array<ComparedModel, 2>* compared, bool in_sight);
  // Adds "first" and "second".
  void write(JsonWriter* json) const;

 private:
  struct Setting {
    Experiment experiment;
    PipelinePicture picture;
    bool described = false;
    std::string error;
  };
  static void change(Setting* setting, const std::string& what, double value);
  static void describe(Setting* setting);
  static Place::Setting place_of(const Setting& setting);

  std::array<Setting, 2> settings_;
  Experiment begun_;                        // the experiment given to start()
  std::array<Place::Setting, 2> as_begun_;  // both settings as start() made them
};

}  // namespace pipette::app::schedule_scene
