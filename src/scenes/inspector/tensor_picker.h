// Picks one of the outfed tensors and one of its elements, and fills the inspector's model for it.
//
//   TensorPicker picker;
//   if (picker.act(intent)) ...
//   picker.fill(session.observed().record().outfed, session.losses(), session.status().run,
//   &model);
//
// A choice stays while tensors come and go; without one the first tensor is shown, and its newest
// element. One thread.
#pragma once

#include <string>
#include <vector>

#include "core/latest_list.h"
#include "observe/record.h"
#include "scenes/inspector/inspector_model.h"
#include "ui/intent.h"

namespace pipette::app {

class JsonWriter;

class TensorPicker {
 public:
  bool act(const Intent& intent);
  // `losses` are all that were dequeued so far, `of_run` in an engine run; they are shown like a
  // tensor, of one run at a time. `runs` engine runs have finished; a tensor that the last of them
  // did not bring has stopped.
  void fill(const std::vector<OutfedTensor>& outfed, const LatestList<float>& losses,
            std::int64_t of_run, std::int64_t runs, InspectorModel* model);
  static void write(const InspectorModel& model, JsonWriter* json);

 private:
  void show(const OutfedTensor& tensor, InspectorModel* model);
  void add_losses(const LatestList<float>& losses, std::int64_t of_run);

  std::string chosen_;  // "gradients/Dense_128/kernel:0_grad"
  OutfedTensor losses_ = {"losses", "loss", "mini-batch", {}};
  OutfedTensor losses_of_whole_runs_ = losses_;
  std::int64_t element_ = -1;  // of the latest values; negative: the newest
  // What is shown now, so that it is worked out once.
  std::string shown_;
  std::int64_t shown_elements_ = -1;
  Array latest_, floats_;
  std::uint64_t version_ = 0;
  double limit_ = 1;
  const float* limit_of_ = nullptr;
  DistributionModel distribution_;
};

// The distribution that the picker keeps for the selected tensor. Pure.
DistributionModel distribution_of(const inspect::TensorHistory& history);

// What the strongest colour stands for: the largest magnitude, but at most four times the root of
// the mean square, so that a few large values do not make all others pale. If the statistics are
// not finite, only the finite ones of `values` count. The limit is never 0.
double color_limit(const inspect::Statistics& statistics, const float* values, std::int64_t count);

}  // namespace pipette::app
