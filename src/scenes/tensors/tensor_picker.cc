#include "scenes/tensors/tensor_picker.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/format_sizes.h"
#include "core/item.h"
#include "scenes/tensors/actions.h"
#include "ui/format.h"
#include "ui/heat_map.h"
#include "ui/json_writer.h"

namespace pipette::app::tensors_scene {
namespace {

constexpr double kWidestSigmas = 6;  // the histogram omits values farther away

std::string name_of(const OutfedTensor& tensor) { return tensor.queue + "/" + tensor.key; }

}  // namespace

std::string shape_text(std::int64_t elements, const std::string& axis, const Shape& element) {
  std::string plural = axis;
  if (elements != 1) plural += axis.size() > 1 && axis.substr(axis.size() - 2) == "ch" ? "es" : "s";
  const std::string sizes = format_sizes(element.sizes());
  return format_count(elements) + " " + plural + (sizes.empty() ? "" : " × " + sizes);
}

DistributionModel distribution_of(const inspect::TensorHistory& history) {
  DistributionModel model;
  inspect::Histogram all;
  inspect::Statistics total;
  for (const auto& group : history.groups()) {
    model.moments.push_back({group.first, group.count, group.statistics});
    all.add(group.histogram);
    total = merge(total, group.statistics);
  }
  std::tie(model.from, model.to) = all.range();
  if (std::isfinite(total.std)) {
    model.from = std::max(model.from, total.mean - kWidestSigmas * total.std);
    model.to = std::min(model.to, total.mean + kWidestSigmas * total.std);
  }
  if (!(model.to > model.from)) {  // all values are equal
    model.from -= 0.5;
    model.to += 0.5;
  }
  std::vector<double> shares;
  for (const auto& group : history.groups()) {
    const double finite = std::max(1.0, static_cast<double>(group.histogram.count()));
    const auto known = [](float value, double otherwise) {
      return std::isfinite(value) ? static_cast<double>(value) : otherwise;
    };
    for (const double count : group.histogram.binned(model.from, model.to, model.kBins,
                                                     known(group.statistics.minimum, -HUGE_VAL),
                                                     known(group.statistics.maximum, HUGE_VAL))) {
      model.counts.push_back(count);
      shares.push_back(count / finite);
      model.largest_share = std::max(model.largest_share, shares.back());
    }
  }
  for (const double share : shares) {
    model.shades.push_back(
        static_cast<float>(model.largest_share > 0 ? std::sqrt(share / model.largest_share) : 0));
  }
  return model;
}

double color_limit(const inspect::Statistics& statistics, const float* values, std::int64_t count) {
  const double mean_square = statistics.mean * statistics.mean + statistics.std * statistics.std;
  const double farthest = std::max(std::fabs(static_cast<double>(statistics.minimum)),
                                   std::fabs(static_cast<double>(statistics.maximum)));
  return std::isfinite(mean_square + farthest) ? app::color_limit(farthest, mean_square)
                                               : app::color_limit(values, count);
}

bool TensorPicker::act(const Intent& intent) {
  if (intent.action == action::kInspect) {
    chosen_ = intent.text;
    return true;
  }
  if (intent.action != action::kInspectElement) return false;
  element_ = whole_within(intent.number, -1, std::numeric_limits<std::int64_t>::max());
  return true;
}

void TensorPicker::show(const OutfedTensor& tensor, TensorsModel* model) {
  const inspect::TensorHistory& history = tensor.history;
  const Array& latest = history.latest();
  const bool same = shown_ == name_of(tensor) && shown_elements_ == history.num_elements() &&
                    latest_.bytes() == latest.bytes();
  if (!same) {
    shown_ = name_of(tensor);
    shown_elements_ = history.num_elements();
    latest_ = latest;  // kept, so that no other values can get its address
    floats_ = latest.dtype() == DType::f32 ? latest : latest.cast(DType::f32);
    distribution_ = distribution_of(history);
    ++version_;
  }
  const Shape element = latest.shape().without_front();
  const std::int64_t last = history.num_latest() - 1;
  model->axis = tensor.axis;
  model->first = history.first_of_latest();
  model->count = history.num_latest();
  model->element = element_ < 0 ? last : std::min(element_, last);
  model->kernel = tensor.key.find("kernel") != std::string::npos;
  model->all_elements = element.rank() <= 1;
  model->shape = element.rank() == 0   ? Shape{1, model->count}
                 : model->all_elements ? latest.shape()
                                       : element;
  model->distribution = &distribution_;
  if (latest.shape().has_zero_size()) return;
  model->values =
      floats_.data<float>() + (model->all_elements ? 0 : model->element * element.num_elements());
  if (!same || limit_of_ != model->values) {
    limit_of_ = model->values;
    limit_ = color_limit(history.statistics(), model->values, model->shape.num_elements());
    ++version_;
  }
  model->limit = limit_;
  model->version = version_;
  model->is_signed = !(history.statistics().minimum >= 0);
}

namespace {

std::size_t end_of(const OutfedTensor& tensor) {
  return static_cast<std::size_t>(tensor.history.first_of_latest() + tensor.history.num_latest());
}

void add_range(const LatestList<float>& losses, std::size_t from, std::size_t to,
               OutfedTensor* tensor) {
  const auto at = [&](std::size_t i) {
    return losses.kept().begin() + static_cast<std::ptrdiff_t>(i - losses.first());
  };
  const Shape shape{static_cast<std::int64_t>(to - from)};
  tensor->history.add(Array::of<float>(shape, {at(from), at(to)}), static_cast<std::int64_t>(from));
}

}  // namespace

// The latest values are those of one engine run, however many have arrived since the last frame.
void TensorPicker::add_losses(const LatestList<float>& losses, std::int64_t of_run) {
  if (losses.size() < end_of(losses_) || losses.empty()) {
    losses_.history = losses_of_whole_runs_.history = {};
  }
  if (losses.size() == end_of(losses_)) return;
  const auto block = static_cast<std::size_t>(std::max<std::int64_t>(1, of_run));
  std::size_t from = std::max(end_of(losses_of_whole_runs_), losses.first());
  for (std::size_t to; (to = (from / block + 1) * block) <= losses.size(); from = to) {
    add_range(losses, from, to, &losses_of_whole_runs_);
  }
  losses_ = losses_of_whole_runs_;
  if (from < losses.size()) add_range(losses, from, losses.size(), &losses_);
}

void TensorPicker::fill(const std::vector<OutfedTensor>& outfed, const LatestList<float>& losses,
                        std::int64_t of_run, std::int64_t runs, TensorsModel* model) {
  model->tensors.clear();
  model->selected = -1;
  model->values = nullptr;
  model->distribution = nullptr;
  add_losses(losses, of_run);
  std::vector<const OutfedTensor*> all;
  for (const OutfedTensor& tensor : outfed) all.push_back(&tensor);
  all.push_back(&losses_);
  const OutfedTensor* selected = nullptr;
  for (const OutfedTensor* tensor : all) {
    const inspect::TensorHistory& history = tensor->history;
    if (history.num_latest() == 0) continue;
    if (selected == nullptr || name_of(*tensor) == chosen_) {
      selected = tensor;
      model->selected = static_cast<int>(model->tensors.size());
    }
    const Shape element = history.latest().shape().without_front();
    const bool stopped = tensor != &losses_ && tensor->run + 1 < runs;
    model->tensors.push_back(
        {tensor->queue, tensor->key, shape_text(history.num_latest(), tensor->axis, element),
         stopped ? "Stopped after " + tensor->axis + " " +
                       format_count(history.first_of_latest() + history.num_latest())
                 : "",
         history.statistics()});
  }
  if (selected != nullptr) show(*selected, model);
}

void TensorPicker::write(const TensorsModel& model, JsonWriter* json) {
  std::string names;
  for (const auto& each : model.tensors) {
    names += (names.empty() ? "[" : ",") + JsonWriter::quoted(each.queue + "/" + each.key);
  }
  json->add("filters_wait", model.filters_wait).add("most_held_bytes", model.most_held_bytes);
  json->raw("tensors", names.empty() ? "[]" : names + "]");
  if (model.selected < 0) return;
  const auto& tensor = item(model.tensors, model.selected);
  json->add("selected", tensor.queue + "/" + tensor.key)
      .add("shape", tensor.shape)
      .add("element", model.element)
      .add("first", model.first)
      .add("nans", tensor.statistics.num_nans)
      .add("infs", tensor.statistics.num_infs);
}

}  // namespace pipette::app::tensors_scene
