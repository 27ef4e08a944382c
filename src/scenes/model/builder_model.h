// The content of the model builder, as plain values.
//
//   BuilderModel model = builder_of(experiment);    // problems are added from the panel's errors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cards/code_view.h"
#include "cards/parameter_model.h"
#include "experiment/experiment.h"

namespace pipette::app::model_scene {

struct BuilderModel {
  struct Row {
    std::string kind = {};                    // "Dense"
    std::string name = {};                    // "Dense_128"; empty: the model chooses a name
    std::vector<ParameterField> fields = {};  // named "layers/2/units"
    std::vector<ParameterField> more = {};    // less used; shown only for the selected layer
    std::string shape = {};                   // of the output: "32 × 128"; empty: unknown
    std::string params = {};                  // "100,480"
    std::int64_t stage = 0;
    bool outfeed = false;
    std::string error = {};
    std::vector<Suggestion> suggestions = {};
  };
  std::vector<Row> rows;
  std::string input = {};           // "28 × 28"
  std::vector<std::string> stages;  // "Stage 0 on IPU 0"; one stage: no pipeline
  std::string total = {};           // "235,146 parameters"
  std::string end_error = {};       // about the output of the last layer
  std::vector<Suggestion> end_suggestions = {};
  bool draft = false;   // the run still has the last valid model
  CodeModel code = {};  // empty while the layers do not fit
};

BuilderModel builder_of(const Experiment& experiment);

// "Dense", ...: the labels of chain_kinds().
std::vector<std::string> kind_labels();

}  // namespace pipette::app::model_scene
