// Poplar's engine options, by the names and in the form in which the tutorials give them.
//
//   const EngineOptions options = EngineOptions::from_json(
//       R"({"autoReport.all":"true", "autoReport.directory":"with_feeds"})");
//   options.profiled_runs();                   // of each program: 2, if not said otherwise
//   if (options.writes_report()) ...           // report/report_folder.h
//   for (const std::string& note : options.notes()) err << note;
//
// Every published option is known (engine_options()): it has an effect, or it has no meaning here,
// which notes() says in one line for each that was given. Values are texts, as Poplar wants them;
// numbers and true and false are taken too.
//
// Errors: InvalidArgument for text that is no JSON object and for a value that an option does not
// take, NotFound for an unknown option, with the nearest name. A plain value.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

// A row of the published table; docs/profile.md says what those do that have an effect.
struct EngineOption {
  const char* name;  // "autoReport.all"; one that ends with "*" stands for all that begin so
  const char* default_value;
  const char* no_meaning = nullptr;  // why it has no effect; null: it has one
  const char* words = nullptr;       // that it may be, with spaces between them; null: any text
};
std::span<const EngineOption> engine_options();

class EngineOptions {
 public:
  static EngineOptions from_json(std::string_view text);

  void set(std::string_view name, const std::string& text);
  std::string get(std::string_view name) const;  // as it was set, or the default
  // Those that were set, by name.
  const std::map<std::string, std::string>& texts() const { return texts_; }

  // Any part of a report: with autoReport.all, or by itself.
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
