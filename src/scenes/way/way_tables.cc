// The tables behind the cards of the way.
#include "cards/values_csv.h"
#include "core/csv.h"
#include "core/item.h"
#include "scenes/way/way_scene.h"

namespace pipette::app::way_scene {
namespace {

std::string stations_csv(const WayModel& model) {
  Csv csv("station,kind,name,pass,where,values,zeros,mean,minimum,maximum,sentence");
  for (std::size_t i = 0; i < model.stations.size(); ++i) {
    const WayStation& station = model.stations[i];
    const inspect::Statistics& figures = station.statistics;
    csv.row(i + 1, to_word(station.kind), station.name,
            is_backward(station.kind) ? "backward" : "forward",
            station.stage < 0 ? "Host" : item(model.ipus, station.stage), station.size(),
            station.zeros, figures.mean, figures.minimum, figures.maximum, station.caption);
  }
  return csv.text();
}

std::string image_csv(const std::vector<std::uint8_t>& bytes) {
  Csv csv("row,column,byte");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] > 0) csv.row(i / 28, i % 28, bytes[i]);
  }
  return csv.text();
}

}  // namespace

std::vector<const char*> WayScene::tables(const std::string& card) const {
  if (card == "way") return {"stations", "station"};
  if (card == "pick") return {"image"};
  return {};
}

std::string WayScene::csv(const std::string& table) const {
  const WayModel& model = inspection_.model();
  if (table == "stations") return stations_csv(model);
  if (table == "image") return image_csv(inspection_.bytes());
  if (table != "station" || model.stations.empty()) return {};
  const WayStation& station = item(model.stations, model.selected);
  return values_csv(station.values, station.shape);
}

}  // namespace pipette::app::way_scene
