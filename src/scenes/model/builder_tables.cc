// The table behind the card of layers.
#include "core/csv.h"
#include "scenes/model/model_scene.h"

namespace pipette::app::model_scene {

std::vector<const char*> ModelScene::tables(const std::string& card) const {
  return card == "builder" ? std::vector<const char*>{"layers"} : std::vector<const char*>{};
}

std::string ModelScene::csv(const std::string& table) const {
  if (table != "layers") return {};
  Csv csv("layer,name,output,parameters,stage");
  for (const BuilderModel::Row& row : model_.rows) {
    csv.row(row.kind, row.name, row.shape, row.params, row.stage);
  }
  return csv.text();
}

}  // namespace pipette::app::model_scene
