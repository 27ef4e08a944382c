// Keeps the selection of an outfed tensor and element, and fills the inspector's model for it.
//
//   TensorPicker picker;
//   if (picker.act(intent)) ...
//   picker.fill(session.observed().record().outfed, session.losses(), session.status().run,
//   &model);
//
// The selection survives while tensors come and go; by default it is the first tensor and its
// newest element. One thread.
#pragma once

#include <string>
#include <vector>

#include "core/latest_list.h"
#include "observe/record.h"
#include "scenes/tensors/tensors_model.h"
#include "ui/intent.h"
#include "ui/json_writer.h"

namespace pipette::app::tensors_scene {

class TensorPicker {
 public:
  bool act(const Intent& intent);
  // `losses` are all losses dequeued so far, with `of_run` in each engine run; they are shown like
  // a tensor with the elements of one run. `runs` is the number of finished engine runs; a tensor
  // missing from the last of them counts as stopped.
  void fill(const std::vector<OutfedTensor>& outfed, const LatestList<float>& losses,
            std::int64_t of_run, std::int64_t runs, TensorsModel* model);
  static void write(const TensorsModel& model, JsonWriter* json);

 private:
  void show(const OutfedTensor& tensor, TensorsModel* model);
  void add_losses(const LatestList<float>& losses, std::int64_t of_run);

  std::string chosen_;  // "gradients/Dense_128/kernel:0_grad"
  OutfedTensor losses_ = {"losses", "loss", "mini-batch", {}};
  OutfedTensor losses_of_whole_runs_ = losses_;
  std::int64_t element_ = -1;  // among the latest values; negative: the newest
  // The state of the view, kept so that it is computed only once.
  std::string shown_;
  std::int64_t shown_elements_ = -1;
  Array latest_, floats_;
  std::uint64_t version_ = 0;
  double limit_ = 1;
  const float* limit_of_ = nullptr;
  DistributionModel distribution_;
};

// The distribution of a tensor's history, which the picker keeps for the selected tensor. Pure.
DistributionModel distribution_of(const inspect::TensorHistory& history);

// The value of the strongest colour: the largest magnitude, but at most four times the root mean
// square, so that a few large values do not make all others pale. If the statistics are not finite,
// only the finite `values` count. The limit is never 0.
double color_limit(const inspect::Statistics& statistics, const float* values, std::int64_t count);

}  // namespace pipette::app::tensors_scene
