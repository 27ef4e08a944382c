// What becomes of what lies in a report's folder, and beside it.
#include "report/report_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "report/written_report.h"

namespace pipette::report {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST(ReportFolder, ReplacesAReportAndNothingElse) {
  const Folder folder("report_again");
  write_report(folder.path, report_of("mnist-with-feeds"));
  write_report(folder.path, report_of("mnist-without-feeds"));
  EXPECT_THAT(text_of(fs::path(folder.path) / "app.json"), HasSubstr("mnist-without-feeds"));

  const Folder own("report_own_files");
  fs::create_directory(own.path);
  std::ofstream(fs::path(own.path) / "thesis.txt") << "years of work";
  EXPECT_THROW(write_report(own.path, report_of("mnist-with-feeds")), InvalidArgument);
  EXPECT_EQ(text_of(fs::path(own.path) / "thesis.txt"), "years of work");
}

// Of whatever a caller, or an experiment from somebody else, names.
TEST(ReportFolder, TouchesNothingButItsOwnFiles) {
  const Folder around("report_neighbours");
  const fs::path folder = fs::path(around.path) / "results";
  for (const char* neighbour : {"results.old", "results.part"}) {
    fs::create_directories(fs::path(around.path) / neighbour);
    std::ofstream(fs::path(around.path) / neighbour / "thesis.txt") << "years of work";
  }
  for (const char* experiment : {"mnist-with-feeds", "mnist-without-feeds"}) {
    write_report(folder.string() + "/", report_of(experiment));
    EXPECT_THAT(text_of(folder / "app.json"), HasSubstr(experiment));
    std::ofstream(folder / "notes.txt") << "mine";
    fs::create_directories(folder / "pictures");
  }
  EXPECT_EQ(text_of(folder / "notes.txt"), "mine");
  EXPECT_TRUE(fs::exists(folder / "pictures"));
  EXPECT_THAT(around.files(), UnorderedElementsAre("results", "results.old", "results.part"));
  for (const char* neighbour : {"results.old", "results.part"}) {
    EXPECT_EQ(text_of(fs::path(around.path) / neighbour / "thesis.txt"), "years of work");
  }
}

TEST(ReportFolder, AProfileOfSomebodyElseIsNotReplaced) {
  const Folder folder("report_of_another");
  fs::create_directories(folder.path);
  const fs::path profile = fs::path(folder.path) / "profile.json";
  for (const char* text : {"[\"my own profile\"]", "", "{\"profiles\": []}"}) {
    std::ofstream(profile) << text;
    EXPECT_THAT([&] { write_report(folder.path, report_of("mnist-with-feeds")); },
                testing::ThrowsMessage<InvalidArgument>(HasSubstr("holds no report")));
    EXPECT_EQ(text_of(profile), text);
  }
}

TEST(ReportFolder, SaysWhichFilesAreOfAnEarlierOne) {
  const Folder folder("report_earlier");
  Report report = report_of("mnist-with-feeds");
  EXPECT_THAT(write_report(folder.path, report), Not(Contains(HasSubstr("earlier"))));
  report.options = EngineOptions::from_json(R"({"autoReport.outputGraphProfile":"true"})");
  EXPECT_THAT(write_report(folder.path, report),
              IsSupersetOf({HasSubstr("debug.json\" is of an earlier report"),
                            HasSubstr("trace.json\" is of an earlier report")}));
  EXPECT_TRUE(fs::exists(fs::path(folder.path) / "trace.json"));
}

TEST(ReportFolder, WhatCannotBeWrittenLeavesTheOldOne) {
  const Folder folder("report_kept");
  write_report(folder.path, report_of("mnist-with-feeds"));
  const std::string before = text_of(fs::path(folder.path) / "profile.json");
  EXPECT_THROW(write_report(folder.path + "/app.json/folder", report_of("mnist-with-feeds")),
               Error);
  fs::remove(fs::path(folder.path) / "report.html");
  fs::create_directory(fs::path(folder.path) / "report.html");
  EXPECT_THROW(write_report(folder.path, report_of("mnist-without-feeds")), NotFound);
  EXPECT_EQ(text_of(fs::path(folder.path) / "profile.json"), before);
  EXPECT_THAT(folder.files(), Not(Contains(HasSubstr(".part"))));
}

TEST(ReportFolder, TakesAwayWhatItMadeWhereNothingIsWritten) {
  const Folder around("report_unused");
  fs::create_directory(around.path);
  {
    const ReportFolder made(around.path + "/a/b/c");
    EXPECT_TRUE(fs::exists(around.path + "/a/b/c"));
    std::ofstream(around.path + "/a/notes.txt") << "mine";
  }
  EXPECT_FALSE(fs::exists(around.path + "/a/b"));
  EXPECT_EQ(text_of(around.path + "/a/notes.txt"), "mine");
}

}  // namespace
}  // namespace pipette::report
