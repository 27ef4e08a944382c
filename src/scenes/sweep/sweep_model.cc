#include "scenes/sweep/sweep_model.h"

#include <algorithm>
#include <cmath>

#include "experiment/catalogue.h"
#include "ui/format.h"

namespace pipette::app::sweep_scene {
namespace {

// From this ratio of the largest to the smallest value on, a linear axis crowds most of them.
constexpr double kCrowded = 8;

std::optional<double> figure_of(const FieldSweep::Point& point, Figure figure) {
  if (point.progress < 1 || !point.failure.empty()) return std::nullopt;
  switch (figure) {
    case Figure::accuracy:
      return point.accuracy;
    case Figure::loss:
      return point.loss;
    default:
      return point.seconds;
  }
}

std::string words_of(const FieldSweep::Point& point) {
  if (!point.failure.empty()) return point.failure;
  if (point.progress == 0) return "It waits for its turn.";
  std::string words;
  const auto add = [&](Figure figure, const std::optional<double>& value) {
    if (!value) return;
    words +=
        (words.empty() ? "" : "\n") + std::string(label_of(figure)) + ": " + shown(figure, *value);
  };
  if (point.progress == 1) add(Figure::accuracy, point.accuracy);
  add(Figure::loss, point.loss);
  add(Figure::seconds, point.seconds);
  return words;
}

std::string label_of_value(const Field& field, const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  for (const Word& choice : field.choices) {
    if (value == choice.word) return choice.label;
  }
  return values_text({value});
}

// Numbers at their places, linear or logarithmic; others side by side.
void place(const std::vector<FieldSweep::Point>& points, SweepModel* model) {
  double low = 0, high = 0;
  bool numbers = points.size() > 1;
  for (const FieldSweep::Point& point : points) {
    numbers = numbers && point.value.is_number();
    if (!numbers) break;
    const double value = point.value.get<double>();
    low = &point == &points.front() ? value : std::min(low, value);
    high = &point == &points.front() ? value : std::max(high, value);
  }
  model->log_scale = numbers && low > 0 && high / low >= kCrowded;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double x = (static_cast<double>(i) + 0.5) / static_cast<double>(points.size());
    if (numbers) {
      const double value = points[i].value.get<double>();
      x = model->log_scale ? std::log(value / low) / std::log(high / low)
                           : (value - low) / (high - low);
    }
    model->points[i].x = x;
  }
}

}  // namespace

const char* label_of(Figure figure) {
  constexpr const char* kLabels[kNumFigures] = {"Test accuracy", "Loss", "Modelled time"};
  return kLabels[static_cast<int>(figure)];
}

std::string shown(Figure figure, double value) {
  switch (figure) {
    case Figure::accuracy:
      return format_fixed(100 * value, 2) + " %";
    case Figure::seconds:
      return format_number(value) + " s";
    default:
      return format_value(value);
  }
}

SweepModel sweep_model(const FieldSweep& sweep, Figure figure, const std::string& json) {
  SweepModel model;
  if (sweep.points().empty()) return model;
  const Field& field = field_named(sweep.field());
  model.title = field.label;
  model.busy = sweep.busy();
  model.belongs = sweep.belongs_to(json);
  const std::optional<std::size_t> used = sweep.point_of(json);
  std::vector<float> values;
  for (const FieldSweep::Point& point : sweep.points()) {
    SweepModel::Point& made = model.points.emplace_back();
    made.label = label_of_value(field, point.value);
    made.y = figure_of(point, figure);
    made.words = words_of(point);
    made.failed = !point.failure.empty();
    made.used = used && model.points.size() - 1 == *used;
    if (made.y) values.push_back(static_cast<float>(*made.y));
    model.ended += point.progress == 1 ? 1 : 0;
    model.progress += point.progress / static_cast<double>(sweep.points().size());
  }
  place(sweep.points(), &model);
  model.range = value_range(values, false);
  return model;
}

std::vector<const Field*> fields_to_vary(const Experiment& experiment) {
  const ProgramKind kind = catalogue_entry(experiment.name).kind;
  std::vector<const Field*> found;
  for (const Field& field : fields()) {
    if (!field.panel.contains(kind) || !why_meaningless(field, experiment).empty()) continue;
    if (field.name != "experiment" && usual_values(field, experiment).size() > 1) {
      found.push_back(&field);
    }
  }
  return found;
}

}  // namespace pipette::app::sweep_scene
