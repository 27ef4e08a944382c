#include "scenes/sweep/sweep_scene.h"

#include <algorithm>

#include "core/csv.h"
#include "experiment/catalogue.h"
#include "ui/json_writer.h"

namespace pipette::app::sweep_scene {
namespace {

// What is varied first: what people try first.
constexpr const char* kFirst[] = {"learning_rate", "stages", "batch_size"};

}  // namespace

bool SweepScene::shows(const Runs& runs) const {
  const ProgramKind kind = catalogue_entry(runs.leader().session().experiment().name).kind;
  return kind != ProgramKind::benchmark && kind != ProgramKind::arithmetic;
}

void SweepScene::choose(const SceneInput& input) {
  if (choice_.fields.empty() || edit_ != input.edit) {
    edit_ = input.edit;
    experiment_ = input.experiment.to_json();
    choice_.fields = fields_to_vary(input.experiment);
    const auto offers = [&](const std::string& name) {
      return std::any_of(choice_.fields.begin(), choice_.fields.end(),
                         [&](const Field* field) { return field->name == name; });
    };
    if (!offers(choice_.field)) {
      choice_.field.clear();
      choice_.values.clear();
      for (const char* const first : kFirst) {
        if (choice_.field.empty() && offers(first)) choice_.field = first;
      }
      if (choice_.field.empty() && !choice_.fields.empty()) {
        choice_.field = choice_.fields[0]->name;
      }
    }
  }
  if (choice_.field.empty()) return;
  if (choice_.values.empty()) {
    choice_.values = values_text(usual_values(field_named(choice_.field), input.experiment));
  }
  if (checked_ == choice_.field + "=" + choice_.values) return;
  checked_ = choice_.field + "=" + choice_.values;
  choice_.error.clear();
  try {
    if (parse_values(choice_.field, choice_.values).size() > FieldSweep::kMostPoints) {
      choice_.error = "At most " + std::to_string(FieldSweep::kMostPoints) + " values";
    }
  } catch (const Error& error) {
    choice_.error = error.what();
  }
}

void SweepScene::update(const SceneInput& input, bool in_sight) {
  sweep_ = input.sweep;
  choice_.classifies = input.evaluation.accuracy().possible;
  if (!choice_.classifies && choice_.figure == Figure::accuracy) choice_.figure = Figure::loss;
  if (!in_sight) return;
  choose(input);
  model_ = sweep_model(*sweep_, choice_.figure, experiment_);
}

PageFrame SweepScene::lay_out(Ui&, const FrameSize& size) {
  layout_ = lay_out_sweep(size);
  keep_only(size, &layout_.frame, {{"sweep", &layout_.sweep}});
  return layout_.frame;
}

void SweepScene::draw(Ui& ui) {
  draw_sweep(ui, model_, sweep_, &choice_, layout_.sweep.moved(0, -ui.page_scroll));
}

SceneState SweepScene::state() const {
  if (sweep_ == nullptr) return {};
  std::string points;
  for (const FieldSweep::Point& point : sweep_->points()) {
    JsonWriter json;
    json.raw("value", point.value.dump())
        .add("progress", point.progress)
        .add("failure", point.failure)
        .add("accuracy", point.accuracy.value_or(-1))
        .add("loss", point.loss.value_or(-1))
        .add("seconds", point.seconds);
    points += (points.empty() ? "" : ",") + json.text();
  }
  JsonWriter json;
  json.add("field", choice_.field)
      .add("values", choice_.values)
      .add("error", choice_.error)
      .add("figure", label_of(choice_.figure))
      .add("busy", sweep_->busy())
      .add("of", sweep_->field())
      .raw("points", "[" + points + "]");
  return {{"sweep", json.text()}};
}

std::vector<const char*> SweepScene::tables(const std::string& card) const {
  return card == "sweep" ? std::vector<const char*>{"sweep"} : std::vector<const char*>();
}

std::string SweepScene::csv(const std::string& table) const {
  if (table != "sweep" || sweep_ == nullptr) return {};
  Csv csv(sweep_->field() + ",test_accuracy,mean_loss_last_500,modelled_seconds");
  for (const FieldSweep::Point& point : sweep_->points()) {
    if (point.progress < 1 || !point.failure.empty()) continue;
    const auto cell = [](const std::optional<double>& value) {
      return value ? Json(*value).dump() : std::string();
    };
    csv.row(values_text({point.value}), cell(point.accuracy), cell(point.loss), point.seconds);
  }
  return csv.text();
}

std::string SweepScene::caption() const {
  if (model_.points.empty()) return {};
  const auto better = [&](const SweepModel::Point& a, const SweepModel::Point& b) {
    if (!a.y || !b.y) return a.y.has_value();
    return choice_.figure == Figure::accuracy ? *a.y > *b.y : *a.y < *b.y;
  };
  const auto best = std::min_element(model_.points.begin(), model_.points.end(), better);
  if (!best->y) return {};
  return model_.title + " " + best->label + " has the best " +
         (choice_.figure == Figure::accuracy ? "test accuracy"
          : choice_.figure == Figure::loss   ? "loss"
                                             : "modelled time") +
         " so far: " + shown(choice_.figure, *best->y) + ".";
}

}  // namespace pipette::app::sweep_scene
