// What the page shows, as plain values: no emulator types, no ownership of anything that runs.
//
// app_model.cc fills these from one or two sessions; tests fill them by hand. Pointers are borrowed
// for one frame and may be null where a comment says so. Times are modelled microseconds unless the
// name says `real`.
#pragma once

#include <vector>

#include "cards/loss_model.h"
#include "cards/parameter_model.h"
#include "cards/trace_model.h"
#include "page/data_model.h"
#include "page/scene.h"
#include "page/transport_model.h"
#include "scenes/builder/builder_model.h"
#include "scenes/feeds/digits_model.h"
#include "scenes/feeds/flow_model.h"
#include "scenes/inspector/inspector_model.h"
#include "scenes/pipeline/pipeline_model.h"

namespace pipette::app {

struct PageModel {
  std::vector<Scene> scenes = {Scene::kFeeds};  // that the program has
  Scene scene = Scene::kFeeds;                  // the one that is shown
  PipelineModel pipeline;
  InspectorModel inspector;
  BuilderModel builder;
  TransportModel transport;
  ParameterModel parameters;
  FlowModel flow;
  TracePairModel traces;
  LossModel loss;
  AccuracyModel accuracy;
  DigitsModel digits;
  DrawingModel drawing;
  DataModel data;
};

}  // namespace pipette::app
