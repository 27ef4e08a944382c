#include "scenes/builder/builder_model.h"

#include <array>

#include "core/choices.h"
#include "core/format_sizes.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

std::vector<std::string> activations() {
  std::vector<std::string> words;
  for (const auto& choice : kChoices<keras::Activation>) words.emplace_back(choice.word);
  return words;
}

// The fields of one layer, named as for set_parameter().
class Fields {
 public:
  Fields(const LayerSpec& layer, std::size_t index)
      : layer_(layer), prefix_("layers/" + std::to_string(index) + "/") {}

  ParameterField number(const char* name, const char* label, std::int64_t value,
                        double maximum) const {
    return {.name = prefix_ + name,
            .label = label,
            .value = static_cast<double>(value),
            .minimum = 1,
            .maximum = maximum,
            .doubles = true};
  }
  // A window, as a text field with its sizes.
  ParameterField window(const char* name, const char* label, const char* help,
                        const std::vector<std::int64_t>& sizes) const {
    return {.name = prefix_ + name,
            .label = label,
            .help = help,
            .kind = FieldKind::text,
            .text = format_sizes(sizes)};
  }
  ParameterField text(const char* name, const char* label, const std::string& value) const {
    return {.name = prefix_ + name, .label = label, .kind = FieldKind::text, .text = value};
  }
  ParameterField choice(const char* name, const char* label, const std::string& value,
                        const std::vector<std::string>& options) const {
    std::size_t index = 0;
    while (index < options.size() && options[index] != value) ++index;
    return {.name = prefix_ + name,
            .label = label,
            .kind = FieldKind::choice,
            .value = static_cast<double>(index),
            .text = value,
            .options = options};
  }

  std::vector<ParameterField> main() const {
    switch (layer_.kind) {
      case LayerKind::dense:
        return {number("units", "Units", layer_.units, kMaxLayerSize), activation()};
      case LayerKind::conv2d:
        return {
            number("filters", "Filters", layer_.units, kMaxLayerSize),
            window("kernel_size", "Kernel", "Height and width of the kernel", layer_.kernel_size),
            activation()};
      case LayerKind::max_pooling2d:
      case LayerKind::average_pooling2d:
        return {window("pool_size", "Window", "Height and width of the window", layer_.pool_size)};
      case LayerKind::dropout:
        return {{.name = prefix_ + "rate",
                 .label = "Rate",
                 .kind = FieldKind::real,
                 .value = layer_.rate,
                 .minimum = 0,
                 .maximum = 0.9}};
      case LayerKind::reshape:
        return {text("shape", "Shape", format_sizes(layer_.shape))};
      case LayerKind::activation:
        return {activation()};
      default:
        return {};
    }
  }
  std::vector<ParameterField> more() const {
    std::vector<ParameterField> fields = {text("name", "Name", layer_.name)};
    const bool convolves = layer_.kind == LayerKind::conv2d;
    if (convolves) {
      fields.push_back(window("strides", "Strides", "How far the window moves", layer_.strides));
    }
    if (has_windows(layer_.kind)) {
      fields.push_back(choice("padding", "Padding", layer_.padding, {"same", "valid"}));
    }
    return fields;
  }

 private:
  ParameterField activation() const {
    return choice("activation", "Activation", layer_.activation, activations());
  }

  const LayerSpec& layer_;
  std::string prefix_;
};

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

BuilderModel builder_of(const Experiment& e) {
  BuilderModel model;
  const LayerCheck check = try_layers(e.model.layers, kImageShape);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < e.model.layers.size(); ++i) {
    const LayerSpec& layer = e.model.layers[i];
    const Fields fields(layer, i);
    BuilderModel::Row& row = model.rows.emplace_back();
    row.kind = to_label(layer.kind);
    row.name = layer.name;
    row.fields = fields.main();
    row.more = fields.more();
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

}  // namespace pipette::app
