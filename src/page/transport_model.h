// The content of the transport bar, as plain values.
#pragma once

#include <cstdint>
#include <string>

namespace pipette::app {

// The words for one step of the program; `one` and `several` are short, for narrow screens.
struct StepWords {
  const char* name = "step";
  const char* one = "step";
  const char* several = "steps";
};

struct TransportModel {
  bool running = false;
  bool finished = false;
  bool can_go_back = false;  // an earlier step can be reached by running again
  bool pipelined = false;    // slots and weight updates can be stepped
  bool measures = false;     // measures this computer at full speed; trains and models nothing
  StepWords words = {};
  std::int64_t step = 0;
  std::int64_t total_steps = 0;
  std::int64_t asked_steps = 0;  // as entered, if rounded up to whole engine runs, else 0
  std::string until = {};        // the stop condition, as entered or refused
  std::string until_error = {};  // why `until` is refused
  int speed = 0;                 // notch of kSpeeds
  std::string status = {};       // one short line: "Waiting for infeed", "Done"
  std::string fingerprint = {};  // of the weights; empty while running
  double real_steps_per_second = 0;
  bool can_undo = false;
  bool refused = false;  // undo first takes back a refused value or a model that does not fit
  bool can_redo = false;
  std::string error = {};  // of the last action; empty when fine
};

}  // namespace pipette::app
