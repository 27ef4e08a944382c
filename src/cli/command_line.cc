#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/interruption.h"
#include "cli/model_command.h"
#include "cli/report_command.h"
#include "cli/run_command.h"
#include "cli/schedule_command.h"
#include "cli/theme_command.h"
#include "cli/tutorial_commands.h"
#include "cli/unknown_words.h"
#include "core/printable.h"
#include "experiment/catalogue.h"
#include "kernels/instruction_set.h"

namespace pipette::cli {

namespace {

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::value_error:
    case ErrorCode::invalid_argument:
    case ErrorCode::type_error:
    case ErrorCode::out_of_range:
      return 3;
    case ErrorCode::not_found:
      return 4;
    default:
      return 5;
  }
}

void print_catalogue(std::ostream& out) {
  std::string group;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.group != group) out << fmt::format("{}{}\n", group.empty() ? "" : "\n", entry.group);
    group = entry.group;
    out << fmt::format("  {:<22}{}\n  {:<22}{}\n", entry.name, entry.title, "", entry.description);
  }
}

std::string version() {
  return fmt::format("pipette {}\nkernels: {}", PIPETTE_VERSION, to_word(kernels::current()));
}

}  // namespace

int run_command_line(const std::vector<std::string>& arguments, std::ostream& out,
                     std::ostream& err, bool terminal) {
  CLI::App app{"Pipette: an emulated IPU system that trains real networks.", "pipette"};
  app.require_subcommand(1);
  app.set_version_flag("--version", version, "Print the version and the instruction set");
  app.footer(
      "Exit codes: 0 done, 1 --until did not hold, 2 not understood, 3 a wrong value, 4 not found, 5 other errors, "
      "130 interrupted.");
  CLI::App* list = app.add_subcommand("list", "List the experiments that can be run");
  list->callback([&] { print_catalogue(out); });
  RunCommand run(app, out, err, terminal);
  ModelCommand model(app, out);
  ScheduleCommand schedule(app, out);
  ThemeCommand theme(app, out);
  ReportCommand report(app, out);
  TutorialCommands tutorials(app, out, err, terminal);
  try {
    require_command(app, arguments);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    if (!out.flush()) throw ResourceExhausted("cannot write the result to the standard output");
  } catch (const CLI::ExtrasError&) {
    err << fmt::format("pipette: {}\nRun with --help for more information.\n",
                       printable(unexpected(app)));
    return 2;
  } catch (const NotUnderstood& error) {
    err << fmt::format("pipette: {}\nRun with --help for more information.\n",
                       printable(error.what()));
    return 2;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, out, err);  // --help, --version
    err << fmt::format("pipette: {}\nRun with --help for more information.\n",
                       printable(misread(app, error)));
    return 2;
  } catch (const Error& error) {
    err << fmt::format("pipette: {}: {}\n", error.name(), printable(error.what(), "\n"));
    return exit_code(error.code());
  } catch (const Interrupted& interrupted) {
    err << fmt::format("pipette: {}\n", interrupted.what());
    return 130;  // as shells have it: 128 and the number of SIGINT
  } catch (const NotMet& error) {
    err << fmt::format("pipette: {}\n", printable(error.what(), "\n"));
    return 1;
  } catch (const std::exception& error) {
    err << fmt::format("pipette: {}\n", printable(error.what(), "\n"));
    return 5;
  }
  return 0;
}

}  // namespace pipette::cli
