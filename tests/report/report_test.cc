// Report folders: what is in them, that they agree with the profile, and that nothing half-written
// stays.
#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "report/comparison.h"
#include "report/report_page.h"
#include "report/report_text.h"
#include "report/written_report.h"

namespace pipette::report {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST(Report, HasAllFiles) {
  const Folder folder("report_files");
  const std::vector<std::string> missing = write_report(folder.path, report_of("mnist-with-feeds"));
  if (missing.empty()) {
    EXPECT_THAT(folder.files(),
                UnorderedElementsAre("profile.pop", "profile.json", "framework.json", "app.json",
                                     "debug.json", "trace.json", "report.html"));
  }
  for (const char* json :
       {"profile.json", "framework.json", "app.json", "debug.json", "trace.json"}) {
    EXPECT_FALSE(parse_json(text_of(fs::path(folder.path) / json)).is_discarded()) << json;
  }
}

TEST(Report, IsReadAsItWasWritten) {
  const Folder folder("report_read");
  const Report report = report_of("mnist-pipelined", 2);
  write_report(folder.path, report);
  EXPECT_EQ(read_report(folder.path), report_json(report));
  EXPECT_EQ(report_text(read_report(folder.path)), report_text(report_json(report)));
}

TEST(Report, OnlyWhatWasAskedFor) {
  const Folder folder("report_parts");
  Report report = report_of("mnist-with-feeds");
  report.options = EngineOptions::from_json(R"({"autoReport.outputGraphProfile":"true"})");
  write_report(folder.path, report);
  EXPECT_FALSE(fs::exists(fs::path(folder.path) / "debug.json"));
  EXPECT_FALSE(fs::exists(fs::path(folder.path) / "trace.json"));
}

// As tutorial 001 asks to look at it: its optimizer and its accumulation beside the layers.
TEST(Report, ListsLayersWithTheirOptimizerAndAccumulation) {
  const Report report = report_of("inspect-keras", 8);
  const std::string text = report_text(report_json(report));
  std::int64_t cycles = 0;
  for (const profile::Operation& o : report.profiles[0].operations) cycles += o.cycles;
  const std::size_t begin = text.find("TensorFlow layer ");
  const std::size_t end = text.find("\noperation ", begin);
  ASSERT_NE(end, std::string::npos);
  std::istringstream lines(text.substr(begin, end - begin));
  std::map<std::string, std::int64_t> listed;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    if (line.empty()) continue;
    std::erase(line, ',');
    const bool all = line.starts_with("in all");
    std::istringstream words(all ? line.substr(6) : line);
    std::string name = "in all";
    std::int64_t operations = 0;
    if (!all) words >> name;
    words >> operations >> listed[name];
  }
  EXPECT_EQ(listed["in all"], cycles);
  for (const char* name : {"Dense_128", "gradients/Dense_128", "SGD/Dense_128",
                           "Dense_128/GradientAccumulator", "StreamCopy"}) {
    EXPECT_GT(listed[name], 0) << name;
  }
  std::int64_t sum = -listed["in all"];
  for (const auto& [name, each] : listed) sum += each;
  EXPECT_EQ(sum, cycles);
}

TEST(Report, RefusesWhatIsNone) {
  const Folder folder("report_none");
  EXPECT_THROW(read_report(folder.path), NotFound);
  fs::create_directory(folder.path);
  std::ofstream(fs::path(folder.path) / "profile.json") << "{\"profiles\": 3}";
  EXPECT_THROW(read_report(folder.path), InvalidArgument);
  EXPECT_THROW(report_text(parse_json(R"({"profiles":[{"compilation":{}}]})")), InvalidArgument);
  EXPECT_THROW(compare(parse_json(R"({"profiles":[{}]})"), parse_json(R"({"profiles":[{}]})")),
               InvalidArgument);
  EXPECT_THROW(write_report(folder.path, Report()), InvalidArgument);
}

TEST(Report, NamesOfAStrangerArePrintedWithoutTerminalEscapes) {
  Json report = report_json(report_of("mnist-with-feeds"));
  Json& profile = report["profiles"][0];
  profile["compilation"]["graph"]["name"] = "\x1b[2Jgone";
  for (Json& operation : profile["operations"]) {
    for (const char* key : {"name", "layer", "tensorflowLayer", "kind", "phase"}) {
      operation[key] = "\x1b]0;title\x07\xc2\x9b";
    }
  }
  const std::string text = report_text(report) + compare(report, report).to_text();
  EXPECT_THAT(text, HasSubstr("\\x1b[2Jgone"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\x07")));
  EXPECT_THAT(text, Not(HasSubstr("\xc2\x9b")));
}

// A stranger's report: what it claims is neither converted nor added up beyond an int64.
TEST(Report, RefusesNumbersThatNoProgramHas) {
  const Json good = report_json(report_of("mnist-with-feeds"));
  for (const char* number : {"1e30", "9223372036854775807", "0.5"}) {
    Json bad = good;
    for (Json& operation : bad["profiles"][0]["operations"]) {
      operation["cycles"] = parse_json(number);
      operation["calls"] = parse_json(number);
    }
    EXPECT_THROW(report_text(bad), InvalidArgument) << number;
  }
  Json bad = good;
  bad["profiles"][0]["execution"]["profiledCycles"] = 1e30;
  EXPECT_THROW(compare(good, bad), InvalidArgument);
}

// tests/golden/report, to which tests/web/node holds the trace that the viewer writes. It is made
// anew with the command in that test.
TEST(Report, TheGoldenOneIsWhatIsWritten) {
  const fs::path golden = PIPETTE_SOURCE_DIR "/tests/golden/report";
  const Json wanted = parse_json(text_of(golden / "profile.json"));
  const Experiment e = Experiment::from_json(wanted.at("experiment").dump());
  Session session(e);
  session.advance(Budget::steps(e.training.steps));
  Report report;
  report.profiles = session.profiles();
  report.options = EngineOptions::from_json(R"({"autoReport.all":"true"})");
  const Folder folder("golden");
  write_report(folder.path, report);
  const auto events_of = [](const fs::path& path) {
    const std::string text = text_of(path);
    return text.substr(text.find('\n', text.find("otherData")));
  };
  EXPECT_EQ(events_of(fs::path(folder.path) / "trace.json"), events_of(golden / "trace.json"));
  const Json spans = parse_json(text_of(fs::path(folder.path) / "profile.json"))
                         .at("/profiles/0/execution/spans"_json_pointer);
  EXPECT_EQ(spans, wanted.at("/profiles/0/execution/spans"_json_pointer));
}

TEST(Report, EpochsAreInstantsOfTheTrace) {
  Report report = report_of("outfeed-example", 2);
  report.profiles[0].execution.tracepoints = {{"Epoch 1", 1'330'000}, {"Epoch 2", 2'660'000}};
  const Folder folder("epochs");
  write_report(folder.path, report);
  // At 1.33 GHz; tests/web/node has the same of the viewer's.
  EXPECT_THAT(text_of(fs::path(folder.path) / "trace.json"),
              HasSubstr(R"({"ph":"i","s":"p","pid":1,"tid":1,"ts":2000.000,"name":"Epoch 2"})"));
  EXPECT_EQ(parse_json(text_of(fs::path(folder.path) / "profile.json"))
                .at("/profiles/0/execution/tracepoints/1/name"_json_pointer),
            "Epoch 2");
}

TEST(Report, TheFolderIsNamedAsTensorFlowNamesIt) {
  EXPECT_THAT(default_folder(), testing::MatchesRegex("tf_report__[0-9]{4}-[0-9]{2}-[0-9]{2}__"
                                                      "[0-9]{2}-[0-9]{2}-[0-9]{2}\\.[0-9]{3}__"
                                                      "[0-9]+"));
}

TEST(ReportPage, RepeatsWhatColumnsRepeat) {
  const Json plain = report_json(report_of("mnist-pipelined", 10));
  const Json coded = with_repeated_columns(plain);
  EXPECT_LT(coded.dump().size(), plain.dump().size() * 4 / 5);
  const Json& before = plain["profiles"][0]["execution"]["spans"];
  for (const auto& [name, column] : coded["profiles"][0]["execution"]["spans"].items()) {
    if (!column.is_object()) {
      EXPECT_EQ(column, before[name]) << name;
      continue;
    }
    Json values = Json::array();
    const Json& repeated = column["repeated"];
    for (std::size_t i = 0; i < repeated.size(); i += 2) {
      for (int k = 0; k < repeated[i + 1].get<int>(); ++k) values.push_back(repeated[i]);
    }
    EXPECT_EQ(values, before[name]) << name;
  }
  EXPECT_TRUE(coded["profiles"][0]["execution"]["spans"]["run"].is_object());
}

TEST(ReportPage, HoldsTheProfileInOneFile) {
  const std::string json = report_json(report_of("mnist-with-feeds")).dump();
  const std::string page = report_page(json);
  EXPECT_LT(page.size(), 1'500'000u);
  EXPECT_THAT(page, Not(HasSubstr("{{")));
  EXPECT_THAT(page, Not(HasSubstr("import {")));
  EXPECT_THAT(page, HasSubstr("\"numComputeSets\""));
}

TEST(ReportPage, NoTextEndsTheElementThatHoldsIt) {
  const std::string page = report_page("{\"name\":\"</script><script>alert(1)\u2028\"}");
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cscript>alert(1)\\u2028"));
}

TEST(Comparison, OfAReportWithItselfHasNoDifference) {
  const Json report = report_json(report_of("mnist-with-feeds"));
  const Comparison c = compare(report, report);
  EXPECT_TRUE(c.same_program);
  for (const ComparedOperation& o : c.operations) EXPECT_EQ(o.difference(), 0) << o.name;
}

// However many of them an engine run does: with calls a run is one step, with a loop it is many.
TEST(Comparison, IsOfATrainingStep) {
  const auto report_in_runs_of = [](std::int64_t steps) {
    Experiment e = Experiment::defaults("mnist-with-feeds");
    e.training.steps = 20;
    e.training.steps_per_execution = steps;
    return report_json(report_of(e));
  };
  const Comparison c = compare(report_in_runs_of(10), report_in_runs_of(1));
  EXPECT_EQ(c.steps, 10 * c.runs);
  EXPECT_EQ(c.other_steps, c.other_runs);
  for (const ComparedOperation& o : c.operations) {
    if (o.phase == "forward" || o.phase == "backward") {
      EXPECT_EQ(o.difference(), 0) << o.name;
    }
  }
  EXPECT_THAT(c.to_text(), HasSubstr("operation, cycles of a step"));
}

TEST(Comparison, FindsWhatOnlyOneHas) {
  const Comparison c = compare(report_json(report_of("mnist-with-feeds")),
                               report_json(report_of("mnist-without-feeds")));
  EXPECT_FALSE(c.same_program);
  const auto found = std::find_if(c.operations.begin(), c.operations.end(),
                                  [](const auto& o) { return o.name == "infeed"; });
  ASSERT_NE(found, c.operations.end());
  EXPECT_GT(found->calls, 0);
  EXPECT_EQ(found->other_calls, 0);
  EXPECT_THAT(c.to_text(), HasSubstr("infeed"));
  EXPECT_EQ(c.to_json()["operations"].size(), c.operations.size());
}

}  // namespace
}  // namespace pipette::report
