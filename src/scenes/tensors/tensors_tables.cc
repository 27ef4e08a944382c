// The tables behind the cards of the inspector.
#include <fmt/format.h>

#include "cards/values_csv.h"
#include "core/csv.h"
#include "scenes/tensors/tensors_scene.h"

namespace pipette::app::tensors_scene {
namespace {

template <class... Cells>
void add_statistics(Csv* csv, const inspect::Statistics& of, const Cells&... before) {
  csv->row(before..., of.count, of.mean, of.std, of.minimum, of.maximum, of.num_nans, of.num_infs);
}

std::string tensors_csv(const TensorsModel& model) {
  Csv csv("queue,tensor,shape,values,mean,std,minimum,maximum,nans,infs");
  for (const TensorsModel::Tensor& tensor : model.tensors) {
    add_statistics(&csv, tensor.statistics, tensor.queue, tensor.key, tensor.shape);
  }
  return csv.text();
}

std::string distribution_csv(const DistributionModel& model) {
  Csv csv("element,elements,values,mean,std,minimum,maximum,nans,infs");
  for (const DistributionModel::Moment& moment : model.moments) {
    add_statistics(&csv, moment.statistics, moment.first, moment.count);
  }
  return csv.text();
}

// One row for each moment and each range that contains values.
std::string histogram_csv(const DistributionModel& model) {
  Csv csv("element,from,to,count");
  const double width = (model.to - model.from) / DistributionModel::kBins;
  for (std::size_t i = 0; i < model.counts.size(); ++i) {
    if (model.counts[i] == 0) continue;
    const double from = model.from + width * static_cast<double>(i % DistributionModel::kBins);
    csv.row(model.moments[i / DistributionModel::kBins].first, from, from + width, model.counts[i]);
  }
  return csv.text();
}

}  // namespace

std::vector<const char*> TensorsScene::tables(const std::string& card) const {
  if (card == "tensors") return {"tensors"};
  if (card == "heat" && model_.values != nullptr) return {"values"};
  if (card == "distribution" && model_.distribution != nullptr)
    return {"distribution", "histogram"};
  return {};
}

std::string TensorsScene::csv(const std::string& table) const {
  if (table == "tensors") return tensors_csv(model_);
  if (table == "values") return values_csv(model_.values, model_.shape);
  if (model_.distribution == nullptr) return {};
  if (table == "distribution") return distribution_csv(*model_.distribution);
  return table == "histogram" ? histogram_csv(*model_.distribution) : "";
}

}  // namespace pipette::app::tensors_scene
