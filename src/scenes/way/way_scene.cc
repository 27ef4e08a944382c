#include "scenes/way/way_scene.h"

#include <algorithm>
#include <limits>

#include "core/item.h"
#include "scenes/way/actions.h"
#include "ui/json_writer.h"

namespace pipette::app::way_scene {

bool WayScene::shows(const Runs& runs) const {
  const Session& session = runs.leader().session();
  return !session.layers().names().empty() && session.data().image_shape() == kImageShape;
}

std::vector<std::string> WayScene::actions() const {
  return {action::kPickImage,   action::kDrawImage,   action::kLabelImage,
          action::kShowStation, action::kStepStation, action::kPlayWay};
}

bool WayScene::act(const Intent& intent) {
  const WayModel& model = inspection_.model();
  const auto go_to = [&](int station) {
    inspection_.select(station);
    inspection_.play(false);
  };
  if (intent.action == action::kPickImage) {
    inspection_.pick(whole_within(intent.number, 0, std::numeric_limits<std::int32_t>::max()));
  } else if (intent.action == action::kDrawImage) {
    inspection_.draw(intent.pixels);
  } else if (intent.action == action::kLabelImage) {
    inspection_.label(static_cast<int>(whole_within(intent.number, -1, 9)));
  } else if (intent.action == action::kShowStation) {
    go_to(static_cast<int>(whole_within(intent.number, 0, std::ssize(model.stations))));
  } else if (intent.action == action::kStepStation) {
    go_to(model.selected + (intent.number < 0 ? -1 : 1));
  } else if (intent.action == action::kPlayWay) {
    if (intent.number != 0 && model.selected + 1 >= to_int(model.stations.size()))
      inspection_.select(0);
    inspection_.play(intent.number != 0);
    at_station_s_ = 0;
  } else {
    return false;
  }
  return true;
}

void WayScene::start(const Runs& runs) {
  shown_ = shows(runs);
  inspection_.play(false);
  if (!shown_) return;
  inspection_.start(runs.leader().session());
  label_ = "A " + std::string(inspection_.model().classes->one) + "'s way";
}

void WayScene::advance(double elapsed_s) {
  at_station_s_ += elapsed_s;
  if (at_station_s_ < kSecondsAtStation) return;
  at_station_s_ = 0;
  const int next = inspection_.model().selected + 1;
  if (next < to_int(inspection_.model().stations.size())) inspection_.select(next);
  if (next + 1 >= to_int(inspection_.model().stations.size())) inspection_.play(false);
}

Place WayScene::place() const {
  return {.digit = inspection_.model().test, .station = inspection_.model().selected};
}

void WayScene::go_to(const Place& place) {
  inspection_.pick(place.digit);
  inspection_.select(static_cast<int>(
      std::min<std::int64_t>(place.station, std::numeric_limits<std::int32_t>::max())));
}

void WayScene::update(const SceneInput& input, bool in_sight) {
  if (!in_sight) return inspection_.play(false);
  inspection_.follow(input.runs.leader().session(), input.now_s, input.running);
  digits_ = input.evaluation.digits();
}

Commands WayScene::commands() const {
  const WayModel& model = inspection_.model();
  const bool possible = !model.stations.empty();
  const double last = possible ? static_cast<double>(model.stations.size() - 1) : 0;
  return {
      {.keys = "Left",
       .help = "The station before",
       .intent = {action::kStepStation, {}, -1},
       .possible = possible,
       .repeats = true},
      {.keys = "Right",
       .help = "The next station",
       .intent = {action::kStepStation, {}, 1},
       .possible = possible,
       .repeats = true},
      {.keys = "Home",
       .help = "The first station",
       .intent = {action::kShowStation},
       .possible = possible},
      {.keys = "End",
       .help = "The last station",
       .intent = {action::kShowStation, {}, last},
       .possible = possible},
      {.keys = "P",
       .help = "Play, or stand still",
       .intent = {action::kPlayWay, {}, model.playing ? 0.0 : 1.0},
       .possible = possible},
  };
}

PageFrame WayScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_way(size);
  keep_only(size, &layout_.frame, {{"way", &layout_.way}, {"pick", &layout_.pick}});
  return layout_.frame;
}

void WayScene::draw(Ui& ui) {
  if (pictures_ == nullptr) pictures_ = std::make_unique<Pictures>();
  const float up = -ui.page_scroll;
  draw_pick(ui, inspection_.model(), digits_, &pictures_->pick, layout_.pick.moved(0, up));
  draw_way(ui, inspection_.model(), inspection_.pixels(), &pictures_->stations,
           layout_.way.moved(0, up));
  if (inspection_.waits()) ui.animate(0.05);
}

std::string WayScene::caption() const {
  const WayModel& model = inspection_.model();
  if (!shown_ || model.stations.empty()) return {};
  return item(model.stations, model.selected).caption;
}

SceneState WayScene::state() const {
  if (!shown_) return {{"way", "null"}};
  JsonWriter json;
  WayInspection::write(inspection_.model(), &json);
  return {{"way", json.text()}};
}

}  // namespace pipette::app::way_scene
