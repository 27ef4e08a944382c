// What the JavaScript API repeats of tables in C++, generated from them: tools/write_tables writes
// the files, and a test holds them to what these functions print.
//
//   pipette schema --format choices      web/pipette/choices.d.mts
//   pipette schema --format tables       web/pipette/tables.mjs
//   pipette schema --format layer-types  web/pipette/layer_types.d.mts
#pragma once

#include <string>

namespace pipette::cli {

// The words of enumerations as types: those that options take, and those that traces and profiles
// give.
std::string choices_typescript();
// The names of operators on elements, by how many operands they take, and those of layers, with
// the arguments of their functions.
std::string tables_javascript();
// The types of the layers' functions.
std::string layers_typescript();

}  // namespace pipette::cli
