#include "sweep/results_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.h"
#include "sweep/results_plot.h"

namespace pipette::sweep {
namespace {

using testing::HasSubstr;

std::vector<Json> results() {
  std::vector<Json> lines;
  for (const int stages : {1, 2, 4}) {
    for (const char* optimizer : {"sgd", "adam"}) {
      lines.push_back({{"test_accuracy", 0.5 + 0.1 * stages},
                       {"modelled", {{"seconds", 8.0 / stages}}},
                       {"settings", {{"batch_size", 32}}},
                       {"varied", {{"stages", stages}, {"optimizer", optimizer}}}});
    }
  }
  lines.back() = {{"error", {{"message", "too many <stages>"}}},
                  {"varied", {{"stages", 4}, {"optimizer", "adam"}}}};
  return lines;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++number;
  return number;
}

TEST(ResultsTable, FiguresAreFoundByTheirPath) {
  const Json line = results()[0];
  EXPECT_EQ(figure(line, "stages"), 1);
  EXPECT_EQ(figure(line, "modelled.seconds"), 8.0);
  EXPECT_EQ(figure(line, "batch_size"), 32);
  EXPECT_TRUE(figure(line, "modelled.nope").is_null());
  EXPECT_THAT(
      testing_support::message_of<Error>([] { require_figure(results(), "modelled.second"); }),
      HasSubstr("did you mean \"modelled.seconds\"?"));
}

TEST(ResultsTable, OneRowForEachExperiment) {
  const std::vector<Json> lines = results();
  EXPECT_EQ(usual_columns(lines),
            (std::vector<std::string>{"stages", "optimizer", "test_accuracy"}));
  const std::string text = table_text(lines, {"stages", "optimizer", "modelled.seconds"});
  EXPECT_THAT(
      text,
      HasSubstr("stages  optimizer  modelled.seconds\n     1        sgd                 8\n"));
  EXPECT_THAT(text, HasSubstr("     4       adam                    too many <stages>\n"));
  EXPECT_EQ(count(text, "\n"), lines.size() + 1);
  EXPECT_THAT(table_csv(lines, {"stages", "test_accuracy"}),
              HasSubstr("stages,test_accuracy,error\n1,0.6,\n"));
}

TEST(ResultsPlot, ALineForEachCombinationOfTheOthers) {
  const std::string svg = plot_svg(results(), {.x = "stages", .y = "modelled.seconds"});
  EXPECT_EQ(count(svg, "<path "), 2u);
  EXPECT_EQ(count(svg, "<circle "), 5u) << "an experiment that could not be run has no point";
  EXPECT_THAT(svg, HasSubstr(">optimizer sgd<"));
  EXPECT_THAT(svg, HasSubstr("<title>optimizer adam: stages 2, modelled.seconds 4</title>"));
}

TEST(ResultsPlot, WordsLieSideBySide) {
  const std::string svg = plot_svg(results(), {.x = "optimizer", .y = "test_accuracy"});
  EXPECT_EQ(count(svg, "<path "), 3u);
  EXPECT_THAT(svg, HasSubstr(">adam</text>"));
}

TEST(ResultsPlot, WhatCannotBeDrawnIsRefused) {
  std::vector<Json> lines = results();
  EXPECT_THAT(testing_support::message_of<Error>(
                  [&] { plot_svg(lines, {.x = "stages", .y = "optimizer"}); }),
              HasSubstr("needs numbers"));
  EXPECT_THAT(
      testing_support::message_of<Error>([&] { plot_svg(lines, {.x = "nope", .y = "stages"}); }),
      HasSubstr("nope"));
  lines[0]["modelled"]["seconds"] = 0;
  EXPECT_THAT(testing_support::message_of<Error>([&] {
                plot_svg(lines, {.x = "stages", .y = "modelled.seconds", .log_y = true});
              }),
              HasSubstr("logarithmic"));
  for (Json& line : lines) line["varied"]["optimizer"] = R"(<script>"&)";
  EXPECT_THAT(plot_svg(lines, {.x = "optimizer", .y = "stages"}),
              testing::Not(HasSubstr("<script>")));
}

TEST(ResultsPlot, MarksAreRoundAndCoverTheValues) {
  EXPECT_EQ(axis_marks(0, 1, false),
            (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(axis_marks(16, 64, true), (std::vector<double>{10, 20, 50, 100}));
  for (const double high : {0.003, 1.0, 7.3, 1234.5, 3e9}) {
    for (const bool logarithmic : {false, true}) {
      const std::vector<double> marks = axis_marks(high / 50, high, logarithmic);
      EXPECT_LE(marks.front(), high / 50);
      EXPECT_GE(marks.back(), high);
      EXPECT_GE(marks.size(), 3u);
      EXPECT_LE(marks.size(), 9u) << high << " " << logarithmic;
    }
  }
}

}  // namespace
}  // namespace pipette::sweep
