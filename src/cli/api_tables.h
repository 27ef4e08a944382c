// What the JavaScript API and its Python repeat of tables in C++, generated from them:
// tools/write_tables writes the files, and a test holds them to what these functions print.
//
//   pipette schema --format choices      web/pipette/choices.d.mts
//   pipette schema --format tables       web/pipette/tables.mjs
//   pipette schema --format layer-types  web/pipette/layer_types.d.mts
//   pipette schema --format ipu-options  python/tensorflow/_ipu_options.py
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
// The names of IPUConfig's options with their defaults, as a dictionary of Python.
std::string ipu_options_python();

}  // namespace pipette::cli
