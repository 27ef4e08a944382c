#include "cli/report_command.h"

#include "cli/console.h"
#include "core/json.h"
#include "report/comparison.h"
#include "report/report.h"
#include "report/report_text.h"

namespace pipette::cli {

ReportCommand::ReportCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* command = app.add_subcommand("report", "Read a report of a profile");
  command->group("Questions");
  command->add_option("folder", folder_, "The report's folder")->required()->type_name("FOLDER");
  command->add_option("--compare", other_, "Another report, which the first is compared with")
      ->type_name("FOLDER");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this] { print(); });
}

void ReportCommand::print() const {
  Json report = report::read_report(folder_);
  if (other_.empty()) {
    out_ << (json_ ? shown_json(document("profile", std::move(report))) + "\n"
                   : report::report_text(report));
    return;
  }
  const report::Comparison comparison = report::compare(report, report::read_report(other_));
  out_ << (json_ ? shown_json(document("comparison", comparison.to_json())) + "\n"
                 : comparison.to_text());
}

}  // namespace pipette::cli
