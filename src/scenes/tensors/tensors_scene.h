// The tensors from the outfeed queues: a table, the values and the distribution over time of the
// selected tensor, the filters of the queues, and the printed text. The network's layers can be
// shown in place of the distribution.
#pragma once

#include "cards/printed_view.h"
#include "scenes/scene.h"
#include "scenes/tensors/tensor_picker.h"
#include "scenes/tensors/tensors_layout.h"
#include "scenes/tensors/tensors_view.h"

namespace pipette::app::tensors_scene {

class TensorsScene final : public Scene {
 public:
  const char* name() const override { return "tensors"; }
  const char* label() const override { return "Tensors"; }
  bool shows(const Runs& runs) const override;
  std::vector<EmbeddableCard> embeddable() const override {
    return {{"tensors", "heat", "inspect-keras"}};
  }

  std::vector<std::string> actions() const override;
  Commands commands() const override;
  bool act(const Intent& intent) override;
  void start(const Runs& runs) override;
  void update(const SceneInput& input, bool in_sight) override;
  PageFrame lay_out(Ui& ui, const FrameSize& size) override;
  void draw(Ui& ui) override;
  SceneState state() const override;  // "inspector"
  std::vector<const char*> tables(const std::string& card) const override;
  std::string csv(const std::string& table) const override;

  // The content that draw() shows; tests fill it by hand.
  TensorsModel& model() { return model_; }
  PrintedModel& printed() { return printed_; }
  LayersModel& layers() { return layers_.model(); }

 private:
  bool shown_ = false;
  TensorPicker picker_;
  LayerInspection layers_;
  TensorsModel model_;
  PrintedModel printed_;
  TensorsLayout layout_;
  TensorsViewState view_;
  PrintedViewState printed_view_;
};

}  // namespace pipette::app::tensors_scene
