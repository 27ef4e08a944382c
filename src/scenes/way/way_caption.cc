#include "scenes/way/way_caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/format_quantity.h"
#include "core/format_sizes.h"
#include "core/item.h"
#include "ui/format.h"

namespace pipette::app::way_scene {
namespace {

std::string count_of(const Shape& shape) { return format_count(shape.num_elements()); }

// A layer's output for one image: "128 numbers", "8 pictures of 28 × 28 numbers".
std::string numbers_in(const Shape& shape) {
  if (shape.rank() == 4 && shape[3] > 1) {
    return fmt::format("{} pictures of {} × {} numbers", shape[3], shape[1], shape[2]);
  }
  if (shape.rank() > 2) return fmt::format("{} × {} numbers", shape[1], shape[2]);
  return count_of(shape) + (shape.num_elements() == 1 ? " number" : " numbers");
}

std::string name_of(const WayModel& model, int number) {
  return with_article(item(model.classes->names, number));
}
std::string share_of(const WayModel& model, int number) {
  return format_percent(static_cast<double>(item(model.probabilities, number)));
}

// The value farthest from zero, or one that is not finite.
double strongest(const inspect::Statistics& statistics) {
  const auto low = static_cast<double>(statistics.minimum);
  const auto high = static_cast<double>(statistics.maximum);
  return std::fabs(low) > std::fabs(high) ? low : high;
}

std::string image_caption(const WayModel& model) {
  const std::string pixels = fmt::format(
      "28 × 28 pixels, each a byte from 0 to 255, and {} of the 784 are not 0", model.ink);
  if (!model.drawn) {
    return fmt::format("This test {}, {}, has {}.", model.classes->one, name_of(model, model.label),
                       pixels);
  }
  return fmt::format("Your drawing was made as large as {} are: it has {}.", model.classes->several,
                     pixels);
}

std::string infeed_caption(const WayModel& model, const std::string& ipu) {
  const std::string batches =
      fmt::format("{} in a mini-batch",
                  model.batch_size == 1 ? "an image" : format_count(model.batch_size) + " images");
  if (!model.has_infeed) {
    return fmt::format(
        "Without an infeed queue the host hands images to {} with a call, {}, as numbers from 0 to "
        "1.",
        ipu, batches);
  }
  return fmt::format(
      "Images come to {} through the infeed queue, {}, as numbers from 0 to 1; {} of its {} "
      "mini-batches {} ready now.",
      ipu, batches, model.infeed_fill, model.infeed_depth, model.infeed_fill == 1 ? "is" : "are");
}

// The layer's input: "the 784 pixels", "the 128 of dense", "the 256 that IPU 0 sends it".
std::string input_of(const WayModel& model, const ImageWay& way, const WayStation& station) {
  if (station.layer == 0) return "the 784 pixels";
  const ImageWay::Layer& before = item(way.layers, station.layer - 1);
  const WayStation& maker = item(model.stations, 2 + station.layer - 1);
  const std::string count = "the " + count_of(before.output.shape());
  if (maker.stage == station.stage) return count + " of " + before.name;
  return count + " that " + item(model.ipus, maker.stage) + " sends it";
}

bool passes_on(const ImageWay& way, const WayStation& station) {
  if (station.layer == 0) return false;
  const Array& before = item(way.layers, station.layer - 1).output;
  const Array& after = item(way.layers, station.layer).output;
  return before.num_bytes() == after.num_bytes() &&
         std::memcmp(before.bytes(), after.bytes(), after.num_bytes()) == 0;
}

std::string layer_caption(const WayModel& model, const ImageWay& way, const WayStation& station) {
  const ImageWay::Layer& layer = item(way.layers, station.layer);
  const Shape& shape = layer.output.shape();
  if (passes_on(way, station)) {
    return fmt::format(
        "{} changes none of {} and lays them out {}.", layer.name, input_of(model, way, station),
        shape.rank() == 2 ? "in one row" : "as " + format_sizes(shape.without_front().sizes()));
  }
  std::string text = fmt::format("{} makes {} of {}", layer.name, numbers_in(shape),
                                 input_of(model, way, station));
  if (layer.rectified) {
    return text + fmt::format("; {} of them {} 0, because ReLU lets nothing negative through.",
                              format_count(station.zeros), station.zeros == 1 ? "is" : "are");
  }
  if (station.layer + 1 == model.num_layers) {
    return text + fmt::format(", one for each class; the largest, {}, is that for {}.",
                              format_value(static_cast<double>(station.statistics.maximum)),
                              name_of(model, model.prediction));
  }
  return text + fmt::format("; they go from {} to {}.",
                            format_value(static_cast<double>(station.statistics.minimum)),
                            format_value(static_cast<double>(station.statistics.maximum)));
}

std::string probabilities_caption(const WayModel& model, bool logits) {
  return fmt::format("{}: it takes the {} for {}, and is {} sure.",
                     logits ? "Softmax makes probabilities of what the last layer gives"
                            : "What the last layer gives are the network's probabilities",
                     model.drawn ? "drawing" : model.classes->one, name_of(model, model.prediction),
                     share_of(model, model.prediction));
}

std::string loss_caption(const WayModel& model) {
  const float p = item(model.probabilities, model.label);
  const std::string loss = fmt::format("−ln {} = {}", format_value(static_cast<double>(p)),
                                       format_value(static_cast<double>(model.loss)));
  if (!model.label_given) {
    return fmt::format("You have not said what you drew, so the loss is that of {}: {}.",
                       name_of(model, model.label), loss);
  }
  return fmt::format("The {} is {}, which the network gives {}, so the loss is {}.",
                     model.drawn ? "drawing" : model.classes->one, name_of(model, model.label),
                     share_of(model, model.label), loss);
}

std::string gradient_caption(const WayModel& model, const ImageWay& way, bool logits,
                             const WayStation& station) {
  const ImageWay::Layer& layer = item(way.layers, station.layer);
  const bool last = station.layer + 1 == model.num_layers;
  if (last && logits) {
    const auto* values = layer.gradient.data<float>();
    return fmt::format(
        "Backward, the gradient by what {} gives is the probabilities, less 1 for {}, where it is "
        "{}.",
        layer.name, name_of(model, model.label),
        format_value(static_cast<double>(values[model.label])));
  }
  std::string text = fmt::format(
      "Backward, the gradient says how the loss would change with each of the {} numbers of {}, "
      "the most by {} for a step of 1",
      count_of(layer.output.shape()), layer.name, format_value(strongest(station.statistics)));
  const WayStation& forward = item(model.stations, 2 + station.layer);
  if (forward.stage != station.stage) {
    text += fmt::format("; {} sends it to {}", item(model.ipus, station.stage),
                        item(model.ipus, forward.stage));
  }
  return text + ".";
}

std::string weights_caption(const ImageWay& way, const WayStation& station) {
  const ImageWay::Layer& layer = item(way.layers, station.layer);
  std::string text =
      fmt::format("The gradient with respect to the {} weights of {} says how to change them",
                  format_sizes(station.shape.sizes()), layer.name);
  if (station.zeros > 0 && station.shape.rank() == 2) {
    text += fmt::format("; {} of {} are 0, as nothing comes in there or nothing goes back",
                        format_count(station.zeros), format_count(station.size()));
  }
  return text + fmt::format("; the strongest is {}.", format_value(strongest(station.statistics)));
}

}  // namespace

std::string with_article(const std::string& name) {
  const bool vowel = !name.empty() && std::strchr("AEIO8", name[0]) != nullptr;
  return (vowel ? "an " : "a ") + name;
}

std::string way_caption(const WayModel& model, const ImageWay& way, bool logits,
                        const WayStation& station) {
  switch (station.kind) {
    case StationKind::image:
      return image_caption(model);
    case StationKind::infeed:
      return infeed_caption(model, model.ipus.front());
    case StationKind::layer:
      return layer_caption(model, way, station);
    case StationKind::probabilities:
      return probabilities_caption(model, logits);
    case StationKind::loss:
      return loss_caption(model);
    case StationKind::gradient:
      return gradient_caption(model, way, logits, station);
    case StationKind::weights:
      return weights_caption(way, station);
  }
  return {};
}

}  // namespace pipette::app::way_scene
