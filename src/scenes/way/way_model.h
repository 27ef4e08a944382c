// The way of one image through queue and stages and back, as plain values: its stations in the
// order in which they are passed.
//
//   image, infeed, a station for each layer, probabilities, loss,
//   then, from the last layer to the first: the gradient of its output, and of its weights
//
// The gradient of a layer's output is computed by whatever follows that layer, so it belongs to the
// stage of the next layer, or of the loss. Values are those of an ImageWay (session/layer_probe.h),
// borrowed from the object that filled the model.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/choices.h"
#include "core/shape.h"
#include "data/image_classes.h"
#include "inspect/statistics.h"

namespace pipette::app::way_scene {

enum class StationKind { image, infeed, layer, probabilities, loss, gradient, weights };
constexpr auto choices_of(StationKind) {
  return std::to_array<Choice<StationKind>>({{StationKind::image, "image"},
                                             {StationKind::infeed, "infeed"},
                                             {StationKind::layer, "layer"},
                                             {StationKind::probabilities, "probabilities"},
                                             {StationKind::loss, "loss"},
                                             {StationKind::gradient, "gradient"},
                                             {StationKind::weights, "weights"}});
}
constexpr bool is_backward(StationKind kind) { return kind >= StationKind::gradient; }

struct WayStation {
  StationKind kind = StationKind::image;
  int layer = -1;         // the layer whose output or gradient it is
  int stage = -1;         // the stage that computes it; -1: the host
  std::string name = {};  // "dense_1", "dense_1/kernel", "loss"
  const float* values = nullptr;
  Shape shape = {};
  inspect::Statistics statistics = {};
  std::int64_t zeros = 0;
  double limit = 1;  // the value of the strongest colour
  std::string caption = {};

  std::int64_t size() const { return shape.num_elements(); }
};

struct WayModel {
  const ImageClasses* classes = &digit_classes();
  std::vector<WayStation> stations;  // empty before the first inspection
  std::vector<std::string> ipus;     // by stage: "IPU 0", "IPU 0 and 1"
  int num_layers = 0;
  int selected = 0;
  bool playing = false;
  std::int64_t step = -1;     // the training step of the inspection; negative: none yet
  std::uint64_t version = 0;  // changes with each inspection

  bool drawn = false;     // the image is the user's drawing; else a test image
  std::int64_t test = 0;  // the number of the test image
  std::int64_t ink = 0;   // pixels that are not 0
  int label = 0;
  bool label_given = true;  // else `label` is the network's prediction
  int prediction = 0;
  std::array<float, 10> probabilities{};
  float loss = 0;

  // The program's infeed queue, and the number of images in a mini-batch.
  bool has_infeed = false;
  int infeed_depth = 0, infeed_fill = 0;
  std::int64_t batch_size = 1;
};

}  // namespace pipette::app::way_scene
