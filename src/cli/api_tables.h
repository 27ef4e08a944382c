// What the JavaScript API repeats of tables in C++, generated from them. A test holds the files to
// what these functions print.
//
//   pipette schema --format choices      web/pipette/choices.d.mts
//   pipette schema --format operators    web/pipette/operator_table.mjs
#pragma once

#include <string>

namespace pipette::cli {

// The words of enumerations as types: those that options take, and those that traces and profiles
// give.
std::string choices_typescript();
// The names of operators on elements, by how many operands they take.
std::string operators_javascript();

}  // namespace pipette::cli
