// The inspector's view of one layer: its activations for a few hundred test images as points in the
// plane, and the singular values of its weights (inspect/components.h).
//
//   LayerInspection inspection;
//   if (inspection.act(intent)) ...
//   inspection.update(session, now_s, running);       // updates the model when due
//   draw_layers(ui, inspection.model(), area);
//
// It updates only while shown, and, while the network trains, only in a share of the time
// (runs/share_of_time.h). Points stay on the same side from one update to the next. It changes
// nothing in the session (session/layer_probe.h). One thread.
#pragma once

#include <string>
#include <vector>

#include "inspect/components.h"
#include "runs/share_of_time.h"
#include "session/session.h"
#include "ui/intent.h"
#include "ui/json_writer.h"

namespace pipette::app::tensors_scene {

struct LayersModel {
  bool shown = false;
  std::vector<std::string> layers;
  int selected = -1;
  std::int64_t step = -1;  // training step of the values; negative: none yet

  const ImageClasses* classes = &digit_classes();
  std::vector<std::uint8_t> labels;  // of the points
  inspect::Projection projection;
  std::int64_t features = 0;  // the size of the layer's output for one image

  std::string kernel = {};  // "Dense_128/kernel:0"; empty: the layer has no weight matrix
  std::string kernel_shape = {};
  bool kernel_too_large = false;  // for singular values while the page is drawn
  std::vector<double> singular_values;
};

class LayerInspection {
 public:
  // As many images as give a matrix of at most kMostNumbers, but at least kLeastImages.
  static constexpr std::int64_t kImages = 256, kLeastImages = 64, kMostNumbers = 1 << 20;
  static constexpr std::int64_t kMostSingularValues = 512;

  bool act(const Intent& intent);
  void start(const Session& session);  // drops all results
  void update(const Session& session, double now_s, bool running);
  static void write(const LayersModel& model, JsonWriter* json);

  LayersModel& model() { return model_; }
  const LayersModel& model() const { return model_; }

 private:
  bool due(std::int64_t step, double now_s, bool running) const;
  void inspect(const Session& session);
  void inspect_weights(const Session& session, const std::string& layer);

  LayersModel model_;
  std::string chosen_;  // name of the selected layer, kept for the next runs
  int inspected_ = -1;  // index of the layer that was computed last
  ShareOfTime share_;
};

}  // namespace pipette::app::tensors_scene
