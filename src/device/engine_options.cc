#include "device/engine_options.h"

#include <fmt/format.h>

#include <charconv>

#include "core/error.h"
#include "core/json.h"
#include "core/nearest_name.h"

namespace pipette {

namespace {

constexpr const char* kTruth = "true false";
constexpr const char* kRuns = "autoReport.executionProfileProgramRunCount";
constexpr const char* kNoBinary = "there is no Poplar binary here";
constexpr const char* kAlwaysExact =
    "cycles are modelled, so they are known in full without instrumentation";

constexpr EngineOption kOptions[] = {
    {"autoReport.all", "false", nullptr, kTruth},
    {"autoReport.directory", "", nullptr, nullptr},
    {"autoReport.outputGraphProfile", "false", nullptr, kTruth},
    {"autoReport.outputExecutionProfile", "false", nullptr, kTruth},
    {"autoReport.outputDebugInfo", "false", nullptr, kTruth},
    {"autoReport.outputSerializedGraph", "false", kNoBinary, kTruth},
    {"autoReport.outputArchive", "false", kNoBinary, kTruth},
    {"autoReport.outputLoweredVars", "false", "the report's variables are the lowered ones already",
     kTruth},
    {kRuns, "2", nullptr, nullptr},
    {"autoReport.streamAtEachRun", "true", "a report is written once, at the end", kTruth},
    {"debug.allowOutOfMemory", "false", nullptr, kTruth},
    {"debug.instrument", "false", kAlwaysExact, kTruth},
    {"debug.instrumentCompute", "false", kAlwaysExact, kTruth},
    {"debug.instrumentExternalExchange", "false", kAlwaysExact, kTruth},
    {"debug.instrumentControlFlow", "false", kAlwaysExact, kTruth},
    {"debug.computeInstrumentationLevel", "tile", kAlwaysExact, "device ipu tile vertex"},
    {"debug.retainDebugInformation", "false", "names are always kept", kTruth},
    {"exchange.streamBufferOverlap", "any",
     "streams have buffers of their own, which never overlap", "any hostRearrangeOnly none"},
    {"exchange.enablePrefetch", "false",
     "IPUConfig's optimizations.prefetch_data_streams says whether infeeds are prefetched", kTruth},
    {"opt.maxCompilationThreads", "0", "programs are compiled by one thread", nullptr},
    {"target.hostSyncTimeout", "300", "the modelled host always answers", nullptr},
    {"target.syncMethod", "default", "the modelled host has one way to synchronise", nullptr},
    {"streamCallbacks.*", "", "stream callbacks run where the emulator runs", nullptr},
    {"profiler.blocks.filter", "", "all blocks are profiled", nullptr},
    {"profiler.programs.filter", "", "all programs are profiled", nullptr},
};

bool stands_for(const EngineOption& option, std::string_view name) {
  const std::string_view own = option.name;
  if (own.back() != '*') return own == name;
  return name.size() >= own.size() && name.starts_with(own.substr(0, own.size() - 1));
}

const EngineOption& option_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const EngineOption& option : kOptions) {
    if (stands_for(option, name)) return option;
    names.emplace_back(option.name);
  }
  const std::string nearest = did_you_mean(name, names);
  throw NotFound(
      fmt::format("there is no engine option \"{}\"{}", name.substr(0, 80),
                  nearest.empty() ? "; docs/profile.md lists those that have an effect" : nearest));
}

std::int64_t whole_number(std::string_view name, const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) {
    throw InvalidArgument(fmt::format(
        "the engine option {} must be a whole number from 0 on, as in \"2\", but it is \"{}\"",
        name, text.substr(0, 80)));
  }
  return number;
}

}  // namespace

std::span<const EngineOption> engine_options() { return kOptions; }

EngineOptions EngineOptions::from_json(std::string_view text) {
  const Json json = parse_json(text);
  if (!json.is_object()) {
    throw InvalidArgument(fmt::format(
        "engine options must be a JSON object of texts, as in {{\"autoReport.all\":\"true\"}}, but "
        "they are {}",
        json.is_discarded() ? "no JSON" : shown_json(json).substr(0, 80)));
  }
  EngineOptions options;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string() && !value.is_number() && !value.is_boolean()) {
      option_named(name);
      throw InvalidArgument(fmt::format("the engine option {} must be a text, but it is {}", name,
                                        shown_json(value).substr(0, 80)));
    }
    options.set(name, value.is_string() ? value.get<std::string>() : shown_json(value));
  }
  return options;
}

void EngineOptions::set(std::string_view name, const std::string& text) {
  const EngineOption& option = option_named(name);
  if (option.words != nullptr &&
      (text.find(' ') != std::string::npos ||
       fmt::format(" {} ", option.words).find(fmt::format(" {} ", text)) == std::string::npos)) {
    throw InvalidArgument(fmt::format("the engine option {} must be one of {}, but it is \"{}\"",
                                      name, option.words, text.substr(0, 80)));
  }
  if (name == kRuns) whole_number(name, text);
  texts_[std::string(name)] = text;
}

std::string EngineOptions::get(std::string_view name) const {
  const auto found = texts_.find(std::string(name));
  return found != texts_.end() ? found->second : option_named(name).default_value;
}

bool EngineOptions::writes(std::string_view output) const {
  const auto own = texts_.find(std::string(output));
  return own != texts_.end() ? own->second == "true" : get("autoReport.all") == "true";
}

bool EngineOptions::writes_report() const {
  return writes("autoReport.outputGraphProfile") || writes("autoReport.outputExecutionProfile") ||
         writes("autoReport.outputDebugInfo");
}

std::int64_t EngineOptions::profiled_runs() const { return whole_number(kRuns, get(kRuns)); }

std::vector<std::string> EngineOptions::notes() const {
  std::vector<std::string> notes;
  for (const auto& [name, value] : texts_) {
    const EngineOption& option = option_named(name);
    if (option.no_meaning == nullptr || value == option.default_value) continue;
    notes.push_back(
        fmt::format("the engine option {} has no meaning here: {}", name, option.no_meaning));
  }
  return notes;
}

}  // namespace pipette
