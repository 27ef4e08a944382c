// Helpers that the three languages of model_code.h share. This header is private to src/code.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"

namespace pipette::code {

// A layer as it appears in a program: one of the model's, or an outfeed layer.
struct Line {
  const LayerSpec* layer = nullptr;  // null: an outfeed layer
  std::int64_t stage = 0;
  std::string key = {};  // of an outfeed layer
  std::string queue = {};
  bool final_outfeed = true;  // the last one of its queue
};

// `activations` is the name of a queue. With several stages each has its own queue:
// "activations_1".
std::vector<Line> lines_of(const Experiment& e, const std::string& activations);
std::vector<std::string> queues_of(const std::vector<Line>& lines);  // of activations, each once
std::vector<std::int64_t> stages_of(const std::vector<Line>& lines);

// {"Dense_128", "x"} between `open` and `close`, each word quoted.
std::string quoted_list(const std::vector<std::string>& words, char quote, const char* open,
                        const char* close);
inline bool filtered(const std::vector<std::string>& filters) {
  return filters != std::vector<std::string>{"none"};
}

// An option's name and value as text, in the order in which they are written.
using Options = std::vector<std::pair<std::string, std::string>>;
// The options of set_pipelining_options(), or of set_gradient_accumulation_options(), that differ
// from the defaults; with Python's names and values such as "true", "0, 1", "Grouped",
// "running_mean".
Options written_options(const Experiment& e);
std::string list(const std::vector<std::int64_t>& numbers);  // "0, 0, 1"

// The shortest text that reads back as the same f32, or double: "0.01".
std::string number(double value);

std::string python(const Experiment& e);
std::string cpp(const Experiment& e);
std::string javascript(const Experiment& e);

// The same for the programs of queues, which have a network of dense layers and their own loop. `e`
// has that network as layers.
std::string queues_in_python(const Experiment& e);
std::string queues_in_cpp(const Experiment& e);
std::string queues_in_javascript(const Experiment& e);
bool calls_for_each_batch(const Experiment& e);  // and has no queues
// The names of fields that such a program leaves out although they differ from the usual value: ""
// or "# Left out here: dequeue\n", with the characters that begin a comment.
std::string left_out(const Experiment& e, const char* comment);

}  // namespace pipette::code
