#include "scenes/way/way_inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "scenes/way/way_caption.h"
#include "ui/heat_map.h"
#include "ui/json_writer.h"

namespace pipette::app::way_scene {
namespace {

constexpr std::size_t kPixels = 28 * 28;
constexpr double kPartsWhileDrawing = 2;  // of the time: one for an inspection

int largest(const Array& values) {
  const auto* first = values.data<float>();
  return static_cast<int>(std::max_element(first, first + values.size()) - first);
}

// Identifies the same station in another run.
std::string key_of(const WayStation& station) {
  return to_word(station.kind) + (" " + station.name);
}

// "IPU 0", "IPU 0 and 1"
std::string name_of(const std::vector<int>& ipus) {
  std::string name = "IPU ";
  for (std::size_t i = 0; i < ipus.size(); ++i) {
    name += (i == 0 ? "" : i + 1 == ipus.size() ? " and " : ", ") + std::to_string(ipus[i]);
  }
  return name;
}

}  // namespace

void WayInspection::pick(std::int64_t test) {
  model_.test = std::max<std::int64_t>(0, test);
  drawing_.clear();
  asked_ = Asked::at_once;
}

void WayInspection::draw(const std::vector<float>& pixels) {
  const bool was_empty = drawing_.empty();
  drawing_.clear();
  if (pixels.size() == kPixels) {
    for (const float pixel : pixels) {
      const float ink = pixel > 0 ? std::min(pixel, 1.0f) : 0;  // NaN counts as none
      drawing_.push_back(static_cast<std::uint8_t>(ink * 255 + 0.5f));
    }
  }
  if (was_empty) given_label_ = -1;  // a new drawing
  const bool begins = was_empty || drawing_.empty();
  if (begins || asked_ == Asked::nothing) asked_ = begins ? Asked::at_once : Asked::while_drawing;
}

void WayInspection::label(int label) {
  given_label_ = label;
  asked_ = Asked::at_once;
}

void WayInspection::select(int station) {
  if (model_.stations.empty()) wanted_station_ = station;
  model_.selected = std::clamp(station, 0, std::max(0, to_int(model_.stations.size()) - 1));
}

void WayInspection::start(const Session& session) {
  if (!model_.stations.empty()) kept_station_ = key_of(item(model_.stations, model_.selected));
  const std::int64_t test = model_.test;
  model_ = {};
  model_.test = test;
  model_.classes = &session.data().classes();
  model_.num_layers = to_int(session.layers().names().size());
  for (const std::vector<int>& ipus : session.experiment().stage_devices()) {
    model_.ipus.push_back(name_of(ipus));
  }
  inspected_cycles_ = -1;
  asked_ = Asked::at_once;
}

bool WayInspection::due(std::int64_t cycles, double now_s, bool running) const {
  if (asked_ == Asked::at_once) return true;
  if (asked_ == Asked::while_drawing && !running) {
    return now_s - share_.last_s() >= kPartsWhileDrawing * share_.cost_s();
  }
  if (asked_ == Asked::nothing && cycles == inspected_cycles_) return false;
  return !running || share_.due(now_s);
}

void WayInspection::follow(const Session& session, double now_s, bool running) {
  const RunStatus status = session.status();
  if (!due(status.cycles, now_s, running)) return;
  asked_ = Asked::nothing;
  inspected_cycles_ = status.cycles;
  model_.has_infeed = status.infeed.exists;
  model_.infeed_depth = status.infeed.depth;
  model_.infeed_fill = status.infeed.fill;
  model_.batch_size = session.experiment().training.batch_size;
  model_.step = status.step;
  share_.spend(now_s, [&] { inspect(session); });
}

void WayInspection::take_image(const Session& session) {
  model_.drawn = !drawing_.empty();
  model_.label_given = !model_.drawn || given_label_ >= 0;
  if (model_.drawn) {
    bytes_ = drawing_;
    model_.label = given_label_;
  } else {
    model_.test = std::min(model_.test, session.data().test_count() - 1);
    const LabelledImages image = session.data().test(model_.test, model_.test + 1);
    const auto* bytes = image.images.data<std::uint8_t>();
    bytes_.assign(bytes, bytes + image.images.size());
    model_.label = *image.labels.data<std::uint8_t>();
  }
  model_.ink = std::count_if(bytes_.begin(), bytes_.end(), [](std::uint8_t b) { return b > 0; });
}

void WayInspection::inspect(const Session& session) {
  take_image(session);
  const Array image = unit_floats(Array::of<std::uint8_t>({1, 28, 28}, bytes_));
  pixels_.assign(image.data<float>(), image.data<float>() + image.size());
  const LayerProbe& layers = session.layers();
  if (!model_.label_given) model_.label = largest(layers.output(layers.names().back(), image));
  way_ = layers.way(image, model_.label);
  model_.prediction = largest(way_.probabilities);
  std::copy_n(way_.probabilities.data<float>(), 10, model_.probabilities.begin());
  model_.loss = way_.loss;
  fill(session);
  ++model_.version;
}

void WayInspection::add(WayStation station, const Array& values) {
  station.values = values.data<float>();
  station.shape = values.shape();
  station.statistics = inspect::statistics(values);
  station.zeros = std::count(station.values, station.values + station.size(), 0.0f);
  station.limit = color_limit(station.values, station.size());
  model_.stations.push_back(std::move(station));
}

void WayInspection::add_layers_back(const Session& session) {
  for (int i = model_.num_layers - 1; i >= 0; --i) {
    const ImageWay::Layer& layer = item(way_.layers, i);
    const auto stage = [&](int of) {
      return static_cast<int>(session.layers().stage_of(static_cast<std::size_t>(of)));
    };
    add({.kind = StationKind::gradient, .layer = i, .stage = stage(i + 1), .name = layer.name},
        layer.gradient);
    if (layer.kernel.empty()) continue;
    add({.kind = StationKind::weights, .layer = i, .stage = stage(i), .name = layer.kernel},
        layer.kernel_gradient);
  }
}

void WayInspection::fill(const Session& session) {
  const bool first = model_.stations.empty();
  model_.stations.clear();
  const Shape square = {28, 28};
  const int last = static_cast<int>(session.layers().stage_of(way_.layers.size()));
  model_.stations.push_back({.kind = StationKind::image, .name = "image"});
  model_.stations.push_back({.kind = StationKind::infeed, .name = "infeed"});
  for (WayStation& station : model_.stations) {
    station.values = pixels_.data();
    station.shape = square;
  }
  for (std::size_t i = 0; i < way_.layers.size(); ++i) {
    add({.kind = StationKind::layer,
         .layer = static_cast<int>(i),
         .stage = static_cast<int>(session.layers().stage_of(i)),
         .name = way_.layers[i].name},
        way_.layers[i].output);
  }
  add({.kind = StationKind::probabilities, .stage = last, .name = "probabilities"},
      way_.probabilities);
  WayStation loss = {.kind = StationKind::loss, .stage = last, .name = "loss"};
  loss.values = &model_.loss;
  loss.shape = Shape{};
  model_.stations.push_back(std::move(loss));
  add_layers_back(session);
  for (WayStation& station : model_.stations) {
    station.caption = way_caption(model_, way_, session.layers().gives_logits(), station);
  }
  if (!first) return;
  if (wanted_station_) return select(*std::exchange(wanted_station_, std::nullopt));
  const auto kept = std::find_if(model_.stations.begin(), model_.stations.end(),
                                 [&](const WayStation& s) { return key_of(s) == kept_station_; });
  model_.selected =
      kept == model_.stations.end() ? 0 : static_cast<int>(kept - model_.stations.begin());
}

void WayInspection::write(const WayModel& model, JsonWriter* json) {
  std::string stations, probabilities;
  for (const WayStation& station : model.stations) {
    JsonWriter one;
    one.add("kind", to_word(station.kind))
        .add("name", station.name)
        .add("stage", station.stage)
        .add("zeros", station.zeros)
        .add("values", station.size());
    stations += (stations.empty() ? "" : ",") + one.text();
  }
  json->add("drawn", model.drawn)
      .add("image", model.test)
      .add("ink", model.ink)
      .add("label", model.label)
      .add("label_given", model.label_given)
      .add("step", model.step)
      .add("looks", static_cast<std::int64_t>(model.version))
      .add("station", model.selected)
      .add("playing", model.playing)
      .raw("stations", "[" + stations + "]");
  if (model.step < 0) return;
  for (const float p : model.probabilities) {
    probabilities += fmt::format("{}{}", probabilities.empty() ? "" : ",",
                                 std::isfinite(p) ? fmt::format("{}", p) : "null");
  }
  json->add("prediction", model.prediction)
      .add("loss", static_cast<double>(model.loss))
      .raw("probabilities", "[" + probabilities + "]");
}

}  // namespace pipette::app::way_scene
