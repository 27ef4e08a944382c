// The table of fields in the languages of others. All are generated from it; a test holds the files
// of the repository that repeat them to what these print.
//
//   pipette schema                        a JSON Schema (draft 2020-12), for editors
//   pipette schema --format typescript    web/pipette/experiment.d.ts
//   pipette schema --format markdown      docs/experiments.md
#pragma once

#include <string>

namespace pipette {

std::string json_schema();
std::string typescript();
std::string markdown();

}  // namespace pipette
