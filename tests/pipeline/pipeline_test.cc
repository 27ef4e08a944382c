// What pipelines promise beyond the published cases: the same bits under every schedule and
// mapping, the same as plain gradient accumulation on one IPU, and the time that the schedule says.
#include "core/random.h"
#include "loops/loops.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/schedule_timing.h"
#include "training/initializers.h"

namespace pipette::pipelining {
namespace {

using testing_support::all_schedules;
using testing_support::expect_error;
using testing_support::floats;
using testing_support::System;

constexpr std::int64_t kBatch = 4, kInputs = 12, kClasses = 5;

// A stack of dense layers; the last one gives logits.
struct Network {
  explicit Network(const std::vector<std::int64_t>& widths) {
    std::int64_t inputs = kInputs;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string name = "dense_" + std::to_string(i);
      kernels.emplace_back(name + "/kernel",
                           glorot_uniform(Shape{inputs, widths[i]}, RandomStream(3, name)));
      biases.emplace_back(name + "/bias", Array::zeros(DType::f32, Shape{widths[i]}));
      inputs = widths[i];
    }
  }
  Tensor layer(std::size_t i, const Tensor& x) const {
    const Tensor y = matmul(x, kernels[i]) + biases[i];
    return i + 1 == kernels.size() ? y : relu(y);
  }
  std::vector<Variable> variables() const {
    std::vector<Variable> all = kernels;
    all.insert(all.end(), biases.begin(), biases.end());
    return all;
  }
  std::vector<float> weights() const {
    std::vector<float> all;
    for (const Variable& v : variables()) {
      for (const float x : floats(v.value())) all.push_back(x);
    }
    return all;
  }
  std::vector<Variable> kernels, biases;
};

Dataset batches() {
  RandomStream random(17, "batches");
  Array x(ArraySpec{DType::f32, Shape{10 * kBatch, kInputs}});
  for (float& v : x.span<float>()) v = random.uniform(-1, 1);
  Array y(ArraySpec{DType::i32, Shape{10 * kBatch}});
  for (std::int32_t& v : y.span<std::int32_t>()) {
    v = static_cast<std::int32_t>(random.uniform(0, static_cast<float>(kClasses)));
  }
  return Dataset::from_tensor_slices(Element::tuple({x, y})).batch(kBatch, true).repeat();
}

Tensor loss_of(const Tensor& logits, const Tensor& labels) {
  return reduce_mean(sparse_softmax_cross_entropy_with_logits(labels, logits));
}

struct Outcome {
  std::vector<float> losses, weights;
};

struct Setting {
  std::vector<std::size_t> layers_of_stage;  // sums to the number of layers
  std::optional<std::vector<StageDevices>> mapping = std::nullopt;
  PipelineSchedule schedule = PipelineSchedule::grouped;
  std::int64_t count = 8, updates = 3;
  Reduction reduction = Reduction::sum;
  int num_ipus = 4;
};

const std::vector<std::int64_t> kWidths{16, 14, 9, kClasses};

Outcome run_pipelined(const Setting& setting, Optimizer& optimizer) {
  const Network network(kWidths);
  std::vector<Stage> stages;
  std::size_t first = 0;
  for (const std::size_t layers : setting.layers_of_stage) {
    const std::size_t end = first + layers;
    const bool last = end == kWidths.size();
    stages.emplace_back([&network, first, end, last](Tensor x, Tensor labels) {
      for (std::size_t i = first; i < end; ++i) x = network.layer(i, x);
      if (last) return std::vector<Tensor>{loss_of(x, labels)};
      return std::vector<Tensor>{x, labels};
    });
    first = end;
  }
  System system(setting.num_ipus);
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;
  system.run([&](const std::vector<Tensor>&) {
    PipelineOptions options;
    options.gradient_accumulation_count = setting.count;
    options.repeat_count = setting.updates;
    options.reduction_method = setting.reduction;
    options.infeed_queue = &infeed;
    options.outfeed_queue = &outfeed;
    options.outfeed_loss = true;
    options.device_mapping = setting.mapping;
    options.pipeline_schedule = setting.schedule;
    options.optimizer_function = [&](Tensor loss) {
      return OptimizerFunctionOutput{optimizer, loss};
    };
    pipeline(stages, options);
  });
  return {floats(outfeed.dequeue().leaf()), network.weights()};
}

Outcome run_plain(const Setting& setting, std::shared_ptr<Optimizer> inner) {
  const Network network(kWidths);
  GradientAccumulationOptimizerV2 optimizer(inner, setting.count,
                                            {.reduction_method = setting.reduction});
  System system(1);
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;
  system.run([&](const std::vector<Tensor>&) {
    loops::repeat(setting.count * setting.updates, [&] {
      const Nest<Tensor> batch = next(infeed);
      Tensor x = batch[0].leaf();
      for (std::size_t i = 0; i < kWidths.size(); ++i) x = network.layer(i, x);
      const Tensor loss = loss_of(x, batch[1].leaf());
      outfeed.enqueue(loss);
      optimizer.minimize(loss, network.variables());
    });
  });
  return {floats(outfeed.dequeue().leaf()), network.weights()};
}

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const PipelineSchedule schedule : all_schedules()) {
    all.push_back({.layers_of_stage = {1, 1, 1, 1}, .schedule = schedule});
    all.push_back({.layers_of_stage = {2, 2}, .schedule = schedule, .num_ipus = 2});
    all.push_back(
        {.layers_of_stage = {1, 2, 1}, .mapping = {{2, 0, 1}}, .schedule = schedule, .count = 12});
    if (schedule == PipelineSchedule::interleaved) continue;
    all.push_back({.layers_of_stage = {1, 1, 1, 1},
                   .mapping = {{0, 1, 1, 0}},
                   .schedule = schedule,
                   .num_ipus = 2});
    all.push_back(
        {.layers_of_stage = {1, 3}, .mapping = {{0, 0}}, .schedule = schedule, .num_ipus = 1});
  }
  return all;
}

template <class O>
void expect_equal_bits(Reduction reduction) {
  for (Setting setting : settings()) {
    setting.reduction = reduction;
    O optimizer;
    const Outcome pipelined = run_pipelined(setting, optimizer);
    EXPECT_EQ(pipelined.losses.size(), static_cast<std::size_t>(setting.count * setting.updates));
    EXPECT_LT(pipelined.losses.back(), pipelined.losses.front());
    const Outcome plain = run_plain(setting, std::make_shared<O>());
    const std::string what = std::string(schedule_name(setting.schedule)) + ", " +
                             std::to_string(setting.layers_of_stage.size()) + " stages";
    EXPECT_EQ(pipelined.losses, plain.losses) << what;
    EXPECT_EQ(pipelined.weights, plain.weights) << what;
  }
}

TEST(Pipeline, AllSchedulesGiveTheBitsOfPlainAccumulationWithSgd) {
  expect_equal_bits<Sgd>(Reduction::sum);
}
TEST(Pipeline, AllSchedulesGiveTheBitsOfPlainAccumulationWithAdam) {
  expect_equal_bits<Adam>(Reduction::mean);
}
TEST(Pipeline, AllSchedulesGiveTheBitsOfPlainAccumulationWithMomentum) {
  expect_equal_bits<Momentum>(Reduction::running_mean);
}

TEST(Pipeline, ConcurrentStagesGiveTheBitsOfOneStage) {
  const auto run = [](const std::vector<Stage>& stages, std::vector<StageDevices> mapping) {
    System system(4);
    InfeedQueue infeed = iter(batches());
    OutfeedQueue outfeed;
    Sgd sgd(0.01f);
    system.run([&](const std::vector<Tensor>&) {
      PipelineOptions options;
      options.gradient_accumulation_count = std::int64_t{12};
      options.repeat_count = 2;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.outfeed_loss = true;
      options.device_mapping = std::move(mapping);
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline(stages, options);
    });
    return floats(outfeed.dequeue().leaf());
  };
  const auto variables = [] {
    std::vector<Variable> all;
    for (const char* name : {"in", "left", "right", "out"}) {
      const Shape shape = std::string(name) == "in"    ? Shape{kInputs, 8}
                          : std::string(name) == "out" ? Shape{8, kClasses}
                                                       : Shape{8, 8};
      all.emplace_back(name, glorot_uniform(shape, RandomStream(5, name)));
    }
    return all;
  };
  const auto a = variables();
  const auto first = [](const std::vector<Variable>& v) {
    return [&v](Tensor x, Tensor y) { return std::vector<Tensor>{relu(matmul(x, v[0])), y}; };
  };
  const auto concurrent = run(
      {first(a),
       Stage{StageFunction([&](Tensor x, Tensor) { return relu(matmul(x, a[1])); }),
             StageFunction([&](Tensor x, Tensor y) {
               return std::vector<Tensor>{relu(matmul(x, a[2])), y};
             })},
       [&](Tensor left, Tensor right, Tensor y) { return loss_of(matmul(left + right, a[3]), y); }},
      {0, {1, 2}, 3});
  const auto b = variables();
  const auto serial =
      run({first(b),
           [&](Tensor x, Tensor y) {
             return std::vector<Tensor>{relu(matmul(x, b[1])) + relu(matmul(x, b[2])), y};
           },
           [&](Tensor sum, Tensor y) { return loss_of(matmul(sum, b[3]), y); }},
          {0, 1, 3});
  EXPECT_EQ(concurrent.size(), 24u);
  EXPECT_EQ(concurrent, serial);
  EXPECT_LT(concurrent[20], concurrent[0]);  // the same ten batches again and again
}

// The engine's clocks against the schedule's own arithmetic, from the costs in the program.
TEST(Pipeline, TakesTheTimeOfItsSchedule) {
  for (const PipelineSchedule schedule : all_schedules()) {
    System system(4);
    OutfeedQueue outfeed;
    Sgd sgd;
    const Network network(kWidths);
    const std::int64_t count = 8;
    const Function function("timed", [&](const Nest<Tensor>& in) {
      std::vector<Stage> stages;
      for (std::size_t s = 0; s < kWidths.size(); ++s) {
        stages.emplace_back([&network, s](Tensor x, Tensor labels) {
          const Tensor y = network.layer(s, x);
          if (s + 1 == kWidths.size()) return std::vector<Tensor>{loss_of(y, labels)};
          return std::vector<Tensor>{y, labels};
        });
      }
      PipelineOptions options;
      options.gradient_accumulation_count = count;
      options.inputs = in.flatten();
      options.pipeline_schedule = schedule;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline(stages, options);
    });
    const Element arguments = Element::tuple({Array::zeros(DType::f32, Shape{kBatch, kInputs}),
                                              Array::zeros(DType::i32, Shape{kBatch})});
    system.strategy.run(function, arguments);
    const Executable& executable = system.strategy.compiled(function, arguments);
    const Instruction* found = nullptr;
    for (const Instruction& child : executable.root.children) {
      if (child.kind == InstructionKind::pipeline) found = &child;
    }
    ASSERT_NE(found, nullptr);
    const auto cycles_of = [](const Instruction& sequence, int ipu) {
      std::int64_t sum = 0;
      for (const Instruction& i : sequence.children) {
        if (i.ipu == ipu) sum += i.cost().total_cycles();
      }
      return sum;
    };
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;
    std::int64_t boxes = 0;
    const Trace& trace = system.machine.trace;
    for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
      const Span span = trace[i];
      if (span.kind != SpanKind::stage_program) continue;
      ++boxes;
      EXPECT_EQ(
          span.end - span.begin,
          cycles_of(
              found->children[static_cast<std::size_t>(
                  std::find_if(found->children.begin(), found->children.end(),
                               [&](const Instruction& c) { return c.id == span.instruction; }) -
                  found->children.begin())],
              span.lane));
      first = std::min(first, span.begin);
      last = std::max(last, span.end);
    }
    EXPECT_EQ(boxes, 2 * 4 * count);
    // The same from slots: the slowest IPU of each, then barrier and copies, but after the last.
    std::int64_t expected = 0;
    const PipelinePlan& plan = found->plan;
    std::int64_t gap = 0;
    for (std::int64_t i = 0; i < plan.num_slots(count); ++i) {
      if (plan.slot(i, count).empty()) continue;
      expected += gap;
      std::vector<std::int64_t> busy(4, 0);
      std::int64_t send = 0;
      for (const int program : plan.slot(i, count)) {
        const Instruction& child = found->children[static_cast<std::size_t>(program)];
        for (int ipu = 0; ipu < 4; ++ipu) {
          busy[static_cast<std::size_t>(ipu)] += cycles_of(child, ipu);
        }
        send = std::max(send, child.stage.send_cycles);
      }
      expected += *std::max_element(busy.begin(), busy.end());
      gap = found->sync_cycles + send;
    }
    EXPECT_EQ(last - first, expected) << schedule_name(schedule);
    EXPECT_GT(found->sync_cycles, 0);
  }
}

TEST(Pipeline, StagesDoNotCaptureTensors) {
  System system(2);
  OutfeedQueue outfeed;
  expect_error<ValueError>("Trying to capture the tensor", [&] {
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{4};
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          pipeline({[](Tensor x) { return x; }, [&](Tensor x) { return x + in[0]; }}, options);
        },
        {1});
  });
}

TEST(Pipeline, StagesThatShareAVariableSitTogether) {
  const Variable w("shared", Array::scalar(2.0f));
  const auto run = [&](std::vector<StageDevices> mapping) {
    System system(2);
    OutfeedQueue outfeed;
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{4};
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          options.device_mapping = std::move(mapping);
          pipeline({[&](Tensor x) { return x * w; }, [&](Tensor x) { return x * w; }}, options);
        },
        {3});
    return floats(outfeed.dequeue().leaf());
  };
  EXPECT_EQ(run({0, 0}), std::vector<float>(4, 12.0f));
  expect_error<ValueError>("stages that share a variable must be mapped to one IPU", [&] {
    run({0, 1});
  });
}

TEST(Pipeline, DeviceMustHaveAMultipleOfTheIpus) {
  System system(3);
  OutfeedQueue outfeed;
  expect_error<InvalidArgument>("the nearest valid values are 2 and 4", [&] {
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{4};
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          pipeline({[](Tensor x) { return x; }, [](Tensor x) { return x; }}, options);
        },
        {1});
  });
}

TEST(Pipeline, SlicesChangeNothing) {
  const auto run = [](std::int64_t instructions) {
    const Network network(kWidths);
    System system(4);
    InfeedQueue infeed = iter(batches());
    OutfeedQueue outfeed;
    Sgd sgd(0.1f);
    const Function function("pipelined", [&] {
      PipelineOptions options;
      options.gradient_accumulation_count = std::int64_t{8};
      options.repeat_count = 2;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.outfeed_loss = true;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      std::vector<Stage> stages;
      for (std::size_t s = 0; s < kWidths.size(); ++s) {
        stages.emplace_back([&network, s](Tensor x, Tensor labels) {
          const Tensor y = network.layer(s, x);
          if (s + 1 == kWidths.size()) return std::vector<Tensor>{loss_of(y, labels)};
          return std::vector<Tensor>{y, labels};
        });
      }
      pipeline(stages, options);
    });
    system.strategy.start(function);
    while (!system.strategy.advance(Budget::instructions(instructions))) continue;
    return std::make_tuple(floats(outfeed.dequeue().leaf()), network.weights(),
                           system.machine.device.now());
  };
  const auto whole = run(Budget::kNoLimit);
  EXPECT_EQ(run(1), whole);
  EXPECT_EQ(run(7), whole);
}

}  // namespace
}  // namespace pipette::pipelining
