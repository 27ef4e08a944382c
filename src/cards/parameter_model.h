// The fields of an experiment as controls of a panel, as plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pipette::app {

// A toggle is a switch beside its label, in the place of a number; a text is a text field.
enum class FieldKind : std::uint8_t { integer, real, choice, toggle, text };

// A valid value, offered beside an error; it may be for another field.
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
  bool captioned = false;                    // of a choice: the label is above it
  std::vector<Suggestion> suggestions = {};  // valid values
  std::string error = {};                    // shown below the field
  bool locked = false;                       // shown, but cannot be changed
  bool changed = false;                      // by the user, or by a link
};

struct ParameterGroup {
  std::string title = {};
  std::vector<ParameterField> fields;
  bool more = false;  // folded until the user opens it; these come last
};

struct ParameterModel {
  std::string title = {};        // of the experiment, from the catalogue
  std::string description = {};  // the same
  std::vector<ParameterGroup> groups;
  std::string program = {};  // in the catalogue, if the page's version differs from the tutorial's
  int version = -1;          // the unchanged version's number: 0 the page's, 1 the tutorial's
};

}  // namespace pipette::app
