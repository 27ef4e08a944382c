// Poplar's engine options, with the names and in the form that the tutorials use.
//
//   const EngineOptions options = EngineOptions::from_json(
//       R"({"autoReport.all":"true", "autoReport.directory":"with_feeds"})");
//   options.profiled_runs();                   // of each program: 2 by default
//   if (options.writes_report()) ...           // report/report_folder.h
//   for (const std::string& note : options.notes()) err << note;
//
// Every published option is known (engine_options()). It either has an effect or has no meaning
// here; notes() has one line for each of the latter that was given. Values are texts, as Poplar
// requires; numbers and true and false are accepted too.
//
// Errors: InvalidArgument for text that is not a JSON object and for a value that an option does
// not accept, NotFound for an unknown option, with the nearest name. A plain value.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

// A row of the published table; docs/profile.md describes the options that have an effect.
struct EngineOption {
  const char* name;  // "autoReport.all"; a final "*" stands for any ending
  const char* default_value;
  const char* no_meaning = nullptr;  // why it has no effect; null: it has an effect
  const char* words = nullptr;       // its possible values, separated by spaces; null: any text
};
std::span<const EngineOption> engine_options();

class EngineOptions {
 public:
  static EngineOptions from_json(std::string_view text);

  void set(std::string_view name, const std::string& text);
  std::string get(std::string_view name) const;  // as set, or the default
  // The options that were set, by name.
  const std::map<std::string, std::string>& texts() const { return texts_; }

  // True if any part of a report is written: with autoReport.all or a single option.
  bool writes_report() const;
  bool writes(std::string_view output) const;  // "autoReport.outputGraphProfile"
  std::string directory() const { return get("autoReport.directory"); }
  bool allows_out_of_memory() const { return get("debug.allowOutOfMemory") == "true"; }
  std::int64_t profiled_runs() const;  // autoReport.executionProfileProgramRunCount
  std::vector<std::string> notes() const;

 private:
  std::map<std::string, std::string> texts_;
};

}  // namespace pipette
