// The page around a scene: transport, choice of scenes, charts, parameters, scrolling, keyboard,
// help.
//
//   ShellView view;                   // after the ImGui context exists
//   view.draw(ui, model, scene, {0, 0, width, height});
//
// The shell only draws and asks: App fills the model and acts on the intents. One thread.
#pragma once

#include <string>
#include <vector>

#include "cards/loss_view.h"
#include "cards/parameter_model.h"
#include "page/data_model.h"
#include "page/transport_model.h"
#include "scenes/scene.h"
#include "ui/ui.h"

namespace pipette::app {

// What the shell shows, as plain values; pointers are borrowed for one frame.
struct ShellModel {
  struct Choice {
    const char* name;
    const char* label;
  };
  std::vector<Choice> scenes;  // that the program has
  int scene = 0;               // the one that is shown
  TransportModel transport;
  ParameterModel parameters;
  DataModel data;
  LossModel loss;
  AccuracyCurve accuracy;
};

class ShellView {
 public:
  void draw(Ui& ui, const ShellModel& model, Scene& scene, const Rect& page);

 private:
  void draw_cards(Ui& ui, const ShellModel& model, Scene& scene, const PageFrame& frame);
  void scroll(Ui& ui, const PageFrame& frame);

  LossViewState loss_;
  bool help_open_ = false;
};

}  // namespace pipette::app
