// Messages about input that the parser did not understand: unknown commands and flags, with the
// nearest existing ones, and values that are not numbers.
//
//   require_command(app, arguments);               // throws NotUnderstood
//   try { app.parse(...); } catch (const CLI::ExtrasError&) { err << unexpected(app); }
//                           catch (const CLI::ParseError& error) { err << misread(app, error); }
//
// "there is no command "runn"; did you mean "run"?"
#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace pipette::cli {

class NotUnderstood : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void require_command(const CLI::App& app, const std::vector<std::string>& arguments);

// A message about the first argument that the parsed command did not accept.
std::string unexpected(const CLI::App& app);

// A message for any other parser error.
std::string misread(const CLI::App& app, const CLI::ParseError& error);

}  // namespace pipette::cli
