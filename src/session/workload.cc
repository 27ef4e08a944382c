#include "session/workload.h"

#include "kernels/elementwise.h"
#include "loops/loops.h"
#include "session/catalogue.h"

namespace pipette {

namespace {

// (u8 [b, h, w], u8 [b]) -> (f32 in 0..1, i32)
Element to_training_dtypes(const Element& batch) {
  const Array& images = batch[0].leaf();
  const Array& labels = batch[1].leaf();
  Array pixels({DType::f32, images.shape()});
  kernels::u8_to_unit_float(images.data<std::uint8_t>(), pixels.data<float>(),
                            images.shape().num_elements());
  return Element::tuple({pixels, labels.cast(DType::i32)});
}

}  // namespace

MnistWorkload::MnistWorkload(const Experiment& experiment, const ImageData& data,
                             Strategy& strategy)
    : experiment_(experiment),
      feeds_(catalogue_entry(experiment.name).feeds),
      strategy_(strategy),
      network_(data.image_shape(), experiment.hidden_units, experiment.seed),
      optimizer_(static_cast<float>(experiment.learning_rate)) {
  const Dataset batches = training_batches(data);
  if (!feeds_) {
    host_batches_ = batches.make_iterator();
    training_.emplace("training_step", [this](const Nest<Tensor>& batch) {
      return network_.train_step(batch[0].leaf(), batch[1].leaf(), optimizer_);
    });
    return;
  }
  infeed_.emplace(batches, InfeedOptions{.prefetch_depth = experiment.prefetch_depth});
  infeed_->initialize();
  outfeed_.emplace(
      OutfeedOptions{.mode = experiment.outfeed_mode, .buffer_depth = experiment.buffer_depth});
  training_.emplace("training_loop", [this] {
    loops::repeat(experiment_.steps_per_execution, [this] {
      const Nest<Tensor> batch = next(*infeed_);
      outfeed_->enqueue(network_.train_step(batch[0].leaf(), batch[1].leaf(), optimizer_));
    });
  });
}

Dataset MnistWorkload::training_batches(const ImageData& data) const {
  return data.train()
      .cache()
      .shuffle(data.train_count(), experiment_.seed)
      .batch(experiment_.batch_size, /*drop_remainder=*/true)
      .map(to_training_dtypes)
      .prefetch(Dataset::kAutotune)
      .repeat();
}

void MnistWorkload::start_run() {
  if (feeds_) {
    strategy_.start(*training_);
  } else {
    Element batch;
    if (!host_batches_->next(batch)) throw OutOfRange("the training data has no full batch");
    strategy_.start(*training_, batch);
  }
  ++runs_;
}

std::int64_t MnistWorkload::take_losses(std::vector<float>& losses, bool run_ended) {
  if (!feeds_) {
    if (!run_ended) return 0;
    losses.push_back(strategy_.result().leaf().item<float>());
    return 1;
  }
  const bool last_run = run_ended && runs_ == experiment_.num_runs();
  const bool now = experiment_.dequeue == DequeueTime::continuous
                       ? run_ended || outfeed_->mode() == OutfeedMode::all
                       : run_ended && (experiment_.dequeue == DequeueTime::each_run || last_run);
  if (!now || outfeed_->pending() == 0) return 0;
  const Array taken = outfeed_->dequeue().leaf();
  for (const float loss : taken.span<float>()) losses.push_back(loss);
  return static_cast<std::int64_t>(taken.size());
}

}  // namespace pipette
