#include "session/tutorial_workloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/archive.h"
#include "core/format_count.h"
#include "experiment/catalogue.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "session/mnist_workload.h"
#include "session/training_parts.h"

namespace pipette {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

LoopsWorkload::LoopsWorkload(const Experiment& experiment, const ImageData& data,
                             Strategy& strategy, Record& record)
    : RunLoop(experiment, strategy, record), optimizer_(make_plain_optimizer(experiment)) {
  const Training& spec = experiment.training;
  const Shape images = data.image_shape();
  const keras::Conv2dOptions same{.padding = Padding::same};
  model_ = std::make_shared<keras::Sequential>(
      std::vector<keras::LayerPtr>{keras::reshape(Shape{images[0], images[1], 1}),
                                   keras::conv2d(8, {3, 3}, keras::relu, "", same),
                                   keras::conv2d(8, {3, 3}, keras::relu, "", same),
                                   keras::flatten(), keras::dense(10)},
      keras::ModelOptions{.seed = spec.seed});
  model_->build(images.with_front(spec.batch_size));
  const Dataset batches = ordered_batches(data, spec.batch_size);
  if (catalogue_entry(experiment.name).calls_for_each_batch()) {
    batches_per_epoch_ = std::max<std::int64_t>(1, data.train_count() / spec.batch_size);
    host_batches_.emplace(batches, experiment.num_runs());
    training_.emplace("train_one_batch", [this](const Nest<Tensor>& batch) {
      return train(batch[0].leaf(), batch[1].leaf()).first;
    });
    return;
  }
  batches_per_epoch_ = spec.steps_per_execution;
  infeed_.emplace(batches, InfeedOptions{.prefetch_depth = experiment.feeds.prefetch_depth});
  infeed_->initialize();
  training_.emplace("train_one_epoch", [this] { return train_one_epoch(); });
}

std::pair<Tensor, Operation> LoopsWorkload::train(const Tensor& images, const Tensor& labels) {
  keras::CallContext training;
  training.training = true;
  const Tensor logits = (*model_)(images, training);
  const Tensor loss = reduce_mean(sparse_softmax_cross_entropy_with_logits(labels, logits));
  return {loss, optimizer_->minimize(loss, model_->variables())};
}

Tensor LoopsWorkload::train_one_epoch() {
  if (experiment().name == "loops") {
    const auto body = [this](Tensor total, Tensor x, Tensor y) {
      const auto [loss, update] = train(x, y);
      return loops::LoopResults{total + loss, update};
    };
    return loops::repeat(batches_per_epoch_, body, {constant(0.0f)}, &*infeed_)[0];
  }
  // The same with a loop that asks before each batch whether to go on.
  const Tensor zero = constant(Array::scalar(std::int32_t{0}));
  const auto condition = [this](Tensor done, Tensor) {
    return done < static_cast<double>(batches_per_epoch_);
  };
  const auto body = [this](Tensor done, Tensor total, Tensor x, Tensor y) {
    const auto [loss, update] = train(x, y);
    return loops::LoopResults{done + 1, total + loss, update};
  };
  return loops::while_loop(condition, body, {zero, constant(0.0f)}, &*infeed_)[1];
}

Classifier LoopsWorkload::classifier() const {
  return [model = model_](const Tensor& images) { return softmax((*model)(images)); };
}

void LoopsWorkload::begin_epoch() {
  batches_ = 0;
  total_loss_ = 0;
  real_seconds_ = steady_seconds();
  modelled_seconds_ = strategy().machine().device.seconds();
}

void LoopsWorkload::start_run() {
  if (batches_ == 0) begin_epoch();
  if (infeed_) {
    strategy().start(*training_);
    return;
  }
  strategy().start(*training_, host_batches_->next());
}

void LoopsWorkload::take_results(bool run_ended) {
  if (!run_ended) return;
  const std::int64_t batches = experiment().training.steps_per_execution;  // of this run
  const float total = strategy().result().leaf().item<float>();
  record().losses.add(static_cast<float>(static_cast<double>(total) / static_cast<double>(batches)),
                      strategy().result_cycle(), runs_finished() * batches - 1);
  note_dequeued(1);
  total_loss_ += static_cast<double>(total);
  batches_ += batches;
  if (batches_ == batches_per_epoch_ || finished()) print_epoch();
  if (finished()) record().printed += "Program ran successfully\n";
}

// The tutorial measures real time.
void LoopsWorkload::print_epoch() {
  const double modelled = strategy().machine().device.seconds() - modelled_seconds_;
  record().printed += fmt::format("\nLoss: {}\nTime: {:.6f} seconds (modelled), {:.3f} (real)\n",
                                  total_loss_ / static_cast<double>(batches_), modelled,
                                  steady_seconds() - real_seconds_);
  batches_ = 0;
}

const Executable* LoopsWorkload::compiled() {
  return &strategy().compiled(*training_,
                              host_batches_ ? host_batches_->spec() : Nest<ArraySpec>());
}

void LoopsWorkload::archive(Archive& a) {
  RunLoop::archive(a);
  double real = steady_seconds() - real_seconds_;
  a("batches", batches_)("total_loss", total_loss_)("modelled_seconds", modelled_seconds_);
  a("real_seconds", real);
  real_seconds_ = steady_seconds() - real;
  if (host_batches_) {
    a("host_batches", *host_batches_);
  } else {
    InfeedPosition position = position_in(*infeed_);
    a("infeed", position);
  }
}

ArithmeticWorkload::ArithmeticWorkload(const Experiment& experiment, Strategy& strategy,
                                       Record& record)
    : RunLoop(experiment, strategy, record),
      infeed_(
          [] {
            const Array ones = Array::filled(Shape{800}, 1.0f);
            return Dataset::from_tensors(Element::tuple({ones, ones})).repeat();
          }(),
          {.prefetch_depth = experiment.feeds.prefetch_depth}),
      outfeed_({.buffer_depth = experiment.feeds.buffer_depth}) {
  infeed_.initialize();
  program_.emplace("my_net", [this] {
    const auto body = [this](Tensor counter, Tensor x1, Tensor x2) {
      const Nest<Tensor> element = Nest<Tensor>::dict({{"d1", x1 + x2}, {"d2", x1 - x2}});
      return loops::LoopResults{counter + 1, outfeed_.enqueue(element)};
    };
    const Tensor zero = constant(Array::scalar(std::int32_t{0}));
    return loops::repeat(this->experiment().training.steps_per_execution, body, {zero},
                         &infeed_)[0];
  });
}

void ArithmeticWorkload::start_run() { strategy().start(*program_); }

void ArithmeticWorkload::take_results(bool run_ended) {
  if (!run_ended) return;
  const Nest<Array> result = outfeed_.dequeue();
  record().printed += fmt::format("counter {}\n", strategy().result().leaf().item<std::int32_t>());
  for (const auto& [key, s] :
       record().add_outfed("outfeed", "iteration", runs_finished() - 1, result)) {
    record().printed += fmt::format("outfed result {} shape: {} from {} to {}\n", key,
                                    inspect::python_shape(result.at(NestKey(key)).leaf().shape()),
                                    s.minimum, s.maximum);
  }
  note_dequeued(result["d1"].leaf().shape()[0]);
}

void ArithmeticWorkload::archive(Archive& a) {
  RunLoop::archive(a);
  InfeedPosition position = position_in(infeed_);
  a("infeed", position)("outfeed", outfeed_);
}

BenchmarkWorkload::BenchmarkWorkload(const Experiment& experiment, const ImageData& data,
                                     Record& record)
    : experiment_(experiment),
      data_(data),
      record_(record),
      benchmark_(make_benchmark(experiment, data)) {}

DatasetBenchmark BenchmarkWorkload::make_benchmark(const Experiment& experiment,
                                                   const ImageData& data) {
  const Dataset batches =
      training_batches(data, experiment.training.batch_size, experiment.training.seed);
  const BenchmarkOptions options{.number_of_epochs = experiment.num_runs(),
                                 .elements_per_epochs = experiment.training.steps_per_execution};
  if (experiment.name == "dataset-benchmark") return DatasetBenchmark(batches, options);
  return infeed_benchmark(InfeedQueue(batches), options);
}

bool BenchmarkWorkload::advance(const Budget& budget) {
  if (finished()) return true;
  if (rates_.device == 0) rates_.device = device_speed();
  std::int64_t batches = std::min(budget.step_count, budget.instruction_count);
  if (budget.until_run != Budget::kNoLimit) {  // to the end of the epoch
    batches = std::min(batches,
                       experiment_.training.steps_per_execution - benchmark_.elements_in_epoch());
  }
  const bool complete = benchmark_.advance(budget.real_us, batches);
  for (std::size_t i = rates_.epochs.size(); i < benchmark_.epochs().size(); ++i) {
    rates_.epochs.push_back(static_cast<double>(benchmark_.epochs()[i].elements_per_second));
  }
  rates_.under_way = benchmark_.elements_per_second_in_epoch();
  rates_.of_epochs = benchmark_.elements_per_second();
  if (!complete) return false;
  record_.printed += benchmark_.to_json();
  record_.advice = verdict();
  record_.events.add(EventKind::finished, 0, static_cast<double>(num_steps()));
  return true;
}

// The device alone: a host that takes no time.
double BenchmarkWorkload::device_speed() const {
  Experiment e = experiment_;
  e.name = "mnist-with-feeds";
  e.training.steps = e.training.steps_per_execution = 20;
  Machine machine(e.device_config(), 1);
  Strategy strategy(machine);
  Record record;
  MnistWorkload(e, data_, strategy, record).advance(Budget::unlimited());
  const std::int64_t cycles = machine.device.now() - machine.total_wait_cycles;
  return static_cast<double>(e.training.steps) / cycles_to_seconds(cycles, machine.device.arch());
}

std::string BenchmarkWorkload::verdict() const {
  return fmt::format(
      "This host makes {} batches of {} a second (real); "
      "the modelled {} trains on {} a second: {} would be the bottleneck.\n",
      format_count(std::llround(rates_.of_epochs)), experiment_.training.batch_size,
      architecture(experiment_.device_config().architecture).name,
      format_count(std::llround(rates_.device)),
      rates_.of_epochs < rates_.device ? "the host" : "the device");
}

}  // namespace pipette
