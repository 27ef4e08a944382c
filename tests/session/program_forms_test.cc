// What the tutorials can do in more than one way, as fields of experiments: stages as shards,
// stages that work concurrently, older accumulation, predictions that stream out, tensors that are
// printed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "experiment/problems.h"
#include "session/describe_pipeline.h"
#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette::program_forms {
namespace {

using testing::HasSubstr;

template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

Experiment small(std::int64_t stages, std::int64_t count = 16) {
  Experiment e = least_work_of("mnist-pipelined");
  e.model.hidden_units = {25, 16};
  e.training.batch_size = 8;
  e.training.learning_rate = 0.05;
  e.pipeline.stages = stages;
  e.pipeline.gradient_accumulation_count = count;
  return e;
}

struct Outcome {
  Summary summary;
  std::string printed;
  std::set<int> ipus;  // those that computed
};

Outcome run(const Experiment& e) {
  Session session(e);
  session.advance(Budget::unlimited());
  Outcome outcome{session.summary(false), session.printed(), {}};
  const Trace& trace = session.trace();
  for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
    if (trace[i].kind == SpanKind::compute) outcome.ipus.insert(trace[i].lane);
  }
  return outcome;
}

void expect_same_bits(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.summary.loss_hash, b.summary.loss_hash);
  EXPECT_EQ(a.summary.weight_hash, b.summary.weight_hash);
}

TEST(ProgramForms, ShardsGiveTheBitsOfOneIpuAndTakeTurns) {
  const Outcome plain = run(small(1));
  for (const std::int64_t stages : {2, 3, 4}) {
    SCOPED_TRACE(stages);
    Experiment e = small(stages);
    e.pipeline.sharding = true;
    const Outcome sharded = run(e);
    expect_same_bits(sharded, plain);
    EXPECT_EQ(sharded.ipus.size(), static_cast<std::size_t>(stages));
    EXPECT_GT(sharded.summary.modelled_cycles, plain.summary.modelled_cycles) << "copies";
    EXPECT_EQ(Session(e).pipeline(), nullptr);
  }
  Experiment odd = small(4, 3);  // no count is too small or uneven for it
  odd.pipeline.sharding = true;
  odd.pipeline.device_mapping = {1, 0, 0, 1};
  expect_same_bits(run(odd), run(small(1, 3)));
}

TEST(ProgramForms, ShardingLeavesNothingForAPipelineToDo) {
  Experiment e = small(4);
  e.pipeline.sharding = true;
  e.pipeline.schedule = pipelining::PipelineSchedule::interleaved;
  EXPECT_THAT(refusal([&] { Session session(e); }),
              HasSubstr("pipeline_schedule has no meaning for this \"mnist-pipelined\": it needs "
                        "a pipeline, and with sharding there is none"));
  e.pipeline.schedule = pipelining::PipelineSchedule::grouped;
  EXPECT_THAT(refusal([&] { describe_pipeline(e); }), HasSubstr("sharding has no pipeline"));
  e.pipeline.stages = 1;
  EXPECT_THAT(refusal([&] { Session session(e); }), HasSubstr("it needs at least 2 stages"));
}

// 25 units in 2 or 3 parts are not as many in each.
TEST(ProgramForms, ConcurrentStagesGiveTheLossesOfTheWholeLayer) {
  const Outcome plain = run(small(1));
  for (const std::int64_t parts : {2, 3}) {
    for (const auto schedule :
         {pipelining::PipelineSchedule::grouped, pipelining::PipelineSchedule::interleaved,
          pipelining::PipelineSchedule::sequential}) {
      SCOPED_TRACE(fmt::format("{} parts, {}", parts, to_label(schedule)));
      Experiment e = small(4);
      e.pipeline.concurrent_stages = parts;
      e.pipeline.schedule = schedule;
      EXPECT_EQ(run(e).summary.loss_hash, plain.summary.loss_hash);
      const PipelineInfo info = describe_pipeline(e);
      ASSERT_EQ(info.stages.size(), 4u);
      EXPECT_EQ(info.stages[0].ipus.size(), static_cast<std::size_t>(parts));
      EXPECT_EQ(info.stages[0].name, fmt::format("dense 784 × 25 in {} parts", parts));
    }
  }
}

TEST(ProgramForms, ConcurrentStagesAreOneLayerOnIpusOfTheirOwn) {
  Experiment e = small(4);
  e.pipeline.concurrent_stages = 2;
  e.pipeline.device_mapping = {3, 1, 0, 2, 0};
  EXPECT_EQ(describe_pipeline(e).stages[0].ipus, (std::vector<int>{3, 1}));
  e.pipeline.device_mapping = {3, 1, 0, 2};
  EXPECT_THAT(refusal([&] { e.validate(); }),
              HasSubstr("4 IPUs for 5 stages and parts: each stage must be mapped to one"));
  e.pipeline.device_mapping = {};
  e.pipeline.stages = 2;
  EXPECT_THAT(refusal([&] { e.validate(); }),
              HasSubstr("the first stage must be one layer, but 2 stages of this network begin "
                        "with 2; the nearest valid value is 1; stages 4 would do"));
  e.pipeline.stages = 4;
  e.pipeline.concurrent_stages = 26;
  EXPECT_THAT(refusal([&] { e.validate(); }),
              HasSubstr("the first layer has 25 units, so concurrent_stages must be at most that, "
                        "but it is 26; the nearest valid value is 25"));
}

TEST(ProgramForms, OlderAccumulationAddsUpAsTheNewerDoes) {
  for (const std::int64_t replicas : {1, 2}) {
    SCOPED_TRACE(replicas);
    Experiment e = small(1);
    e.pipeline.replicas = replicas;
    Experiment older = e;
    older.pipeline.accumulation_optimizer = AccumulationOptimizer::older;
    expect_same_bits(run(older), run(e));
    older.training.optimizer = e.training.optimizer = OptimizerName::momentum;
    const Outcome saving = run(older), plain = run(e);
    EXPECT_NE(saving.summary.modelled_cycles, plain.summary.modelled_cycles);
    EXPECT_EQ(saving.summary.losses, plain.summary.losses);
  }
  Experiment sharded = small(3);
  sharded.pipeline.sharding = true;
  sharded.pipeline.accumulation_optimizer = AccumulationOptimizer::older;
  expect_same_bits(run(sharded), run(small(1)));
  Experiment adam = small(1);
  adam.pipeline.accumulation_optimizer = AccumulationOptimizer::older;
  adam.training.optimizer = OptimizerName::adam;
  EXPECT_THAT(refusal([&] { adam.validate(); }), HasSubstr("takes sgd and momentum only"));
  adam.training.optimizer = OptimizerName::sgd;
  adam.pipeline.reduction_method = Reduction::mean;
  EXPECT_THAT(refusal([&] { adam.validate(); }),
              HasSubstr("reduction_method has no meaning for this"));
}

// The dtype of an accumulator as a function of its variable.
TEST(ProgramForms, HalfKernelsTakeHalfTheMemoryOfTheirSums) {
  std::map<AccumulatorDType, std::int64_t> bytes;
  for (const Choice<AccumulatorDType>& choice : kChoices<AccumulatorDType>) {
    Experiment e = small(4);
    e.pipeline.gradient_accumulation_dtype = choice.value;
    for (const StageInfo& stage : describe_pipeline(e).stages) {
      bytes[choice.value] += stage.variable_bytes;
    }
  }
  const std::int64_t kernels = 784 * 25 + 25 * 16 + 16 * 10, biases = 25 + 16 + 10;
  EXPECT_EQ(bytes[AccumulatorDType::f32] - bytes[AccumulatorDType::f16_kernels], 2 * kernels);
  EXPECT_EQ(bytes[AccumulatorDType::f16_kernels] - bytes[AccumulatorDType::f16], 2 * biases);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(ProgramForms, PredictionsStreamOutBesideTheirLosses) {
  Experiment e = Experiment::defaults("outfeed-example");
  e.training.steps = e.training.steps_per_execution = 6;
  const Outcome without = run(e);
  e.feeds.outfeed_predictions = true;
  const Outcome with = run(e);
  expect_same_bits(with, without);
  EXPECT_GT(with.summary.modelled_cycles, without.summary.modelled_cycles);
  const std::vector<std::string> before = lines_of(without.printed), lines = lines_of(with.printed);
  std::int64_t right = 0;
  for (std::size_t step = 0; step < 6; ++step) {
    ASSERT_EQ(lines[step].rfind(before[step] + ", ", 0), 0u) << lines[step];
    std::istringstream rest(lines[step].substr(before[step].size() + 2));
    std::int64_t of_step = 0;
    std::string word;
    rest >> of_step;
    for (const char* expected : {"of", "32", "right,", "predictions"}) {
      rest >> word;
      EXPECT_EQ(word, expected);
    }
    std::vector<int> classes;
    for (int digit; rest >> digit;) classes.push_back(digit);
    EXPECT_EQ(classes.size(), 32u);
    EXPECT_THAT(classes, testing::Each(testing::AllOf(testing::Ge(0), testing::Le(9))));
    right += of_step;
  }
  EXPECT_EQ(lines[6], fmt::format("Predicted {} of 192 images right while training", right));
  EXPECT_GT(right, 0);
  e.feeds.outfeed_mode = OutfeedMode::last;
  e.feeds.dequeue = DequeueTime::at_end;
  EXPECT_THAT(run(e).printed, HasSubstr(" of 32 images right while training\n"));
}

TEST(ProgramForms, TensorsArePrintedWheneverTheyAreMade) {
  const Experiment e = Experiment::defaults("print-tensor");
  Session session(e);
  session.advance(Budget::steps(1));
  EXPECT_THAT(session.printed(), HasSubstr("loss: ")) << "while the program runs";
  session.advance(Budget::unlimited());
  std::size_t at = 0;
  for (std::size_t step = 0; step < 10; ++step) {
    const std::size_t logits = session.printed().find("dense_1: [[", at);
    const std::string loss = fmt::format("loss: {:.7f}\n", session.losses()[step]);
    at = session.printed().find(loss, at);
    ASSERT_NE(at, std::string::npos) << loss;
    EXPECT_LT(logits, at);
    at += loss.size();
  }
  Experiment silent = e;
  silent.inspection.print_tensors = {"none"};
  const Outcome printing = run(e), without = run(silent);
  expect_same_bits(printing, without);
  EXPECT_GT(printing.summary.modelled_cycles, without.summary.modelled_cycles);
  EXPECT_THAT(without.printed, testing::Not(HasSubstr("loss: 2")));
}

TEST(ProgramForms, StagesCallsAndPartsPrintToo) {
  Experiment e = small(4);
  e.pipeline.concurrent_stages = 2;
  e.inspection.print_tensors = {"dense"};
  const std::string pipelined = run(e).printed;
  EXPECT_THAT(pipelined, HasSubstr("dense: [["));
  e = least_work_of("mnist-without-feeds");
  e.inspection.print_tensors = {"loss"};
  EXPECT_THAT(run(e).printed, HasSubstr("loss: "));
  e.inspection.print_tensors = {"dense_7"};
  EXPECT_THAT(refusal([&] { e.validate(); }),
              HasSubstr("print_tensors has \"dense_7\", but what can be printed is dense, dense_1, "
                        "loss"));
}

}  // namespace
}  // namespace pipette::program_forms
