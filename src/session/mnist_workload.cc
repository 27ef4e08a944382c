#include "session/mnist_workload.h"

#include <fmt/format.h>

#include "loops/loops.h"
#include "pipeline/pipeline.h"
#include "session/training_parts.h"

namespace pipette {

namespace {

std::shared_ptr<Optimizer> make_optimizer(const Experiment& e) {
  std::shared_ptr<Optimizer> optimizer = make_plain_optimizer(e);
  if (catalogue_entry(e.name).kind != ProgramKind::pipelined) return optimizer;
  // A pipeline accumulates by itself.
  return e.pipeline.stages == 1 ? accumulating(optimizer, e) : exchanging(optimizer, e);
}

}  // namespace

MnistWorkload::MnistWorkload(const Experiment& experiment, const ImageData& data,
                             Strategy& strategy, Record& record)
    : RunLoop(experiment, strategy, record),
      kind_(catalogue_entry(experiment.name).kind),
      prints_losses_(catalogue_entry(experiment.name).prints_losses),
      network_(data.image_shape(), experiment.model.hidden_units, experiment.training.seed),
      optimizer_(make_optimizer(experiment)) {
  const Dataset batches =
      training_batches(data, experiment.training.batch_size, experiment.training.seed);
  if (kind_ == ProgramKind::without_feeds) {
    host_batches_ = batches.make_iterator();
    training_.emplace("training_step", [this](const Nest<Tensor>& batch) {
      return network_.train_step(batch[0].leaf(), batch[1].leaf(), *optimizer_);
    });
    return;
  }
  infeed_.emplace(batches, InfeedOptions{.prefetch_depth = experiment.feeds.prefetch_depth});
  infeed_->initialize();
  outfeed_.emplace(OutfeedOptions{.mode = experiment.feeds.outfeed_mode,
                                  .buffer_depth = experiment.feeds.buffer_depth});
  training_.emplace("training_loop", [this] {
    if (pipelined()) {
      run_pipeline();
    } else {
      loops::repeat(this->experiment().training.steps_per_execution,
                    [this] { train_one_update(); });
    }
  });
}

void MnistWorkload::train_one_update() {
  const auto train = [this] {
    const Nest<Tensor> batch = next(*infeed_);
    outfeed_->enqueue(network_.train_step(batch[0].leaf(), batch[1].leaf(), *optimizer_));
  };
  if (kind_ == ProgramKind::with_feeds) {
    train();
  } else {
    loops::repeat(experiment().pipeline.gradient_accumulation_count, train);
  }
}

std::vector<std::size_t> MnistWorkload::stage_boundaries() const {
  const auto stages = static_cast<std::size_t>(experiment().pipeline.stages);
  std::vector<std::size_t> first;
  for (std::size_t s = 0; s <= stages; ++s) first.push_back(s * network_.num_pieces() / stages);
  return first;
}

std::string MnistWorkload::stage_name(std::size_t stage) const {
  const std::vector<std::size_t> first = stage_boundaries();
  std::string name;
  for (std::size_t piece = first[stage]; piece < first[stage + 1]; ++piece) {
    name += (name.empty() ? "" : ", ") + network_.piece_name(piece);
  }
  return name;
}

std::optional<pipelining::PipelineOutline> MnistWorkload::pipeline() const {
  if (!pipelined()) return std::nullopt;
  std::vector<std::string> names;
  for (std::int64_t stage = 0; stage < experiment().pipeline.stages; ++stage) {
    names.push_back(stage_name(static_cast<std::size_t>(stage)));
  }
  return outline_of(experiment(), *training_, std::move(names));
}

void MnistWorkload::run_pipeline() {
  const std::vector<std::size_t> first = stage_boundaries();
  std::vector<pipelining::Stage> stages;
  for (std::size_t s = 0; s + 1 < first.size(); ++s) {
    stages.emplace_back([this, begin = first[s], end = first[s + 1]](Tensor x, Tensor labels) {
      for (std::size_t piece = begin; piece < end; ++piece) x = network_.piece(piece, x, labels);
      return end == network_.num_pieces() ? std::vector<Tensor>{x} : std::vector<Tensor>{x, labels};
    });
  }
  pipelining::PipelineOptions options = training_pipeline(experiment(), *infeed_, *outfeed_);
  options.optimizer_function = [this](Tensor loss) {
    return pipelining::OptimizerFunctionOutput{*optimizer_, loss, network_.trainable_variables()};
  };
  pipelining::pipeline(stages, options);
}

LayerOutputs MnistWorkload::layers() const {
  return {network_.layer_names(), [network = network_](const std::string& layer, const Tensor& x) {
            return network.output_of(layer, x);
          }};
}

void MnistWorkload::start_run() {
  if (kind_ != ProgramKind::without_feeds) {
    strategy().start(*training_);
    return;
  }
  Element batch;
  if (!host_batches_->next(batch)) throw OutOfRange("the training data has no full batch");
  strategy().start(*training_, batch);
}

// In the words of the infeed and outfeed tutorial; its Python measures real time there.
void MnistWorkload::print_time() {
  const bool with = kind_ == ProgramKind::with_feeds;
  record().printed +=
      fmt::format("Time taken {} infeed/outfeed queues: {:.3f} seconds (modelled)\n",
                  with ? "using" : "without",
                  strategy().machine().device.seconds() +
                      strategy().machine().device.config().host.compile_seconds);
}

void MnistWorkload::take_results(bool run_ended) {
  read_losses(run_ended);
  if (run_ended && finished() && kind_ != ProgramKind::pipelined) print_time();
}

void MnistWorkload::read_losses(bool run_ended) {
  LossRecord& losses = record().losses;
  if (kind_ == ProgramKind::without_feeds) {
    if (run_ended) {
      losses.add(strategy().result().leaf().item<float>(), strategy().result_cycle(),
                 runs_finished() - 1);
    }
    note_dequeued(run_ended ? 1 : 0);
    return;
  }
  const DequeueTime when = experiment().feeds.dequeue;
  const bool now = when == DequeueTime::continuous
                       ? run_ended || outfeed_->mode() == OutfeedMode::all
                       : run_ended && (when == DequeueTime::each_run || finished());
  if (!now || outfeed_->pending() == 0) return;
  const std::size_t before = losses.size();
  note_dequeued(
      add_losses(outfeed_->dequeue_with_cycles(), experiment().pipeline.replicas, losses));
  for (std::size_t i = before; prints_losses_ && i < losses.size(); ++i) {
    record().printed += fmt::format("Step {}: loss {:.6f}\n", i, losses.values[i]);
  }
}

}  // namespace pipette
