// Writes the C++ programs of experiments.h into the folder that is named: NAME.inc.
#include <fstream>

#include "code/model_code.h"
#include "experiments.h"

int main(int, char** arguments) {
  for (const auto& [name, experiment] : pipette::testing_support::written_experiments()) {
    std::ofstream(std::string(arguments[1]) + "/" + name + ".inc")
        << pipette::code::model_code(experiment, pipette::code::CodeLanguage::cpp);
  }
}
