// The page around a scene: transport, choice of scenes, charts, parameters, scrolling, keyboard,
// errors.
//
//   ShellView view;                   // after the ImGui context exists
//   view.draw(ui, model, scene, {0, 0, width, height});
//
// The shell only draws and posts intents: App fills the model and acts on the intents. One thread.
#pragma once

#include <string>
#include <vector>

#include "cards/loss_view.h"
#include "cards/parameter_model.h"
#include "page/data_model.h"
#include "page/parameters_view.h"
#include "page/save_menu.h"
#include "page/transport_view.h"
#include "scenes/scene.h"
#include "ui/ui.h"

namespace pipette::app {

// The content of the shell, as plain values; pointers are borrowed for one frame.
struct ShellModel {
  struct Choice {
    const char* name;
    const char* title;
  };
  std::vector<Choice> scenes;  // the scenes of the program
  int scene = 0;               // the index of the shown scene
  TransportModel transport;
  ParameterModel parameters;
  DataModel data;
  LossModel loss;
  AccuracyCurve accuracy;
  const char* only =
      nullptr;  // the one card of an embedded or presented page; everything around it is HTML
};

class ShellView {
 public:
  void draw(Ui& ui, const ShellModel& model, Scene& scene, const Rect& page);
  // The cards of the scene and of the page that can stand alone, as of the last drawing.
  const std::vector<const char*>& cards() const { return cards_; }
  // The height wanted by a page of one card, as of the last drawing; 0 for an ordinary page.
  float wanted_height() const { return wanted_height_; }
  // The name of that card and the zoom at which it was drawn, as JSON.
  std::string alone_json() const;

 private:
  PageFrame lay_out(Ui& ui, const ShellModel& model, Scene& scene, const Rect& page) const;
  void draw_cards(Ui& ui, const ShellModel& model, Scene& scene, const PageFrame& frame);
  void scroll(Ui& ui, const PageFrame& frame);
  void draw_save_menu(Ui& ui, const ShellModel& model, const Scene& scene);

  LossViewState loss_;
  ParametersViewState parameters_;
  SaveMenu save_menu_;
  OpenCards open_;
  float wanted_height_ = 0, zoom_ = 1;
  std::string only_;
  std::vector<const char*> cards_;
};

}  // namespace pipette::app
