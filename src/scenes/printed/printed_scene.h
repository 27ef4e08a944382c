// The text that a program prints and, if the program is not built of layers, its code.
#pragma once

#include <string>

#include "cards/code_view.h"
#include "cards/printed_view.h"
#include "scenes/printed/batch_rates_view.h"
#include "scenes/printed/printed_layout.h"
#include "scenes/scene.h"

namespace pipette::app::printed_scene {

class PrintedScene final : public Scene {
 public:
  const char* name() const override { return "printed"; }
  const char* label() const override { return "Program"; }
  bool shows(const Runs& runs) const override;

  void start(const Runs& runs) override;
  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  // "inspector", as the inspector gives it when only text has arrived, and "speed".
  SceneState state() const override;
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;
  bool moves(const std::string& card) const override { return card == "speed"; }
  std::string caption() const override { return rates_.words; }

 private:
  const Runs* runs_ = nullptr;  // since the latest update()
  std::string text_;            // the printed text, as of the latest frame
  PrintedModel printed_;
  CodeModel code_;
  const Session* code_of_ = nullptr;
  int language_ = 0;
  bool measures_ = false;
  BatchRatesModel rates_;
  PrintedLayout layout_;
  PrintedViewState view_;
};

}  // namespace pipette::app::printed_scene
