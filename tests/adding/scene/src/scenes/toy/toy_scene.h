// How many steps have been made, in one card.
#pragma once

#include <cstdint>

#include "scenes/scene.h"

namespace pipette::app::toy_scene {

class ToyScene final : public Scene {
 public:
  const char* name() const override { return "toy"; }
  const char* label() const override { return "Steps"; }
  bool shows(const Runs&) const override { return true; }
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"toy", "toy", "mnist-with-feeds"}};
  }

  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;

 private:
  std::int64_t steps_ = 0;
  Rect card_;
};

}  // namespace pipette::app::toy_scene
