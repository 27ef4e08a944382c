// Two settings of a pipeline, compared without running either.
//
//   Comparison comparison;
//   comparison.start(experiment);            // the same twice, but for the schedule
//   comparison.change("1/stages", 3);        // or its "schedule", "recompute" or "count"
//   comparison.fill(&model.compared, true);
//
// What describe_pipeline() throws becomes the error of a setting. One thread.
#pragma once

#include <array>
#include <string>

#include "experiment/experiment.h"
#include "scenes/pipeline/pipeline_model.h"
#include "scenes/place.h"

namespace pipette::app {

class JsonWriter;

class Comparison {
 public:
  void start(const Experiment& experiment);
  void change(const std::string& name, double value);
  // What has changed since start(); and as it began, but for these.
  std::array<Place::Setting, 2> changes() const;
  void begin_again(const std::array<Place::Setting, 2>& changes);
  // Settings that have changed are only worked out if `in_sight`.
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
  Experiment begun_;                        // with
  std::array<Place::Setting, 2> as_begun_;  // all of it
};

}  // namespace pipette::app
