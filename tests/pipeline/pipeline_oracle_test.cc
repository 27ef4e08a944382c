// The published cases on pipelines, each named by its id.
#include "oracle.h"
#include "pipeline/pipeline_fixture.h"

namespace pipette::pipelining {
namespace {

using loops::LoopArguments;
using pipette::testing_support::Json;
using testing_support::all_schedules;
using testing_support::floats;
using testing_support::infer;
using testing_support::run_pipeline;
using testing_support::System;

std::vector<float> expected_floats(const Json& list) { return list.get<std::vector<float>>(); }

// Stage k of four that pass one value on.
Stage plus_one() {
  return [](Tensor x) { return x + 1.0; };
}
Stage identity() {
  return [](Tensor x) { return x; };
}
Stage times(const Variable& w) {
  return [&w](Tensor x) { return Tensor(w) * x; };
}
OptimizerFunction loss_plus_one(Sgd& sgd) {
  return [&sgd](Tensor x) { return OptimizerFunctionOutput{sgd, x + 1.0}; };
}

TEST(Oracle, pipe_inference_3stage) {
  PIPETTE_ORACLE_CASE(pipe_inference_3stage);
  const Json& inputs = oracle["inputs"];
  ASSERT_EQ(inputs["map"], "a=x, b=(x+10)/2 as dict");
  const Variable filters("filters", Array::filled<float>({2, 2}, 1.0f));
  std::vector<std::optional<std::vector<StageDevices>>> mappings{std::nullopt};
  for (const Json& mapping : inputs["device_mappings"]) {
    if (!mapping.is_array()) continue;
    auto& list = mappings.emplace_back(std::in_place);
    for (const int device : mapping) list->push_back(device);
  }
  ASSERT_EQ(mappings.size(), 3u);
  for (const PipelineSchedule schedule : all_schedules()) {
    for (const auto& mapping : mappings) {
      for (const bool run_time_count : {false, true}) {
        System system(4);
        InfeedQueue infeed =
            iter(Dataset::range(5)
                     .map([](const Element& e) {
                       return Element(Array::filled<float>(
                           {4, 4, 2}, static_cast<float>(e.leaf().item<std::int64_t>())));
                     })
                     .repeat()
                     .batch(2, true)
                     .map([](const Element& e) {
                       Array half = e.leaf().clone();
                       for (float& x : half.span<float>()) x = (x + 10) / 2;
                       return Element::dict({{"a", e.leaf()}, {"b", half}});
                     }));
        OutfeedQueue outfeed;
        const auto stage1 = [&](const LoopArguments& in) {
          const Tensor pixels = reshape(in["a"], Shape{32, 2});
          const Tensor convolved = reshape(matmul(pixels, filters), Shape{2, 4, 4, 2});
          return std::vector<Tensor>{convolved + in["b"], in[0]};
        };
        const auto stage2 = [](Tensor x, Tensor c) { return reduce_sum(x) + c; };
        system.run(
            [&](const std::vector<Tensor>& in) {
              PipelineOptions options;
              options.gradient_accumulation_count = inputs["G"].get<std::int64_t>();
              if (run_time_count) options.gradient_accumulation_count = cast(in[1], DType::i32);
              options.inputs = {in[0]};
              options.infeed_queue = &infeed;
              options.outfeed_queue = &outfeed;
              options.device_mapping = mapping;
              options.pipeline_schedule = schedule;
              pipeline({stage1, stage2, identity()}, options);
            },
            {inputs["c"].get<float>(), inputs["G"].get<float>()});
        const std::vector<float> got = floats(outfeed.dequeue().leaf());
        const std::vector<float> wanted = expected_floats(oracle["expected"]["outfeed"]);
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t i = 0; i < got.size(); ++i) EXPECT_FLOAT_EQ(got[i], wanted[i]);
      }
    }
  }
}

TEST(Oracle, pipe_outfeed_loss) {
  PIPETTE_ORACLE_CASE(pipe_outfeed_loss);
  const Json& inputs = oracle["inputs"];
  const Variable w("w", Array::scalar(inputs["w"].get<float>()));
  Sgd sgd(inputs["lr"].get<float>());
  const Nest<Array> got = run_pipeline(
      4, {times(w), identity(), identity(), identity()}, expected_floats(inputs["inputs"]),
      [&](PipelineOptions& options, const std::vector<Tensor>& in) {
        options.gradient_accumulation_count = inputs["G"].get<std::int64_t>();
        options.inputs = {in[1]};
        options.outfeed_loss = inputs["outfeed_loss"];
        options.optimizer_function = loss_plus_one(sgd);
      });
  EXPECT_EQ(floats(got.leaf()), expected_floats(oracle["expected"]["outfeed"]));
}

TEST(Oracle, pipe_outfeed_mask) {
  PIPETTE_ORACLE_CASE(pipe_outfeed_mask);
  const Json& inputs = oracle["inputs"];
  const Variable w("w", Array::scalar(1.0f));
  Sgd sgd(0.01f);
  const Stage first = [&](Tensor x) { return std::vector<Tensor>{x, Tensor(w) * x}; };
  const Stage other = [](Tensor x, Tensor y) { return std::vector<Tensor>{x, y + 1.0}; };
  const Nest<Array> got =
      run_pipeline(4, {first, other, other, other}, expected_floats(inputs["inputs"]),
                   [&](PipelineOptions& options, const std::vector<Tensor>& in) {
                     options.gradient_accumulation_count = inputs["G"].get<std::int64_t>();
                     options.inputs = {in[0]};
                     options.outfeed_mask = inputs["outfeed_mask"].get<std::vector<bool>>();
                     options.optimizer_function = [&](Tensor, Tensor y) {
                       return OptimizerFunctionOutput{sgd, y};
                     };
                   });
  ASSERT_TRUE(got.is_tuple());
  ASSERT_EQ(got.size(), oracle["expected"]["shape"][0].get<std::size_t>());
  EXPECT_EQ(floats(got[0].leaf()), expected_floats(oracle["expected"]["outfeed"][0]));
}

TEST(Oracle, pipe_constant_input) {
  PIPETTE_ORACLE_CASE(pipe_constant_input);
  const Stage twice = [](Tensor x) { return x * 2.0; };
  const Array got = infer(
      4, {twice, plus_one(), plus_one(), plus_one()}, expected_floats(oracle["inputs"]["inputs"]),
      [&](PipelineOptions& options, const auto&) {
        options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
      });
  EXPECT_EQ(floats(got), expected_floats(oracle["expected"]["outfeed"]));
}

TEST(Oracle, pipe_accumulate_loss) {
  PIPETTE_ORACLE_CASE(pipe_accumulate_loss);
  for (const std::string reduction : oracle["inputs"]["reductions"]) {
    const Variable w("w", Array::scalar(1.0f));
    Sgd sgd(0.01f);
    const Nest<Array> got = run_pipeline(
        4, {times(w), identity(), identity(), identity()},
        expected_floats(oracle["inputs"]["inputs"]),
        [&](PipelineOptions& options, const std::vector<Tensor>& in) {
          options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
          options.inputs = {in[0]};
          options.outfeed_loss = true;
          options.accumulate_outfeed = true;
          options.reduction_method = parse_reduction_method(reduction);
          options.optimizer_function = loss_plus_one(sgd);
        });
    EXPECT_EQ(floats(got.leaf()), expected_floats(oracle["expected"]["outfeed"]));
  }
}

TEST(Oracle, pipe_accumulate_inference) {
  PIPETTE_ORACLE_CASE(pipe_accumulate_inference);
  const Stage pass([](const LoopArguments& in) {
    std::vector<Tensor> out;
    for (std::size_t i = 0; i < in.size(); ++i) out.push_back(in[i]);
    return out;
  });
  const auto count = oracle["inputs"]["G"].get<std::int64_t>();
  for (const std::string key : {"outfeed_one", "outfeed_two"}) {
    const Json& expected = oracle["expected"][key];
    std::vector<float> values;  // sums over the mini-batches, divided by their number
    for (const Json& sum : expected) {
      values.push_back(sum[0].get<float>() / static_cast<float>(count));
    }
    const Nest<Array> got = run_pipeline(
        4, {pass, pass, pass, pass}, values, [&](PipelineOptions& options, const auto&) {
          options.gradient_accumulation_count = count;
          options.accumulate_outfeed = oracle["inputs"]["accumulate_outfeed"];
        });
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(floats(got[i].leaf()), expected_floats(expected[i]));
    }
  }
}

TEST(Oracle, pipe_ga_dtype) {
  PIPETTE_ORACLE_CASE(pipe_ga_dtype);
  ASSERT_EQ(oracle["inputs"]["dtype"], "float32");
  constexpr float kHalfMax = 65504;
  const Variable w("w", Array::scalar(1.0f).cast(DType::f16));
  // Writes the gradient that it gets into a variable of the accumulator's dtype.
  const Variable seen("seen", Array::scalar(0.0f));
  class Recorder : public Sgd {
   public:
    explicit Recorder(const Variable& seen) : seen_(seen) {}
    Operation apply_gradients(const GradientsAndVariables& pairs) override {
      return assign(seen_, pairs.at(0).first);
    }

   private:
    Variable seen_;
  } recorder(seen);
  const Stage first = [&](Tensor x) { return Tensor(w) * cast(x, DType::f16); };
  run_pipeline(4, {first, identity(), identity(), identity()}, {kHalfMax},
               [&](PipelineOptions& options, const auto&) {
                 options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
                 options.gradient_accumulation_dtype = DType::f32;
                 options.reduction_method =
                     parse_reduction_method(oracle["inputs"]["reduction"].get<std::string>());
                 options.optimizer_function = [&](Tensor loss) {
                   return OptimizerFunctionOutput{recorder, loss};
                 };
               });
  EXPECT_EQ(seen.value().item<float>(), oracle["expected"]["accumulated_gradient"].get<float>());
}

TEST(Oracle, pipe_iteration_counter) {
  PIPETTE_ORACLE_CASE(pipe_iteration_counter);
  const Json& inputs = oracle["inputs"];
  for (const int emitting : {0, 1}) {
    System system(1);
    OutfeedQueue outfeed;
    system.run([&](const std::vector<Tensor>&) {
      PipelineOptions options;
      options.gradient_accumulation_count = inputs["G"].get<std::int64_t>();
      options.repeat_count = inputs["repeat_count"];
      options.device_mapping = {inputs["device_mapping"][0].get<int>(),
                                inputs["device_mapping"][1].get<int>()};
      options.pipeline_schedule = PipelineSchedule::sequential;
      options.outfeed_queue = &outfeed;
      pipeline({[] { return iteration_counter(); },
                [&](Tensor x) { return emitting == 0 ? x : iteration_counter(); }},
               options);
    });
    const Array counted = outfeed.dequeue().leaf();
    const auto values = counted.span<std::int32_t>();
    EXPECT_EQ(std::vector<std::int32_t>(values.begin(), values.end()),
              oracle["expected"]["counter"].get<std::vector<std::int32_t>>());
  }
}

}  // namespace
}  // namespace pipette::pipelining
