// The layers of a model, edited in place, and the corresponding program.
#pragma once

#include "scenes/model/builder_layout.h"
#include "scenes/model/builder_view.h"
#include "scenes/scene.h"

namespace pipette::app::model_scene {

class ModelScene final : public Scene {
 public:
  const char* name() const override { return "model"; }
  const char* label() const override { return "Model"; }
  bool shows(const Runs& runs) const override;
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"builder", "builder", "inspect-keras"}};
  }
  Commands commands() const override;

  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;

  // The content that draw() shows; tests fill it by hand.
  BuilderModel& model() { return model_; }

 private:
  BuilderModel model_;
  std::uint64_t edit_ = 0;  // version of the experiment in the model
  BuilderLayout layout_;
  BuilderViewState view_;
};

}  // namespace pipette::app::model_scene
