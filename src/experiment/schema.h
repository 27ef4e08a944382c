// The table of fields in other languages, generated from it. A test checks that the files of the
// repository that repeat the table match the output of these functions.
//
//   pipette schema                        a JSON Schema (draft 2020-12), for editors
//   pipette schema --format typescript    web/pipette/experiment.d.mts
//   pipette schema --format markdown      docs/experiments.md
#pragma once

#include <string>

namespace pipette {

std::string json_schema();
std::string typescript();
std::string markdown();

}  // namespace pipette
