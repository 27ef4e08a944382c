// The way of one image through queue, stages and back, as plain values: its stations in the order
// in which one goes through them.
//
//   image, infeed, a station for each layer, probabilities, loss,
//   then for each layer from the last to the first: the gradient by its output, and by its weights
//
// A gradient by a layer's output is made by what comes after that layer: so it stands in the stage
// of the next one, or of the loss. Values are those of an ImageWay (session/layer_probe.h), and
// borrowed from whoever filled the model.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/choices.h"
#include "core/shape.h"
#include "data/image_classes.h"
#include "inspect/statistics.h"

namespace pipette::app {

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
  int layer = -1;         // whose output it is, or the gradient by that or by its weights
  int stage = -1;         // that makes it; -1: the host
  std::string name = {};  // "dense_1", "dense_1/kernel", "loss"
  const float* values = nullptr;
  Shape shape = {};
  inspect::Statistics statistics = {};
  std::int64_t zeros = 0;
  double limit = 1;  // of its colours
  std::string caption = {};

  std::int64_t size() const { return shape.num_elements(); }
};

struct WayModel {
  const ImageClasses* classes = &digit_classes();
  std::vector<WayStation> stations;  // none before the first look
  std::vector<std::string> ipus;     // of each stage: "IPU 0", "IPU 0 and 1"
  int num_layers = 0;
  int selected = 0;
  bool playing = false;
  std::int64_t step = -1;     // when it was looked at; negative: not yet
  std::uint64_t version = 0;  // changes with each look

  bool drawn = false;     // by the user; else a test image
  std::int64_t test = 0;  // the number of that
  std::int64_t ink = 0;   // pixels that are not 0
  int label = 0;
  bool label_given = true;  // else it is what the network takes the drawing for
  int prediction = 0;
  std::array<float, 10> probabilities{};
  float loss = 0;

  // What the program's infeed queue holds, and how many images a mini-batch has.
  bool has_infeed = false;
  int infeed_depth = 0, infeed_fill = 0;
  std::int64_t batch_size = 1;
};

}  // namespace pipette::app
