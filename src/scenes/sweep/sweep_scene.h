// An experiment again with other values of one of its fields, as a curve that can be clicked.
#pragma once

#include <string>

#include "scenes/scene.h"
#include "scenes/sweep/sweep_layout.h"
#include "scenes/sweep/sweep_view.h"

namespace pipette::app::sweep_scene {

class SweepScene final : public Scene {
 public:
  const char* name() const override { return "sweep"; }
  const char* label() const override { return "Sweep"; }
  bool shows(const Runs& runs) const override;

  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  // "sweep": the field, its values as typed, and the points with their figures.
  SceneState state() const override;
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;
  bool moves(const std::string& card) const override { return card == "sweep"; }
  std::string caption() const override;

 private:
  void choose(const SceneInput& input);

  const FieldSweep* sweep_ = nullptr;  // of the latest update()
  SweepModel model_;
  SweepChoice choice_;
  std::uint64_t edit_ = 0;  // of the experiment whose fields the choice has
  std::string experiment_;  // that one, as JSON
  std::string checked_;     // the field and the values that the error is of
  SweepLayout layout_;
};

}  // namespace pipette::app::sweep_scene
