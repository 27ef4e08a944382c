// The profile of a program: the machine's resources that it needs, and the cost of its first runs.
// The views are those of a report (web/profile): HTML, laid over an area that this scene keeps
// free, and loaded when the user first opens it; web/profile_panel.mjs fills that area.
#pragma once

#include "scenes/scene.h"

namespace pipette::app::profile_scene {

class ProfileScene final : public Scene {
 public:
  const char* name() const override { return "profile"; }
  const char* label() const override { return "Profile"; }
  // Benchmarks run no program on the device.
  bool shows(const Runs& runs) const override;
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"profile", "profile", "mnist-with-feeds"}};
  }

  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;

 private:
  bool has_run_ = false;
  Rect panel_;
};

}  // namespace pipette::app::profile_scene
