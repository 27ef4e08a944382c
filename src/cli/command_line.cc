#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/completion.h"
#include "cli/console.h"
#include "cli/grade_command.h"
#include "cli/help_text.h"
#include "cli/interruption.h"
#include "cli/list_command.h"
#include "cli/model_command.h"
#include "cli/report_command.h"
#include "cli/run_command.h"
#include "cli/schedule_command.h"
#include "cli/sweep_command.h"
#include "cli/theme_command.h"
#include "cli/tutorial_commands.h"
#include "cli/unknown_words.h"
#include "kernels/instruction_set.h"
#include "program/instances.h"

namespace pipette::cli {

namespace {

constexpr const char* kFirstWords =
    "Pipette: an emulated IPU system that trains real networks.\n\n"
    "  pipette run mnist-with-feeds             train a network through infeed and outfeed queues\n"
    "  pipette train --stages 4 --replicas 2    the same images, over a pipeline\n"
    "  pipette profile mnist-pipelined          what it takes of the machine\n"
    "  pipette sweep mnist-with-feeds --vary learning_rate=0.01,0.1\n"
    "                                           the same with other values\n"
    "  pipette list                             all experiments\n"
    "  pipette --help                           all commands\n\n"
    "COMMAND --help explains a command.\n";

std::string version() {
  return fmt::format("pipette {}\nkernels: {}", PIPETTE_VERSION, to_word(kernels::current()));
}

}  // namespace

int run_command_line(const std::vector<std::string>& arguments, std::ostream& out,
                     std::ostream& err, bool terminal) {
  if (arguments.empty()) {
    err << kFirstWords;
    return 2;
  }
  CLI::App app{"Pipette: an emulated IPU system that trains real networks.", "pipette"};
  app.formatter(std::make_shared<HelpText>());
  app.require_subcommand(1);
  app.set_version_flag("--version", version, "Print the version and the instruction set");
  app.set_help_flag("-h,--help", "Print this text");
  app.set_help_all_flag("--help-all", "The same, with every option");
  app.footer(
      "Exit codes: 0 done, 1 --until did not hold, 2 not understood, 3 what was asked cannot be, 4 not found, 5 it went "
      "wrong while it ran, 130 interrupted.");
  Console console(out, err, arguments);
  std::ostream &result = console.result(), &notes = console.notes();
  ListCommand list(app, result);
  RunCommand run(app, result, notes, terminal);
  SweepCommand sweep(app, result, notes, terminal);
  GradeCommand grade(app, result, notes, terminal);
  ModelCommand model(app, result);
  ScheduleCommand schedule(app, result);
  ReportCommand report(app, result);
  ThemeCommand theme(app, result);
  TutorialCommands tutorials(app, result, notes, terminal);
  add_shell_commands(app, result);
  console.add_options(app);
  constexpr const char* kUsageHint = "Run with --help for more information.\n";
  const auto misused = [&](const std::string& message) {
    return console.tell({"UsageError", message, 2, false, kUsageHint});
  };
  try {
    require_command(app, arguments);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    console.finish();
  } catch (const CLI::ExtrasError&) {
    return misused(unexpected(app));
  } catch (const NotUnderstood& error) {
    return misused(error.what());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, out, err);  // --help, --version
    return misused(misread(app, error));
  } catch (const Error& error) {
    return console.tell({error.name(), error.what(), exit_code(error.code())});
  } catch (const Interrupted& interrupted) {  // 128 and the number of SIGINT, as shells have it
    return console.tell({"Interrupted", interrupted.what(), 130, false});
  } catch (const NotMet& error) {
    return console.tell({"NotMet", error.what(), 1, false});
  } catch (const InstanceFailed& error) {
    return console.tell({"InstanceFailed", error.what(), error.exit_code, false});
  } catch (const std::exception& error) {
    return console.tell({"InternalError", error.what(), 5, false});
  }
  return 0;
}

}  // namespace pipette::cli
