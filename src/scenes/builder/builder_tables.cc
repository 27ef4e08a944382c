// The table behind the card of layers.
#include "core/csv.h"
#include "scenes/builder/builder_scene.h"

namespace pipette::app {

std::vector<const char*> BuilderScene::tables(const std::string& card) const {
  return card == "builder" ? std::vector<const char*>{"layers"} : std::vector<const char*>{};
}

std::string BuilderScene::csv(const std::string& table) const {
  if (table != "layers") return {};
  Csv csv("layer,name,output,parameters,stage");
  for (const BuilderModel::Row& row : model_.rows) {
    csv.row(row.kind, row.name, row.shape, row.params, row.stage);
  }
  return csv.text();
}

}  // namespace pipette::app
