// Sentences about what the parser did not understand: commands and flags that there are not, with
// the nearest that there are, and values that are no numbers.
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

// What the command that was parsed did not take: a sentence about the first of it.
std::string unexpected(const CLI::App& app);

// Any other error of the parser's.
std::string misread(const CLI::App& app, const CLI::ParseError& error);

}  // namespace pipette::cli
