// A program that shows nothing but text.
#pragma once

#include <string>

#include "cards/printed_view.h"
#include "scenes/printed/printed_layout.h"
#include "scenes/scene.h"

namespace pipette::app {

class PrintedScene final : public Scene {
 public:
  const char* name() const override { return "printed"; }
  const char* label() const override { return "Printed"; }
  bool shows(const Runs& runs) const override;

  void start(const Runs& runs) override;
  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  // "inspector", as the inspector has it when nothing but text has come.
  SceneState state() const override;

 private:
  const Session* session_ = nullptr;
  std::string text_;  // of the latest frame
  PrintedModel printed_;
  PrintedLayout layout_;
  PrintedViewState view_;
};

}  // namespace pipette::app
