#include "cli/api_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "code/model_code.h"
#include "core/camel_case.h"
#include "core/dtype.h"
#include "device/host_model.h"
#include "device/ipu_config.h"
#include "device/links.h"
#include "feeds/outfeed_queue.h"
#include "graph/window.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/layers.h"
#include "keras/options.h"
#include "kernels/optimizer.h"
#include "observe/events.h"
#include "observe/observed_run.h"
#include "pipeline/schedule.h"
#include "profile/insight.h"
#include "program/trace.h"
#include "training/initializers.h"

namespace pipette::cli {
namespace {

using Names = std::vector<std::string>;

// Each name with `after` behind it, the last with `end`, in lines of at most 120 letters.
std::string list_of(std::string text, const Names& names, const char* after, const char* end) {
  constexpr std::size_t kLongest = 120;
  std::size_t column = text.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string piece = fmt::format("'{}'{}", names[i], i + 1 < names.size() ? after : end);
    if (column + 1 + piece.size() > kLongest) {
      text += "\n ";
      column = 1;
    }
    text += (i > 0 || column == 1 ? " " : "") + piece;
    column += 1 + piece.size();
  }
  return text + "\n";
}

std::string type_of(const char* name, const Names& names) {
  return list_of(fmt::format("export type {} = ", name), names, " |", ";");
}

template <class Enum>
std::string words(const char* name) {
  Names names;
  for (const Choice<Enum>& choice : kChoices<Enum>) names.emplace_back(choice.word);
  return type_of(name, names);
}

template <class Enum>
std::string keys(const char* name) {
  Names names;
  for (const Choice<Enum>& choice : kChoices<Enum>) names.push_back(camel_case(choice.word));
  return type_of(name, names);
}

Names device_dtypes() {
  Names names;
  for (int i = 0; i <= static_cast<int>(DType::i64); ++i) {
    const auto dtype = static_cast<DType>(i);
    if (is_device_dtype(dtype)) names.emplace_back(dtype_name(dtype));
  }
  return names;
}

const Names kUnary{
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) #javascript,
#include "kernels/elementwise.def"
};
const Names kBinary{
#define PIPETTE_BINARY(op, kernel, cost, javascript) #javascript,
#include "kernels/elementwise.def"
};
const Names kComparisons{
#define PIPETTE_COMPARISON(op, javascript) #javascript,
#include "kernels/elementwise.def"
};

// ---- layers ----

std::string type_text(std::int64_t) { return "number"; }
std::string type_text(double) { return "number"; }
std::string type_text(bool) { return "boolean"; }
std::string type_text(const Window&) { return "number | [number, number]"; }
std::string type_text(const std::optional<Window>&) { return type_text(Window()); }
std::string type_text(const std::vector<std::int64_t>&) { return "number[]"; }
std::string type_text(keras::Activation) { return "Activation"; }
std::string type_text(Padding) { return "Padding"; }
std::string type_text(Initializer) { return "KernelInitializer"; }

std::string default_text(bool value) { return value ? "true" : "false"; }
std::string default_text(const Window& value) {
  return value[0] == value[1] ? std::to_string(value[0])
                              : fmt::format("[{}, {}]", value[0], value[1]);
}
std::string default_text(const std::optional<Window>& value) {
  return value ? default_text(*value) : "the size of the window";
}
std::string default_text(const std::vector<std::int64_t>& value) {
  return fmt::format("[{}]", fmt::join(value, ", "));
}
template <class T>
std::string default_text(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return fmt::format("'{}'", to_word(value));
  } else {
    return fmt::to_string(value);
  }
}

// A kind of layer as JavaScript's function takes it.
struct LayerFunction {
  Names required;         // names of its arguments
  std::string arguments;  // "units: number, "
  std::string options;    // the members of its options
};

LayerFunction function_of(const keras::LayerKind& kind) {
  LayerFunction function;
  keras::LayerKind usual = keras::keras_defaults_of(kind);
  keras::visit_fields(usual, [&](const keras::LayerField& field, const auto& value) {
    const std::string name = camel_case(field.name);
    if (field.positional == keras::Positional::everywhere) {
      function.required.push_back(name);
      function.arguments += fmt::format("{}: {}, ", name, type_text(value));
    } else {
      const char* dot = *field.help == '\0' ? "" : ". ";
      function.options += fmt::format("  /** {}{}Default: {}. */\n  {}?: {};\n", field.help, dot,
                                      default_text(value), name, type_text(value));
    }
  });
  return function;
}

// "dense" -> "DenseOptions"
std::string options_type(const keras::LayerKind& kind) {
  std::string type = camel_case(keras::names_of(kind).word) + "Options";
  type[0] = static_cast<char>(type[0] - 'a' + 'A');
  return type;
}

}  // namespace

std::string layers_typescript() {
  std::string types, functions;
  for (const keras::LayerKind& kind : keras::layer_kinds()) {
    const LayerFunction function = function_of(kind);
    const std::string options = function.options.empty() ? "LayerOptions" : options_type(kind);
    if (!function.options.empty()) {
      types += fmt::format("export interface {} extends LayerOptions {{\n{}}}\n", options,
                           function.options);
    }
    functions += fmt::format("  /** {} */\n  {}({}options?: {}): Layer;\n", keras::help_of(kind),
                             camel_case(keras::names_of(kind).word), function.arguments, options);
  }
  return "// The functions of `pipette.layers` that make layers of one's own model, part of "
         "pipette.d.mts.\n"
         "// Written by `build/native/pipette schema --format layer-types`.\n\n"
         "import type {Activation, KernelInitializer, Padding} from './choices.mjs';\n"
         "import type {Layer, LayerOptions} from './layers.mjs';\n\n" +
         types + "\nexport interface ModelLayerFunctions {\n" + functions + "}\n";
}

std::string ipu_options_python() {
  const auto in_python = [](std::string json) {
    if (json == "false") return std::string("False");
    if (json == "true") return std::string("True");
    std::replace(json.begin(), json.end(), '"', '\'');
    return json;
  };
  std::string options;
  for (const IpuConfigOption& option : ipu_config_options()) {
    options += fmt::format("    '{}': {},\n", option.name, in_python(option.default_value));
  }
  return "\"\"\"The options of IPUConfig with their defaults. Written by tools/write_tables.\"\"\"\n\n"
         "from typing import Any\n\nOPTIONS: dict[str, Any] = {\n" +
         options + "}\n";
}

std::string choices_typescript() {
  using pipelining::PipelineSchedule;
  using pipelining::RecomputationMode;
  return "// The words of C++'s enumerations, part of pipette.d.mts.\n"
         "// Written by `build/native/pipette schema --format choices`.\n\n"
         "// ---- what options take ----\n\n" +
         words<keras::Activation>("Activation") + words<code::CodeLanguage>("CodeLanguage") +
         type_of("DType", device_dtypes()) + words<Initializer>("KernelInitializer") +
         words<OutfeedMode>("OutfeedMode") +
         words<inspect::OutfeedOptimizerMode>("OutfeedOptimizerMode") + words<Padding>("Padding") +
         words<PipelineSchedule>("PipelineSchedule") +
         words<RecomputationMode>("RecomputationMode") + words<kernels::Accumulation>("Reduction") +
         words<keras::ReplicatedMetricReduction>("ReplicatedMetricReduction") +
         words<SelectionOrder>("SelectionOrder") + keys<StepSize>("StepSize") +
         "\n// ---- what traces and profiles give ----\n\n" + keys<profile::Measure>("Measure") +
         keys<Phase>("Phase") + keys<SpanKind>("SpanKind") + keys<WaitReason>("WaitReason") +
         "\n// ---- operators on elements ----\n\n" + type_of("UnaryOperator", kUnary) +
         type_of("BinaryOperator", kBinary) + type_of("ComparisonOperator", kComparisons);
}

std::string tables_javascript() {
  std::string layers;
  for (const keras::LayerKind& kind : keras::layer_kinds()) {
    Names quoted;
    for (const std::string& name : function_of(kind).required) quoted.push_back("'" + name + "'");
    layers += fmt::format("  {}: [{}],\n", camel_case(keras::names_of(kind).word),
                          fmt::join(quoted, ", "));
  }
  Names events;
  for (const Choice<EventKind>& each : kChoices<EventKind>) events.push_back(camel_case(each.word));
  return "// Operators on elements, events, and the arguments of layers' functions. Written by "
         "tools/write_tables.\n\n" +
         list_of("export const UNARY = [", kUnary, ",", "];") +
         list_of("export const BINARY = [", kBinary, ",", "];") +
         list_of("export const COMPARISONS = [", kComparisons, ",", "];") +
         list_of("export const EVENTS = [", events, ",", "];") + "export const LAYERS = {\n" +
         layers + "};\n";
}

}  // namespace pipette::cli
