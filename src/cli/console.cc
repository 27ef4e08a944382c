#include "cli/console.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/help_text.h"
#include "core/json.h"
#include "core/printable.h"
#include "program/instances.h"

namespace pipette::cli {

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::not_found:
      return 4;
    case ErrorCode::resource_exhausted:
    case ErrorCode::internal:
      return 5;
    default:
      return 3;
  }
}

Console::Console(std::ostream& out, std::ostream& err, const std::vector<std::string>& arguments)
    : out_(out),
      err_(err),
      result_(out.rdbuf()),
      notes_(err.rdbuf()),
      json_(std::find(arguments.begin(), arguments.end(), "--json") != arguments.end()) {
  result_.setstate(out.rdstate());
}

void Console::add_options(CLI::App& app) {
  const auto inner = app.get_subcommands([](const CLI::App*) { return true; });
  for (CLI::App* command : inner) add_options(*command);
  if (!inner.empty()) return;
  app.add_flag_callback(
      "-q,--quiet", [this] { notes_.rdbuf(nullptr); }, "Print nothing but the result and errors");
  if (app.get_option_no_throw("--output") != nullptr) return;  // it has one of its own
  app.add_option_function<std::string>(
         "-o,--output",
         [this](const std::string& path) {
           if (path == "-" || !Instances::speaks()) return;
           file_.emplace(path);
           result_.rdbuf(file_->stream().rdbuf());
         },
         "Write the result to this file")
      ->type_name("FILE");
}

void Console::finish() {
  if (!result_.flush() && !file_) {
    throw ResourceExhausted("cannot write the result to the standard output");
  }
  if (file_) file_->commit();
}

Json error_document(const Failure& failure) {
  return document(
      "error",
      {{"error",
        {{"name", failure.name}, {"message", failure.message}, {"exit_code", failure.exit_code}}}});
}

int Console::tell(const Failure& failure) {
  const std::string name = failure.tells_name ? failure.name + ": " : "";
  err_ << fmt::format("pipette: {}{}\n{}", name, printable(failure.message, "\n"), failure.hint);
  if (json_) {
    out_ << shown_json(error_document(failure), 2) << "\n";
  }
  return failure.exit_code;
}

Json document(const std::string& schema, Json body) {
  Json all = {{"schema", "pipette." + schema}, {"version", 1}, {"pipette", PIPETTE_VERSION}};
  for (auto& [key, value] : body.items()) all[key] = std::move(value);
  return all;
}

}  // namespace pipette::cli
