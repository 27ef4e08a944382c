#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/call.h"
#include "oracle.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Result schedule(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "schedule");
  return call(arguments);
}

json slots(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const Result r = schedule(std::move(arguments));
  EXPECT_EQ(r.code, 0) << r.err;
  return json::parse(r.out)["slots"];
}

TEST(ScheduleCommand, TableIsTheOneOfThePage) {
  const Result r = schedule({"--kind", "grouped", "--stages", "4", "--mini-batches", "8"});
  ASSERT_EQ(r.code, 0) << r.err;
  // docs/semantics.md, "Grouped"
  for (const char* line :
       {"\nslot       0     1     2     3     4     5     6     7     8     9    10    11    12",
        "\nIPU0      F1    F2    F3    F4    F5    F6    F7 B1+F8    B2    B3    B4    B5    B6",
        "\nIPU1       .    F1    F2    F3    F4    F5 B1+F6 B2+F7 B3+F8    B4    B5    B6    B7",
        "\nIPU3       .     .     .    F1 B1+F2 B2+F3 B3+F4 B4+F5 B5+F6 B6+F7 B7+F8    B8     ."}) {
    EXPECT_THAT(r.out, HasSubstr(line));
  }
  EXPECT_THAT(r.out, HasSubstr("|------------------ ramp-up ------------------| |---"));
  EXPECT_THAT(r.out, HasSubstr("slots 0 to 7        utilisation 56.2 %"));
  EXPECT_THAT(r.out, HasSubstr("main        no slots\n"));
  EXPECT_THAT(r.out, HasSubstr("15 slots            utilisation 53.3 %"));  // 8 / (8 + 7)
  EXPECT_THAT(r.out, HasSubstr("time        3,400 cycles"));  // 4 * 100 + 7 * 300 + 4 * 200 + 100
  EXPECT_THAT(r.out, HasSubstr("7, 5, 3, 1 mini-batches at most"));
}

TEST(ScheduleCommand, JsonListsSlotsInExecutionOrder) {
  EXPECT_EQ(slots({"--kind", "Interleaved", "--stages", "2", "--mini-batches", "2"}),
            json::parse(R"([[[0,"F",0]], [[1,"F",0]], [[1,"B",0],[0,"F",1]], [[0,"B",0],[1,"F",1]],
                            [[1,"B",1]], [[0,"B",1]]])"));
  // The first number is the stage, wherever it runs.
  const std::vector<std::string> four = {"--stages", "4", "--mini-batches", "8"};
  auto mapped = four;
  mapped.insert(mapped.end(), {"--device-mapping", "0,1,1,0"});
  EXPECT_EQ(slots(mapped), slots(four));
  EXPECT_EQ(slots(four)[4], json::parse(R"([[3,"B",0],[3,"F",1],[2,"F",2],[1,"F",3],[0,"F",4]])"));
  EXPECT_EQ(slots({"--stages", "2", "--mini-batches", "2", "--inference", "--kind", "sequential",
                   "--device-mapping", "5,1+2"}),
            json::parse(R"([[[0,"F",0]], [[1,"F",0]], [[0,"F",1]], [[1,"F",1]]])"));
}

TEST(ScheduleCommand, JsonAgreesWithEveryPublishedTable) {
  const testing_support::Json& file = testing_support::oracle_file();
  int compared = 0;
  for (const auto& entry : file.at("cases")) {
    if (entry["area"] != "schedule-derived") continue;
    const auto& in = entry["inputs"];
    json found =
        slots({"--kind", in["schedule"], "--stages", std::to_string(in["stages"].get<int>()),
               "--mini-batches", std::to_string(in["G"].get<int>())});
    for (json& slot : found) {  // published by IPU, printed in execution order
      std::stable_sort(slot.begin(), slot.end(),
                       [](const json& a, const json& b) { return a[0] < b[0]; });
    }
    EXPECT_EQ(found, entry["expected"]["table"]) << entry["id"];
    ++compared;
  }
  EXPECT_EQ(compared, 5);
}

TEST(ScheduleCommand, CyclesMakeTheTimes) {
  const auto times = [](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"--stages", "2", "--mini-batches", "4", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result r = schedule(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    return json::parse(r.out)["makespan_cycles"].get<int>();
  };
  EXPECT_EQ(times({"--update-cycles", "0"}), 2 * 100 + 3 * 300 + 2 * 200);
  EXPECT_EQ(times({"--update-cycles", "7", "--sync-cycles", "10"}), 1500 + 7 * 10 + 7);
  // Slots 0, 1, 2, 3 copy F0 or B1; 4 and 5 B1; in slot 6 only B0 runs. F1 and B1 share an IPU.
  EXPECT_EQ(times({"--update-cycles", "0", "--exchange-cycles", "5"}), 1500 + 6 * 5);
  EXPECT_EQ(times({"--update-cycles", "0", "--forward-cycles", "0", "--backward-cycles", "10,30"}),
            4 * 30 + 10);
}

TEST(ScheduleCommand, LongSchedulesLeaveOutTheMiddleAndSaySo) {
  const Result r = schedule({"--stages", "2", "--mini-batches", "400"});
  ASSERT_EQ(r.code, 0);
  EXPECT_THAT(r.out, HasSubstr("slots 48 to 354 are left out here; --json lists them all"));
  EXPECT_THAT(r.out, HasSubstr("B400"));
  EXPECT_THAT(r.out, Not(HasSubstr("F200")));
}

// Names and nesting of the elements of an XML text without comments; enough to see that it is
// well-formed.
bool balanced(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const bool closing = xml[at + 1] == '/';
    const std::size_t from = at + (closing ? 2 : 1);
    const std::string name = xml.substr(from, xml.find_first_of(" />", from) - from);
    if (closing) {
      if (open.empty() || open.back() != name) return false;
      open.pop_back();
    } else if (xml[end - 1] != '/') {
      open.push_back(name);
    }
  }
  return open.empty();
}

int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(ScheduleCommand, SvgHasABoxForEveryProgramAndATooltipForEveryGap) {
  const std::string path = temporary_path("schedule_test.svg");
  const Result r = schedule({"--kind", "interleaved", "--stages", "4", "--mini-batches", "8",
                             "--svg", path, "--sync-cycles", "3"});
  ASSERT_EQ(r.code, 0) << r.err;
  std::ifstream in(path);
  const std::string svg((std::istreambuf_iterator<char>(in)), {});
  std::remove(path.c_str());
  EXPECT_TRUE(balanced(svg));
  EXPECT_EQ(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0), 0u);
  EXPECT_EQ(count(svg, "<title>Forward of mini-batch"), 32);
  EXPECT_EQ(count(svg, "<title>Backward of mini-batch"), 32);
  EXPECT_EQ(count(svg, "<title>Weight update on"), 4);
  EXPECT_EQ(count(svg, "in the ramp-up"), 3);
  EXPECT_GT(count(svg, "cycles at the barrier for stage"), 10);
  EXPECT_EQ(count(svg, "<path d=") - count(svg, "fill=\"none\""), 22);  // barriers, not braces
  for (const char* part : {">ramp-up: 62.5 %<", ">main: 100.0 %<", ">ramp-down: 50.0 %<"}) {
    EXPECT_THAT(svg, HasSubstr(part));
  }
  EXPECT_EQ(count(svg, "http"), 1);  // the name space: nothing is fetched
}

TEST(ScheduleCommand, OverlappedIoHasRowsAndStripsOfItsOwn) {
  const std::string path = temporary_path("overlapped_test.svg");
  const Result r = schedule({"--stages", "2", "--mini-batches", "7", "--overlapped-io",
                             "--transfer-cycles", "500,20", "--svg", path});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("7 mini-batches, overlap 4, overlapped I/O\n"));
  EXPECT_THAT(r.out, HasSubstr("IPU0       .    F1    F2    F3 B1+F4 B2+F5 B3+F6 B4+F7 "));
  EXPECT_THAT(r.out, HasSubstr("\n I/O     in1   in2   in3   in4   in5   in6   in7     .   "));
  EXPECT_THAT(r.out, HasSubstr("\n I/O       .     .     .  out1  out2  out3  out4  out5  out6"));
  EXPECT_THAT(r.out, HasSubstr("main        slots 6 to 6"));
  std::ifstream in(path);
  const std::string svg((std::istreambuf_iterator<char>(in)), {});
  std::remove(path.c_str());
  EXPECT_TRUE(balanced(svg));
  EXPECT_EQ(count(svg,
                  "<title>Grouped schedule, training: 2 stages on 2 IPUs, 7 mini-batches, "
                  "overlapped I/O</title>"),
            1);
  EXPECT_EQ(count(svg, "<title>Input of mini-batch"), 7);
  EXPECT_EQ(count(svg, "<title>Output of mini-batch"), 7);
  EXPECT_EQ(count(svg, ">Host transfer<"), 2);  // of the legend, with its swatch
  EXPECT_GT(count(svg, "at the barrier for the host transfer of stage 0"), 3);
  const Result listed = schedule(
      {"--stages", "2", "--mini-batches", "6", "--inference", "--overlapped-io", "--json"});
  const json object = json::parse(listed.out);
  EXPECT_EQ(object["transfers"].size(), object["slots"].size());
  EXPECT_EQ(object["transfers"][0].dump(), R"([[0,"in",0]])");
  EXPECT_EQ(object["transfers"][8].dump(), R"([[1,"out",5]])");
  EXPECT_EQ(object["slots"][8].dump(), "[]");
}

TEST(ScheduleCommand, RecomputationHasItsOwnSlots) {
  const std::string path = temporary_path("recompute_test.svg");
  const Result r = schedule({"--stages", "3", "--mini-batches", "6", "--recompute", "--svg", path});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("6 mini-batches, overlap 6, recomputation\n"));
  EXPECT_THAT(r.out, HasSubstr("IPU0         F1       F2       F3       F4    F5+R1 B1+F6+R2 "));
  EXPECT_THAT(r.out, HasSubstr("IPU2          .        .       F1    B1+F2 "));
  std::ifstream in(path);
  const std::string svg((std::istreambuf_iterator<char>(in)), {});
  std::remove(path.c_str());
  EXPECT_TRUE(balanced(svg));
  EXPECT_EQ(count(svg, "<title>Recomputation of mini-batch"), 12);
  EXPECT_EQ(count(svg, "6 mini-batches, recomputation</title>"), 1);
  const Result listed = schedule(
      {"--stages", "2", "--mini-batches", "4", "--kind", "interleaved", "--recompute", "--json"});
  EXPECT_EQ(json::parse(listed.out)["slots"][2].dump(), R"([[1,"B",0],[0,"F",1],[0,"R",0]])");
}

TEST(ScheduleCommand, ErrorsAreOneLineWithADocumentedCode) {
  const BadCall cases[] = {
      {{"--stages", "4"}, 2, "--mini-batches"},
      {{"--stages", "x", "--mini-batches", "8"}, 2, "x"},
      {{"--stages", "4", "--mini-batches", "9"}, 3, "the nearest valid counts are 8 and 16"},
      {{"--stages", "4", "--mini-batches", "0"}, 3, "the smallest valid count is 8"},
      {{"--stages", "4", "--mini-batches", "8", "--kind", "gpipe"}, 3, "Grouped, Interleaved, Seq"},
      {{"--stages", "4", "--mini-batches", "9", "--overlapped-io"}, 3, "valid count is 10"},
      {{"--stages", "4", "--mini-batches", "12", "--overlapped-io", "--kind", "sequential"},
       3,
       "needs the schedule Grouped, but --kind is Sequential"},
      {{"--stages", "2", "--mini-batches", "4", "--update-cycles", "-1"},
       3,
       "--update-cycles is -1, but it must be 0 to"},
      {{"--stages", "2", "--mini-batches", "4", "--sync-cycles", "-1"}, 3, "--sync-cycles is -1"},
      {{"--stages", "2", "--mini-batches", "5"}, 3, "might be called `--mini-batches`"},
      {{"--stages", "4", "--mini-batches", "12", "--overlapped-io", "--transfer-cycles", "-1"},
       3,
       "the nearest valid value is 0"},
      {{"--stages", "4", "--mini-batches", "8", "--recompute", "--kind", "sequential"},
       3,
       "count it to the backward pass"},
      {{"--stages", "4", "--mini-batches", "8", "--recompute", "--inference"}, 3, "inference"},
      {{"--stages", "1", "--mini-batches", "8"}, 3, "at least two computational stages"},
      {{"--stages", "2000000000", "--mini-batches", "8"}, 3, "at most 1024 stages"},
      {{"--stages", "4", "--mini-batches", "2147483640"}, 3, "524288"},
      {{"--stages", "4", "--mini-batches", "8", "--device-mapping", "0,1"}, 3, "mapped to an IPU"},
      {{"--stages", "2", "--mini-batches", "4", "--device-mapping", "0,,1"}, 3, "number of an IPU"},
      {{"--stages", "2", "--mini-batches", "4", "--device-mapping", "0,9999999999"},
       3,
       "9999999999"},
      {{"--stages", "2", "--mini-batches", "4", "--device-mapping", "0,-1"}, 3, "is 0 to 4095"},
      {{"--stages", "2", "--mini-batches", "4", "--device-mapping", "0,0", "--kind", "interleaved"},
       3,
       "use Grouped or Sequential"},
      {{"--stages", "2", "--mini-batches", "4", "--forward-cycles", "1,2,3"}, 3, "3 values"},
      {{"--stages", "2", "--mini-batches", "4", "--forward-cycles", "-1"}, 3, "valid value is 0"},
      {{"--stages", "2", "--mini-batches", "4", "--svg", "/nowhere/s.svg"}, 4, "/nowhere/s.svg"},
      {{"--stages", "64", "--mini-batches", "4096", "--svg", "/nowhere/s.svg"}, 3, "at most 768"},
  };
  for (const BadCall& bad : cases) {
    const Result r = schedule(bad.arguments);
    SCOPED_TRACE(r.err);
    EXPECT_EQ(r.code, bad.code);
    EXPECT_EQ(r.out, "");
    EXPECT_THAT(r.err, HasSubstr(bad.message));
    if (bad.code > 2) {
      EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1);
    }
  }
}

TEST(ScheduleCommand, AFullDiskIsAnError) {
  if (!std::ofstream("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Result r = schedule({"--stages", "2", "--mini-batches", "4", "--svg", "/dev/full"});
  EXPECT_EQ(r.code, 5);
  EXPECT_THAT(r.err, HasSubstr("cannot write all of \"/dev/full\""));
  EXPECT_NE(r.out, "") << "the schedule is printed all the same";
}

}  // namespace
}  // namespace pipette::cli
