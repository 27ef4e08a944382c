// The results of a sweep as a table of figures.
//
//   const std::vector<Json> lines = read_results("results.jsonl");
//   figure(lines[0], "modelled.seconds");       // a number, a text, or null
//   std::vector<std::string> columns = usual_columns(lines);
//   table_text(lines, columns);                 // for people
//   table_csv(lines, columns);
//
// A figure's name is a field that was varied, a path in the result ("test_accuracy",
// "modelled.seconds"), or a field of its experiment ("batch_size", "host.call_us"). An experiment
// that could not be run has its error in place of figures.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace pipette::sweep {

// Throws NotFound, with the nearest name, if no line has such a figure.
void require_figure(const std::vector<Json>& lines, const std::string& name);
Json figure(const Json& line, const std::string& name);
// "modelled.seconds", ...: of the results, without those of their experiments.
std::vector<std::string> figure_names(const std::vector<Json>& lines);
// What was varied, then losses, accuracy and times.
std::vector<std::string> usual_columns(const std::vector<Json>& lines);
// As people read it: 0.9371, adam, 128 x 64.
std::string shown(const Json& value);

std::string table_text(const std::vector<Json>& lines, const std::vector<std::string>& columns);
std::string table_csv(const std::vector<Json>& lines, const std::vector<std::string>& columns);

}  // namespace pipette::sweep
