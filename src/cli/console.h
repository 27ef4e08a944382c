// Where a command prints: its result, and what it says beside it.
//
//   Console console(std::cout, std::cerr, arguments);
//   RunCommand run(app, console.result(), console.notes(), terminal);
//   console.add_options(app);              // --output and --quiet, to every command
//   app.parse(...);
//   console.finish();                      // the file of --output gets its name
//   catch (const Error& e) { return console.tell({e.name(), e.what(), 3}); }
//
// An error is a line on the standard error; for a command that was asked for JSON it is a JSON
// object on the standard output as well, in place of the result.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/files.h"
#include "core/json_fwd.h"

namespace pipette::cli {

struct Failure {
  std::string name;  // "ValueError"; of the command line's own kinds, "UsageError"
  std::string message;
  int exit_code = 5;
  bool tells_name = true;  // to people too
  std::string hint = {};   // one more line for them
};

// The exit code of an error: what was asked cannot be, whatever the error is called upstream; or it
// went wrong while it ran.
int exit_code(ErrorCode code);

class Console {
 public:
  Console(std::ostream& out, std::ostream& err, const std::vector<std::string>& arguments);

  std::ostream& result() { return result_; }
  std::ostream& notes() { return notes_; }  // nothing with --quiet
  void add_options(CLI::App& app);
  // Throws ResourceExhausted if the result could not be written.
  void finish();
  int tell(const Failure& failure);  // returns the exit code

 private:
  std::ostream &out_, &err_;
  std::ostream result_, notes_;
  std::optional<OutputFile> file_;
  bool json_;
};

// What all JSON of the command line begins with: the name of its schema (docs/schemas), the version
// of that, and of the program. Fields may be added without a new version.
Json document(const std::string& schema, Json body);
Json error_document(const Failure& failure);

}  // namespace pipette::cli
