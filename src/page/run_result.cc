#include "page/run_result.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format_quantity.h"
#include "experiment/catalogue.h"
#include "experiment/field.h"
#include "experiment/problems.h"
#include "page/actions.h"
#include "ui/format.h"
#include "ui/intent.h"
#include "ui/json_writer.h"

namespace pipette::app {
namespace {

std::string counted(std::int64_t count, const std::string& unit) {
  return format_count(count) + " " + unit +
         (count == 1                                                         ? ""
          : (unit.ends_with("ch") && unit != "epoch") || unit.ends_with("s") ? "es"
                                                                             : "s");
}

std::string asked_for(const Experiment& e) {
  const auto roundings = roundings_of(e);
  const std::int64_t steps = roundings.empty() ? e.training.steps : roundings[0].asked;
  const std::string batch = counted(e.training.batch_size, "image");
  const std::int64_t batches = e.num_mini_batches() / std::max<std::int64_t>(1, e.num_steps());
  const bool updates = e.steps_are_updates() && batches > 1;
  return counted(steps, e.step_unit()) +
         (updates ? ", each of " + counted(batches, "mini-batch") + " of " : " of ") + batch +
         (roundings.empty() ? "" : ", rounded up to whole engine runs");
}

bool is_benchmark(const Experiment& e) {
  return catalogue_entry(e.name).kind == ProgramKind::benchmark;
}

std::string done(const Session& session, const Summary& summary) {
  return counted(summary.steps, session.experiment().step_unit()) + " in " +
         counted(summary.runs, is_benchmark(session.experiment()) ? "epoch" : "engine run");
}

std::string learnt(const Summary& summary, const Evaluation& evaluation) {
  std::string text;
  if (summary.losses > 0) {
    text = "The loss is " + format_fixed(summary.mean_loss_last_500, 3) +
           ", the mean of the last " +
           counted(std::min<std::int64_t>(500, summary.losses), "loss") + ". ";
    if (summary.losses == 1)
      text = "The loss is " + format_fixed(summary.mean_loss_last_500, 3) + ". ";
  }
  const auto& points = evaluation.accuracy().points;
  if (!points.empty()) {
    text += format_percent(static_cast<double>(points.back().accuracy)) +
            " of the test digits are recognised.";
  }
  return text;
}

// A benchmark has no modelled time: it measures this computer.
std::string times(const Runs& runs, bool modelled) {
  std::string all;
  for (const auto& run : runs.all()) {
    const RunStatus status = run->session().status();
    JsonWriter time;
    time.add("title", modelled ? run->title() : "Measured")
        .add("modelled", modelled ? format_time_us(status.seconds * 1e6) : "")
        .add("real", format_time_us(run->session().observed().real_seconds() * 1e6));
    all += (all.empty() ? "" : ",") + time.text();
  }
  return "[" + all + "]";
}

std::string compared(Runs& runs) {
  if (!runs.side_by_side()) return {};
  Run* fast = &runs.leader();
  Run* slow = &runs.follower();
  if (slow->session().status().seconds < fast->session().status().seconds) std::swap(fast, slow);
  const double ratio = slow->session().status().seconds / fast->session().status().seconds;
  const bool same =
      fast->session().summary(false).weight_hash == slow->session().summary(false).weight_hash;
  return slow->title() + " takes " + format_ratio(ratio) + " as long by the modelled clock" +
         (same ? ", and arrives at the same weights, bit by bit." : ".");
}

// The last line that each run of the tutorial's programs prints; [] if they print no time.
std::string printed(const Runs& runs) {
  std::string lines;
  for (const auto& run : runs.all()) {
    const Session& session = run->session();
    if (catalogue_entry(session.experiment().name).published_seconds <= 0) return "[]";
    const std::string& all = session.printed();
    if (all.size() < 2) return "[]";
    const std::size_t before = all.rfind('\n', all.size() - 2);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    lines +=
        (lines.empty() ? "" : ",") + JsonWriter::quoted(all.substr(begin, all.size() - 1 - begin));
  }
  return "[" + lines + "]";
}

// The times that the same programs printed on real hardware; empty if any of them was changed.
std::string published(const Runs& runs) {
  std::string seconds;
  for (const auto& run : runs.all()) {
    const Experiment& e = run->session().experiment();
    Experiment tutorial = Experiment::defaults(e.name);
    tutorial.training.data = e.training.data;
    const double published = catalogue_entry(e.name).published_seconds;
    if (published <= 0 || tutorial.to_json() != e.to_json()) return {};
    seconds += (seconds.empty() ? "" : " and ") + format_fixed(published, 3);
  }
  return "On real hardware the tutorial's programs printed " + seconds + " seconds.";
}

struct NextStep {
  const char* text;
  const char* help;
  Intent intent;
};

// Suggestions for next steps: instructive changes of the experiment, and places to look at.
std::vector<NextStep> next_steps(const Runs& runs) {
  const Experiment& e = runs.leader().session().experiment();
  std::vector<NextStep> all;
  if (runs.side_by_side() && e.device.host.speed != HostSpeed::slow) {
    all.push_back({"A slow host, as measured",
                   "Does the infeed queue still fill?",
                   {action::kSetParameter, "host.speed", 0, "slow"}});
  }
  if (runs.side_by_side() && e.device.host.speed != HostSpeed::fast) {
    all.push_back({"A fast host",
                   "What does the IPU wait for then?",
                   {action::kSetParameter, "host.speed", 0, "fast"}});
  }
  if (e.pipelined() && catalogue_entry(e.name).kind == ProgramKind::pipelined) {
    const bool grouped = e.pipeline.schedule == pipelining::PipelineSchedule::grouped;
    all.push_back(
        {grouped ? "Interleaved" : "Grouped",
         "Another schedule gives the same weights. Does it take as long?",
         {action::kSetParameter, "pipeline_schedule", 0, grouped ? "interleaved" : "grouped"}});
    const auto twice = static_cast<double>(2 * e.pipeline.gradient_accumulation_count);
    all.push_back({"Twice as many mini-batches per update",
                   "Filling and emptying the pipeline then takes a smaller share of the time.",
                   {action::kSetParameter, "gradient_accumulation_count", twice}});
  }
  const CatalogueEntry& entry = catalogue_entry(e.name);
  if (entry.kind == ProgramKind::benchmark) return all;
  all.push_back({"Profile",
                 "Which operations took the time, and what lay in memory?",
                 {action::kShowScene, {}, 0, "profile"}});
  if (!entry.trains()) return all;
  all.push_back({"Save the weights",
                 "A file that model.loadWeights() and other programs read.",
                 {action::kSave, {}, 0, "weights"}});
  return all;
}

std::string next_json(const Runs& runs) {
  std::string all;
  for (const auto& [text, help, intent] : next_steps(runs)) {
    JsonWriter step;
    const std::string asked = JsonWriter::quoted(intent.action) + "," +
                              std::to_string(static_cast<std::int64_t>(intent.number)) + "," +
                              JsonWriter::quoted(intent.name) + "," +
                              JsonWriter::quoted(intent.text);
    step.add("text", text).add("help", help).raw("intent", "[" + asked + "]");
    all += (all.empty() ? "" : ",") + step.text();
  }
  return "[" + all + "]";
}

}  // namespace

std::string said_result(Runs& runs, const Evaluation& evaluation) {
  Session& session = runs.leader().session();
  const Summary summary = session.summary(false);
  const bool trains = catalogue_entry(session.experiment().name).trains();
  std::string said = "Done: " + done(session, summary) + ".";
  for (const std::string& more : {trains ? learnt(summary, evaluation) : "", compared(runs)}) {
    if (!more.empty()) said += " " + more;
  }
  return said;
}

std::string result_json(Runs& runs, const Evaluation& evaluation) {
  Session& session = runs.leader().session();
  const RunStatus status = session.status();
  const Summary summary = session.summary(false);
  const CatalogueEntry& entry = catalogue_entry(session.experiment().name);
  const bool trains = entry.trains(), modelled = !is_benchmark(session.experiment());
  JsonWriter hashes;
  if (trains) hashes.add("weights", summary.weight_hash);
  if (trains && summary.losses > 0) hashes.add("losses", summary.loss_hash);
  JsonWriter result;
  result.add("title", entry.title)
      .add("asked", trains ? asked_for(session.experiment()) : "")
      .add("done", done(session, summary))
      .add("learnt", trains ? learnt(summary, evaluation) : "")
      .add("found", modelled ? "" : session.observed().record().advice)
      .raw("times", times(runs, modelled))
      .add("compared", compared(runs))
      .add("compile", modelled && status.compile_seconds > 0
                          ? "Compiling would come first, once: " +
                                format_time_us(status.compile_seconds * 1e6) +
                                ", an input of the model."
                          : "")
      .raw("printed", printed(runs))
      .add("published", published(runs))
      .raw("hashes", hashes.text())
      .raw("next", next_json(runs));
  return result.text();
}

}  // namespace pipette::app
