// The fields of an experiment as controls, as plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pipette::app {

// A toggle is a switch in the place of a number, beside its label; a text is a field for words.
enum class FieldKind : std::uint8_t { integer, real, choice, toggle, text };

// A value that would do, offered beside an error; the field to change may be another one.
struct Suggestion {
  std::string label = {};  // "Use 8"
  std::string field = {};
  double number = 0;
  std::string text = {};  // for a text field
};

struct ParameterField {
  std::string name = {};   // as in the experiment: "batch_size"
  std::string label = {};  // "Batch size"
  std::string help = {};
  FieldKind kind = FieldKind::integer;
  double value = 0;
  std::string text = {};  // the value of a text field
  double minimum = 0;
  double maximum = 0;
  bool doubles = false;                      // the + button goes to the next power of two
  bool steps_125 = false;                    // or to the next of 1-2-5, as for reals; else adds 1
  std::string unit = {};                     // after the value: "µs"
  std::vector<std::string> options = {};     // of a choice; the value is the index of one
  bool captioned = false;                    // of a choice: the label stands above it
  std::vector<Suggestion> suggestions = {};  // values that would do
  std::string error = {};                    // shown below the field
  bool locked = false;                       // its value is shown and cannot be changed
  bool changed = false;                      // by somebody, or by a link
};

struct ParameterGroup {
  std::string title = {};
  std::vector<ParameterField> fields;
  bool more = false;  // folded away until somebody asks for more; these come last
};

struct ParameterModel {
  std::string title = {};        // of the experiment, as the catalogue has it
  std::string description = {};  // likewise
  std::vector<ParameterGroup> groups;
  std::string program = {};  // in the catalogue, where the page's version is not the tutorial's
  int version = -1;          // the number of what has not been changed: 0 the page's, else 1
};

}  // namespace pipette::app
