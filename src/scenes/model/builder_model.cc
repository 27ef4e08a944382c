#include "scenes/model/builder_model.h"

#include <array>

#include "core/choices.h"
#include "core/error.h"
#include "core/format_sizes.h"
#include "ui/format.h"

namespace pipette::app::model_scene {
namespace {

ParameterField control(const keras::LayerField& of, std::int64_t value) {
  return {.value = static_cast<double>(value),
          .minimum = of.minimum,
          .maximum = of.maximum,
          .doubles = true};
}
ParameterField control(const keras::LayerField& of, double value) {
  return {.kind = FieldKind::real, .value = value, .minimum = of.minimum, .maximum = of.maximum};
}
ParameterField control(const keras::LayerField& of, bool) {
  PIPETTE_CHECK(false, of.name);  // a row of the builder has no switches
}
template <class Enum>
requires std::is_enum_v<Enum> ParameterField control(const keras::LayerField&, Enum value) {
  ParameterField field{.kind = FieldKind::choice, .text = to_word(value)};
  for (const auto& choice : kChoices<Enum>) {
    if (choice.value == value) field.value = static_cast<double>(field.options.size());
    field.options.emplace_back(choice.word);
  }
  return field;
}
ParameterField control(const keras::LayerField&, const std::optional<Window>& sizes) {
  return {.kind = FieldKind::text, .text = sizes ? format_sizes(*sizes) : ""};
}
ParameterField control(const keras::LayerField&, const Window& sizes) {
  return {.kind = FieldKind::text, .text = format_sizes(sizes)};
}
ParameterField control(const keras::LayerField&, const std::vector<std::int64_t>& sizes) {
  return {.kind = FieldKind::text, .text = format_sizes(sizes)};
}

// The controls of a layer, named as for set_parameter().
void add_controls(const LayerSpec& layer, std::size_t index, BuilderModel::Row& row) {
  const std::string prefix = "layers/" + std::to_string(index) + "/";
  row.more.push_back(
      {.name = prefix + "name", .label = "Name", .kind = FieldKind::text, .text = layer.name});
  keras::LayerKind kind = layer.kind;
  keras::visit_fields(kind, [&](const keras::LayerField& field, const auto& member) {
    if (field.label == nullptr) return;
    ParameterField made = control(field, member);
    made.name = prefix + field.name;
    made.label = field.label;
    made.help = field.help;
    (field.more ? row.more : row.fields).push_back(std::move(made));
  });
}

std::vector<std::string> stage_labels(const Experiment& e) {
  std::vector<std::string> labels;
  const std::int64_t stages = num_stages(e.model.layers);
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    const auto at = static_cast<std::size_t>(stage);
    const std::int64_t ipu =
        at < e.pipeline.device_mapping.size() ? e.pipeline.device_mapping[at] : stage;
    labels.push_back("Stage " + std::to_string(stage) + " on IPU " + std::to_string(ipu));
  }
  return labels;
}

}  // namespace

std::vector<std::string> kind_labels() {
  std::vector<std::string> labels;
  for (const keras::LayerKind& kind : chain_kinds()) {
    labels.emplace_back(keras::names_of(kind).label);
  }
  return labels;
}

BuilderModel builder_of(const Experiment& e) {
  BuilderModel model;
  const LayerCheck check = try_layers(e.model.layers, kImageShape);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < e.model.layers.size(); ++i) {
    const LayerSpec& layer = e.model.layers[i];
    BuilderModel::Row& row = model.rows.emplace_back();
    row.kind = layer.names().label;
    row.name = layer.name;
    add_controls(layer, i, row);
    row.stage = layer.stage;
    row.outfeed = layer.outfeed;
    if (i >= check.shapes.size()) continue;
    std::vector<std::int64_t> shape;  // of one image
    for (int axis = 1; axis < check.shapes[i].rank(); ++axis) {
      shape.push_back(check.shapes[i][axis]);
    }
    row.shape = format_sizes(shape);
    if (check.params[i] > 0) row.params = format_count(check.params[i]);
    total += check.params[i];
  }
  model.input = format_sizes(std::array{kImageShape[0], kImageShape[1]});
  model.stages = stage_labels(e);
  if (!check.problem) {
    model.total = format_count(total) + " parameters";
    model.code = code_of(e);
  }
  return model;
}

}  // namespace pipette::app::model_scene
