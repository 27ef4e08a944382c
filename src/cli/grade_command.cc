#include "cli/grade_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <thread>

#include "cli/console.h"
#include "cli/flag_words.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/run_outputs.h"
#include "core/csv.h"
#include "core/files.h"
#include "core/format_quantity.h"
#include "core/json.h"
#include "core/printable.h"
#include "experiment/problems.h"
#include "session/session.h"
#include "sweep/in_order.h"

namespace pipette::cli {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 26;
constexpr double kAccuracySlack = 1e-6;  // of a number that was written as text

// Runs up to the code's step, and puts what came into `grade`.
void run_again(const ClassCode& code, const GivenTask& task, Json& grade,
               std::vector<std::string>& reasons) {
  const std::vector<Problem> problems = problems_of(task.experiment);
  if (!problems.empty()) throw_problem(problems.front());
  if (code.step > task.experiment.num_steps()) {
    throw InvalidArgument(fmt::format("it ends at step {}, but the experiment has {}", code.step,
                                      task.experiment.num_steps()));
  }
  Session session(task.experiment, ImageData::generated(task.experiment.training.seed));
  if (!task.goal.empty()) session.stop_when(Condition::parse(task.goal));
  bool ended = false;
  while (!ended && session.status().step < code.step) {
    ended = session.advance(Budget::steps(code.step - session.status().step));
    if (!session.stopped()) continue;
    grade["met_at"] = session.status().step;
    session.stop_when(std::nullopt);  // the first time counts
    ended = false;
  }
  const Summary summary = session.summary(code.accuracy.has_value());
  if (session.status().step != code.step)
    reasons.push_back(fmt::format("it ends at step {}, not {}", session.status().step, code.step));
  if (summary.weight_hash != code.weights) reasons.emplace_back("the weights are others");
  if (summary.loss_hash != code.losses) reasons.emplace_back("the losses are others");
  if (code.accuracy && std::abs(summary.test_accuracy - *code.accuracy) > kAccuracySlack) {
    reasons.push_back(fmt::format("the accuracy is {}, not {}",
                                  format_percent(summary.test_accuracy),
                                  format_percent(*code.accuracy)));
  }
}

std::string cell_text(const Json& value) {
  return value.is_null() ? "" : value.is_string() ? value.get<std::string>() : shown_json(value);
}

}  // namespace

Json graded(const FoundCode& found, const GivenTask* own) {
  Json grade = {{"line", found.line},       {"name", ""},         {"verdict", "unreadable"},
                {"reasons", Json::array()}, {"goal", ""},         {"met_at", nullptr},
                {"step", nullptr},          {"accuracy", nullptr}};
  std::vector<std::string> reasons;
  try {
    const ClassCode code = read_class_code(found.text);
    grade["name"] = code.name;
    grade["step"] = code.step;
    if (code.accuracy) grade["accuracy"] = *code.accuracy;
    grade["verdict"] = "not true";
    const GivenTask task = task_of(code.address);
    grade["goal"] = task.goal;
    run_again(code, task, grade, reasons);
    if (reasons.empty()) {
      if (own != nullptr) reasons = departures(task, *own);
      grade["verdict"] = reasons.empty() ? "true" : "another task";
    }
  } catch (const Error& error) {
    reasons.emplace_back(error.what());
  }
  grade["reasons"] = reasons;
  return grade;
}

GradeCommand::GradeCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal)
    : out_(out), err_(err), terminal_(terminal) {
  CLI::App* command = app.add_subcommand(
      "grade", "Run class codes that were handed in again, and say which are true");
  command->group("For a class");
  command
      ->add_option(
          "codes", file_,
          "A file with class codes: a table of a learning platform, a mail, anything; - is the standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--task", task_,
                   "Your own link: a code of another task, goal or locks is told apart. In quotes")
      ->check(not_empty())
      ->type_name("LINK");
  command->add_option("-j,--jobs", jobs_, "Codes at a time; 0 for as many as there are processors")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--csv", csv_, "Print a table as CSV");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this] { run(); });
}

void GradeCommand::run() const {
  const std::vector<std::byte> bytes =
      read_file(file_ == kStandardStream ? "/dev/stdin" : file_, kMostBytes);
  if (bytes.size() > kMostBytes)
    throw InvalidArgument(fmt::format("\"{}\" has more than {} bytes", file_, kMostBytes));
  const std::vector<FoundCode> codes =
      find_class_codes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (codes.empty()) {
    throw InvalidArgument(
        fmt::format("\"{}\" has no class code: one begins with \"pipette-1.\"", file_));
  }
  std::optional<GivenTask> own;
  if (!task_.empty()) {
    own = task_of(address_of_link(task_));
    if (own->text.empty() && own->goal.empty())
      throw InvalidArgument(
          "the link of --task has no task: copy the one that you gave, in quotes");
  }
  std::vector<Json> grades;
  const auto take = [&](const sweep::Ended& ended) {
    Json grade = parse_json(ended.text);
    if (grade.is_discarded()) {
      grade = {{"line", codes[ended.number].line},
               {"name", ""},
               {"verdict", "not true"},
               {"reasons", {"its process has " + ended.fault}},
               {"goal", ""},
               {"met_at", nullptr},
               {"step", nullptr},
               {"accuracy", nullptr}};
    }
    grades.push_back(std::move(grade));
  };
  const std::size_t jobs = jobs_ > 0 ? static_cast<std::size_t>(jobs_)
                                     : std::max(1u, std::thread::hardware_concurrency());
  Progress progress(err_, terminal_);
  const Interruption interruption;
  const bool ended = sweep::run_in_order(
      0, codes.size(), jobs,
      [&](std::size_t number) { return shown_json(graded(codes[number], own ? &*own : nullptr)); },
      take,
      [&](std::size_t done, std::size_t) {
        progress.show(static_cast<double>(done) / static_cast<double>(codes.size()),
                      {fmt::format("{} of {} codes", done, codes.size())});
        return !interruption.asked();
      });
  progress.clear();
  print(grades);
  if (!ended)
    throw Interrupted(fmt::format("interrupted after {} of {} codes", grades.size(), codes.size()));
}

void GradeCommand::print(const std::vector<Json>& grades) const {
  const auto reasons_of = [](const Json& grade) {
    return fmt::to_string(fmt::join(grade["reasons"].get<std::vector<std::string>>(), "; "));
  };
  if (json_) {
    out_ << shown_json(document("grades", {{"task", task_}, {"grades", grades}}), 2) << "\n";
    return;
  }
  if (csv_) {
    Csv csv("line,name,verdict,goal,met_at,step,accuracy,reasons");
    for (const Json& grade : grades) {
      csv.row(grade["line"].get<std::int64_t>(), grade["name"].get<std::string>(),
              grade["verdict"].get<std::string>(), grade["goal"].get<std::string>(),
              cell_text(grade["met_at"]), cell_text(grade["step"]), cell_text(grade["accuracy"]),
              reasons_of(grade));
    }
    out_ << csv.text();
    return;
  }
  std::size_t good = 0, met = 0, widest = 4;
  for (const Json& grade : grades)
    widest = std::max(widest, grade["name"].get_ref<const std::string&>().size());
  for (const Json& grade : grades) {
    const auto& verdict = grade["verdict"].get_ref<const std::string&>();
    const auto& goal = grade["goal"].get_ref<const std::string&>();
    std::string said = reasons_of(grade);
    if (verdict == "true") {
      ++good;
      const bool reached = !grade["met_at"].is_null();
      if (reached) ++met;
      said = fmt::format("{} steps", grade["step"].get<std::int64_t>());
      if (!grade["accuracy"].is_null())
        said += ", accuracy " + format_percent(grade["accuracy"].get<double>());
      if (!goal.empty())
        said += reached
                    ? fmt::format("; {} met at step {}", goal, grade["met_at"].get<std::int64_t>())
                    : fmt::format("; {} not met", goal);
    }
    out_ << fmt::format("{:<{}}  {:<12}  {}\n", printable(grade["name"].get<std::string>()), widest,
                        verdict, printable(said));
  }
  out_ << fmt::format("{} of {} true, {} with their goal met\n", good, grades.size(), met);
}

}  // namespace pipette::cli
