// Writes an experiment as the program that somebody would write for it: for an experiment with
// layers, or for the two of the infeed and outfeed tutorial.
//
//   if (has_code(e)) std::cout << model_code(e, CodeLanguage::python);
//
// C++ and JavaScript are complete programs for this project's interfaces, which give the losses and
// the weights of the experiment, bit by bit, on generated digits. Python is the same program with
// the tutorials' names (TensorFlow 2 for the IPU, with the helper classes of the tensor inspection
// tutorial); it is not run here. Options with their default value are left out, and so is the
// modelled host. The first line of a program of queues names everything else it leaves out.
#pragma once

#include <string>
#include <string_view>

#include "core/choices.h"
#include "experiment/experiment.h"

namespace pipette::code {

enum class CodeLanguage { python, cpp, javascript };
constexpr auto choices_of(CodeLanguage) {
  return std::to_array<Choice<CodeLanguage>>(
      {{CodeLanguage::python, "python", "Python"},
       {CodeLanguage::cpp, "cpp", "C++"},
       {CodeLanguage::javascript, "javascript", "JavaScript"}});
}

bool has_code(const Experiment& experiment);
// Throws InvalidArgument for an experiment without a program.
std::string model_code(const Experiment& experiment, CodeLanguage language);

}  // namespace pipette::code
