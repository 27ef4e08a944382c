#include "cli/advice_lines.h"

#include <fmt/format.h>

#include <functional>

#include "cli/field_flags.h"
#include "cli/interruption.h"
#include "session/advice_trial.h"
#include "session/advised_experiment.h"

namespace pipette::cli {

namespace {

void try_one(const profile::Advice& advice, std::size_t program, const Session& session,
             const std::function<void()>& at_times, Json& json) {
  try {
    AdviceTrial trial(with_changes(session.experiment(), parse_changes(advice.changes)),
                      session.data());
    const Interruption interruption;
    while (!interruption.asked() && !trial.advance(Budget::microseconds(100e3))) at_times();
    if (!trial.finished()) throw Interrupted("interrupted while advice was tried");
    const std::optional<double> came = trial.came(advice.promise, program);
    if (!came) throw FailedPrecondition("the advised program does not have this figure");
    json["came"] = *came;
    json["kept"] = advice.promise.kept(*came);
  } catch (const Error& error) {
    json["failed"] = error.what();
  }
}

}  // namespace

void add_commands(const Experiment& experiment, Json& report) {
  for (Json& profile : report["profiles"]) {
    for (Json& insight : profile["insights"]) {
      for (Json& advice : insight["advice"]) {
        const Experiment advised = with_changes(experiment, advice["changes"]);
        const std::string command = command_of(advised, "profile");
        if (!command.empty()) advice["command"] = command;
      }
    }
  }
}

void try_advice(const std::vector<profile::Profile>& profiles, const Session& session, Json& report,
                Progress& progress) {
  std::size_t number = 0, count = 0;
  for (const profile::Profile& each : profiles) {
    for (const profile::Insight& insight : each.insights) count += insight.advice.size();
  }
  for (std::size_t p = 0; p < profiles.size(); ++p) {
    for (std::size_t i = 0; i < profiles[p].insights.size(); ++i) {
      const std::vector<profile::Advice>& all = profiles[p].insights[i].advice;
      for (std::size_t a = 0; a < all.size(); ++a) {
        const auto show = [&] {
          progress.show(static_cast<double>(number) / static_cast<double>(count),
                        {fmt::format("trying advice {} of {}", number + 1, count)});
        };
        show();
        try_one(all[a], p, session, show, report["profiles"][p]["insights"][i]["advice"][a]);
        ++number;
      }
    }
  }
}

}  // namespace pipette::cli
