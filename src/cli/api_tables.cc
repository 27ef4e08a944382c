#include "cli/api_tables.h"

#include <fmt/format.h>

#include <vector>

#include "code/model_code.h"
#include "core/dtype.h"
#include "device/host_model.h"
#include "device/links.h"
#include "feeds/outfeed_queue.h"
#include "graph/window.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/activation.h"
#include "keras/options.h"
#include "kernels/optimizer.h"
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

}  // namespace

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

std::string operators_javascript() {
  return "// Operators on elements by TensorFlow's names (src/kernels/elementwise.def).\n"
         "// Written by `build/native/pipette schema --format operators`.\n\n" +
         list_of("export const UNARY = [", kUnary, ",", "];") +
         list_of("export const BINARY = [", kBinary, ",", "];") +
         list_of("export const COMPARISONS = [", kComparisons, ",", "];");
}

}  // namespace pipette::cli
