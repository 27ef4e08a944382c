// Commands and flags that there are not, with the nearest that there are.
//
//   require_command(app, arguments);               // throws NotUnderstood
//   try { app.parse(...); } catch (const CLI::ExtrasError&) { err << unexpected(app); }
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

}  // namespace pipette::cli
