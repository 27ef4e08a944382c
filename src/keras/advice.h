// Advice on trainings that run but are probably wrong: sentences for messages, each with a remedy.
// Models that learn nothing, or only noise, run without an error.
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

// Options that have no effect on a model with pipeline stages, or on one without.
std::vector<std::string> advice_on(const Settings& settings, bool pipelined);
// A loss for probabilities on predictions that no softmax or sigmoid made, or a loss for logits on
// predictions that one made.
std::vector<std::string> advice_on(const Loss& loss, const Tensor& predictions);
// Images with values up to 255, labels of a sparse loss that are not whole numbers. `mini_batch`:
// the inputs, then the labels.
std::vector<std::string> advice_on(const Loss& loss, const std::vector<Array>& mini_batch);
// Losses that have become NaN or infinite.
std::vector<std::string> advice_on(const LatestList<float>& losses);

}  // namespace pipette::keras
