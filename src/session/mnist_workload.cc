#include "session/mnist_workload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/archive.h"
#include "graph/ops.h"
#include "graph/shard.h"
#include "loops/loops.h"
#include "pipeline/pipeline.h"
#include "session/training_parts.h"
#include "training/cross_replica.h"

namespace pipette {

namespace {

std::shared_ptr<Optimizer> make_optimizer(const Experiment& e) {
  std::shared_ptr<Optimizer> optimizer = make_plain_optimizer(e);
  if (catalogue_entry(e.name).kind != ProgramKind::pipelined) return optimizer;
  // A pipeline accumulates by itself.
  if (!e.pipelined()) return accumulating(optimizer, e);
  return exchanging(std::make_shared<AggregatingOptimizer>(optimizer), e);  // Keras', as there
}

}  // namespace

MnistWorkload::MnistWorkload(const Experiment& experiment, const ImageData& data,
                             Strategy& strategy, Record& record)
    : RunLoop(experiment, strategy, record),
      kind_(catalogue_entry(experiment.name).kind),
      prints_losses_(catalogue_entry(experiment.name).prints_losses),
      mini_batches_in_epoch_(pipette::mini_batches_in_epoch(experiment, data.train_count())),
      network_(data.image_shape(), experiment.model.hidden_units, experiment.training.seed,
               experiment.pipeline.concurrent_stages),
      optimizer_(make_optimizer(experiment)) {
  if (experiment.prints_tensors()) {
    network_.watch([names = experiment.inspection.print_tensors](const std::string& name,
                                                                 const Tensor& value) {
      if (std::find(names.begin(), names.end(), name) != names.end()) print_tensor(value, name);
    });
  }
  const Dataset batches =
      training_batches(data, experiment.training.batch_size, experiment.training.seed);
  if (kind_ == ProgramKind::without_feeds) {
    host_batches_.emplace(batches, experiment.num_runs());
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

// The whole network, in stages that are shards where that is asked for.
Nest<Tensor> MnistWorkload::train_on(const Tensor& images, const Tensor& labels) {
  const std::vector<std::size_t> first = stage_boundaries();
  const pipelining::DeviceLists devices = experiment().stage_devices();
  Tensor x = images, logits = images;
  for (std::size_t s = 0; s + 1 < first.size(); ++s) {
    std::optional<Shard> shard;
    if (experiment().pipeline.sharding) shard.emplace(devices[s][0]);
    for (std::size_t piece = first[s]; piece < first[s + 1]; ++piece) {
      logits = x;
      x = network_.piece(piece, x, labels);
    }
  }
  optimizer_->minimize(x, network_.trainable_variables());
  if (!experiment().feeds.outfeed_predictions) return x;
  return Nest<Tensor>::dict({{"loss", x}, {"predictions", argmax(logits)}, {"labels", labels}});
}

void MnistWorkload::train_one_update() {
  const auto train = [this] {
    const Nest<Tensor> batch = next(*infeed_);
    outfeed_->enqueue(train_on(batch[0].leaf(), batch[1].leaf()));
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

// Each member makes its part of the first layer; the last one hands the labels on.
pipelining::Stage MnistWorkload::concurrent_stage() const {
  std::vector<pipelining::StageFunction> members;
  for (std::size_t part = 0; part < network_.num_parts(); ++part) {
    members.emplace_back([this, part](Tensor images, Tensor labels) {
      std::vector<Tensor> results{network_.part(part, images)};
      if (part + 1 == network_.num_parts()) results.push_back(labels);
      return results;
    });
  }
  return pipelining::Stage(std::move(members));
}

void MnistWorkload::run_pipeline() {
  const std::vector<std::size_t> first = stage_boundaries();
  std::vector<pipelining::Stage> stages;
  if (network_.num_parts() > 1) stages.push_back(concurrent_stage());
  for (std::size_t s = stages.size(); s + 1 < first.size(); ++s) {
    stages.emplace_back([this, begin = first[s],
                         end = first[s + 1]](const loops::LoopArguments& in) {
      std::vector<Tensor> parts;
      for (std::size_t i = 0; i + 1 < in.positional.size(); ++i) parts.push_back(in[i]);
      const Tensor labels = in[parts.size()];
      Tensor x = parts.size() == 1 ? parts[0] : network_.joined(parts);
      for (std::size_t piece = begin; piece < end; ++piece) x = network_.piece(piece, x, labels);
      return end == network_.num_pieces() ? std::vector<Tensor>{x} : std::vector<Tensor>{x, labels};
    });
  }
  pipelining::PipelineOptions options = training_pipeline(experiment(), *infeed_, *outfeed_);
  options.optimizer_function = [this](Tensor loss) {
    return pipelining::OptimizerFunctionOutput{*optimizer_, loss, network_.trainable_variables()};
  };
  const GradientsExchanged as_made;  // by exchanging(), where there are replicas
  pipelining::pipeline(stages, options);
}

LayerOutputs MnistWorkload::layers() const {
  const auto outputs = [network = network_](std::size_t count, const Tensor& images) {
    return network.outputs_of(count, images);
  };
  std::vector<std::int64_t> stages;  // of each piece, the loss being the last one
  const std::vector<std::size_t> first = stage_boundaries();
  for (std::size_t stage = 0; stage + 1 < first.size(); ++stage) {
    stages.insert(stages.end(), first[stage + 1] - first[stage], static_cast<std::int64_t>(stage));
  }
  return {network_.layer_names(), outputs, true, std::move(stages)};
}

void MnistWorkload::start_run() {
  if (kind_ != ProgramKind::without_feeds) {
    strategy().start(*training_);
    return;
  }
  strategy().start(*training_, host_batches_->next());
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
  if (!run_ended || !finished()) return;
  if (predicted_ > 0) {
    record().printed +=
        fmt::format("Predicted {} of {} images right while training\n", right_, predicted_);
  }
  if (kind_ != ProgramKind::pipelined) print_time();
}

bool MnistWorkload::reads_while_running() const {
  return experiment().feeds.dequeue == DequeueTime::continuous && outfeed_ &&
         outfeed_->mode() == OutfeedMode::all;
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
                       ? run_ended || reads_while_running()
                       : run_ended && (when == DequeueTime::each_run || finished());
  if (!now || outfeed_->pending() == 0) return;
  const std::size_t before = losses.size();
  OutfeedQueue::Dequeued outfed = outfeed_->dequeue_with_cycles();
  const Nest<Array> elements = outfed.elements;
  if (elements.is_dict()) outfed.elements = elements["loss"];
  const std::vector<float> added = add_losses(outfed, experiment().pipeline.replicas, losses);
  note_dequeued(std::ssize(added));
  for (std::size_t i = 0; i < added.size(); ++i) {
    const std::string predictions = elements.is_dict() ? predictions_of(elements, i) : "";
    if (!prints_losses_) continue;
    record().printed += fmt::format("Step {}: loss {:.6f}{}\n", before + i, added[i], predictions);
  }
}

// What the network made of mini-batch number `index` of those that have come.
std::string MnistWorkload::predictions_of(const Nest<Array>& elements, std::size_t index) {
  const auto size = static_cast<std::size_t>(experiment().training.batch_size);
  const auto of_batch = [&](const char* key) {
    return elements[key].leaf().span<std::int32_t>().subspan(index * size, size);
  };
  const auto predictions = of_batch("predictions"), labels = of_batch("labels");
  std::int64_t right = 0;
  for (std::size_t i = 0; i < size; ++i) right += predictions[i] == labels[i];
  right_ += right;
  predicted_ += static_cast<std::int64_t>(size);
  return fmt::format(", {} of {} right, predictions {}", right, size, fmt::join(predictions, " "));
}

const Executable* MnistWorkload::compiled() {
  return &strategy().compiled(*training_,
                              host_batches_ ? host_batches_->spec() : Nest<ArraySpec>());
}

void MnistWorkload::archive(Archive& a) {
  RunLoop::archive(a);
  a("predicted", predicted_)("right", right_);
  if (host_batches_) {
    a("host_batches", *host_batches_);
  } else {
    InfeedPosition position = position_in(*infeed_);
    a("infeed", position)("outfeed", *outfeed_);
  }
}

}  // namespace pipette
