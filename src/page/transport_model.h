// What the transport bar shows, as plain values.
#pragma once

#include <cstdint>
#include <string>

namespace pipette::app {

// What one step of the program is called, and where there is little room, one and several of them.
struct StepWords {
  const char* name = "step";
  const char* one = "step";
  const char* several = "steps";
};

struct TransportModel {
  bool running = false;
  bool finished = false;
  bool can_go_back = false;  // something has run that can be run again
  bool pipelined = false;    // slots and weight updates can be stepped
  bool measures = false;     // this computer, as fast as it can: nothing is trained or modelled
  StepWords words = {};
  std::int64_t step = 0;
  std::int64_t total_steps = 0;
  std::int64_t asked_steps = 0;  // those asked for, if rounded up to whole engine runs, else 0
  std::string until = {};        // where it stops: a condition, or what was refused
  std::string until_error = {};  // why
  int speed = 0;                 // notch of kSpeeds
  std::string status = {};       // one short line: "Waiting for infeed", "Done"
  std::string fingerprint = {};  // of the weights; empty until something ran
  double real_steps_per_second = 0;
  bool can_undo = false;
  bool refused = false;  // undo first takes back a refused value or a model that does not fit
  bool can_redo = false;
  std::string error = {};  // of the last action; empty when fine
};

}  // namespace pipette::app
