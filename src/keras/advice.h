// What is probably wrong with a training that runs: sentences for its messages, each with what
// would do. Models that learn nothing, or only noise, run without an error.
//
//   for (const std::string& line : advice_on(loss, output)) say(line);     // while it is traced
//   for (const std::string& line : advice_on(loss, mini_batch)) say(line);
#pragma once

#include <string>
#include <vector>

#include "core/array.h"
#include "core/latest_list.h"
#include "keras/options.h"

namespace pipette::keras {

// Options that have no effect on a model with pipeline stages, or without.
std::vector<std::string> advice_on(const Settings& settings, bool pipelined);
// A loss of probabilities for what no softmax or sigmoid has made, or one of logits for what it
// has.
std::vector<std::string> advice_on(const Loss& loss, const Tensor& predictions);
// Images that go up to 255, labels of a sparse loss that are no whole numbers. `mini_batch`: the
// inputs, and the labels last.
std::vector<std::string> advice_on(const Loss& loss, const std::vector<Array>& mini_batch);
// Losses that are not numbers any more.
std::vector<std::string> advice_on(const LatestList<float>& losses);

}  // namespace pipette::keras
