#include "code/model_code.h"

#include <algorithm>
#include <string_view>

#include "code/parts.h"
#include "core/error.h"
#include "experiment/catalogue.h"
#include "experiment/field.h"

namespace pipette::code {

namespace {

bool has_queues(const Experiment& e) {
  const ProgramKind kind = catalogue_entry(e.name).kind;
  return kind == ProgramKind::with_feeds || kind == ProgramKind::without_feeds;
}

Experiment with_layers(Experiment e) {
  const auto dense = [](std::int64_t units, keras::Activation activation) {
    return LayerSpec{.kind = keras::DenseSpec{.units = units, .activation = activation}};
  };
  e.model.layers = {{.kind = keras::FlattenSpec()}};
  for (const std::int64_t units : e.model.hidden_units)
    e.model.layers.push_back(dense(units, keras::Activation::relu));
  e.model.layers.push_back(dense(10, keras::Activation::softmax));
  return e;
}

}  // namespace

bool has_code(const Experiment& e) { return !e.model.layers.empty() || has_queues(e); }

std::string model_code(const Experiment& e, CodeLanguage language) {
  if (!has_code(e)) {
    throw InvalidArgument("\"" + e.name + "\" has a program of its own, not a list of layers");
  }
  const bool queues = has_queues(e);
  switch (language) {
    case CodeLanguage::python:
      return queues ? queues_in_python(with_layers(e)) : python(e);
    case CodeLanguage::cpp:
      return queues ? queues_in_cpp(with_layers(e)) : cpp(e);
    case CodeLanguage::javascript:
      return queues ? queues_in_javascript(with_layers(e)) : javascript(e);
  }
  PIPETTE_CHECK(false, e.name);
}

bool calls_for_each_batch(const Experiment& e) {
  return catalogue_entry(e.name).calls_for_each_batch();
}

std::string left_out(const Experiment& e, const char* comment) {
  constexpr std::string_view kWritten[] = {
      "steps",         "steps_per_execution", "batch_size",
      "learning_rate", "decay_steps",         "learning_rate_decay",
      "decay_rate",    "weight_decay",        "hidden_units",
      "seed",          "optimizer",           "prefetch_depth",
      "outfeed_mode"};
  const Experiment usual;
  std::string names;
  for (const Field& field : fields()) {
    const bool written =
        std::find(std::begin(kWritten), std::end(kWritten), field.name) != std::end(kWritten);
    if (written || field.name == "experiment" || field.name.starts_with("host.") ||
        !why_meaningless(field, e).empty())
      continue;
    if (field.get(e) == field.get(usual)) continue;
    names += (names.empty() ? "" : ", ") + field.name;
  }
  return names.empty() ? "" : fmt::format("{} Left out here: {}.\n", comment, names);
}

std::vector<Line> lines_of(const Experiment& e, const std::string& activations) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < e.model.layers.size(); ++i) {
    const LayerSpec& layer = e.model.layers[i];
    lines.push_back({.layer = &layer, .stage = layer.stage});
    if (!layer.outfeed) continue;
    for (Line& line : lines) {
      if (line.layer == nullptr && line.stage == layer.stage) line.final_outfeed = false;
    }
    lines.push_back(
        {.stage = layer.stage, .key = outfeed_key(e.model.layers, i), .queue = activations});
  }
  const bool several = std::count_if(lines.begin(), lines.end(), [](const Line& line) {
                         return line.layer == nullptr && line.final_outfeed;
                       }) > 1;
  for (Line& line : lines) {
    if (several && line.layer == nullptr) line.queue += fmt::format("_{}", line.stage);
  }
  return lines;
}

std::vector<std::string> queues_of(const std::vector<Line>& lines) {
  std::vector<std::string> queues;
  for (const Line& line : lines) {
    if (line.layer == nullptr && line.final_outfeed) queues.push_back(line.queue);
  }
  return queues;
}

std::vector<std::int64_t> stages_of(const std::vector<Line>& lines) {
  std::vector<std::int64_t> stages;
  for (const Line& line : lines) stages.push_back(line.stage);
  return stages;
}

std::string quoted_list(const std::vector<std::string>& words, char quote, const char* open,
                        const char* close) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : ", ";
    text += quote;
    for (const char c : word) {
      if (c == quote || c == '\\') text += '\\';
      text += c;
    }
    text += quote;
  }
  return open + text + close;
}

Options written_options(const Experiment& e) {
  const Experiment plain;
  Options options;
  const auto flag = [&](const char* name, bool value, bool usual) {
    if (value != usual) options.emplace_back(name, value ? "true" : "false");
  };
  options.emplace_back("gradient_accumulation_steps_per_replica",
                       std::to_string(e.pipeline.gradient_accumulation_count));
  if (e.pipeline.reduction_method != plain.pipeline.reduction_method) {
    options.emplace_back("gradient_accumulation_reduction_method",
                         e.pipeline.reduction_method == Reduction::mean ? "mean" : "running_mean");
  }
  flag("offload_weight_update_variables", e.pipeline.offload_weight_update_variables,
       plain.pipeline.offload_weight_update_variables);
  flag("replicated_optimizer_state_sharding", e.pipeline.replicated_optimizer_state_sharding,
       plain.pipeline.replicated_optimizer_state_sharding);
  if (e.num_stages() == 1) return options;
  options.emplace_back("pipeline_schedule", to_label(e.pipeline.schedule));
  if (!e.pipeline.device_mapping.empty())
    options.emplace_back("device_mapping", list(e.pipeline.device_mapping));
  flag("allow_recompute", e.pipeline.recompute, plain.pipeline.recompute);
  flag("offload_gradient_accumulation_buffers", e.pipeline.offload_gradient_accumulation_buffers,
       plain.pipeline.offload_gradient_accumulation_buffers);
  flag("offload_activations", e.pipeline.offload_activations, plain.pipeline.offload_activations);
  flag("offload_weights", e.pipeline.offload_weights, plain.pipeline.offload_weights);
  return options;
}

std::string list(const std::vector<std::int64_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string number(double value) { return fmt::format("{}", value); }

}  // namespace pipette::code
