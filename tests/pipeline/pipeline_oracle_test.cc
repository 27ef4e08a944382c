// The published cases on pipelines, each named by its id.
#include "oracle.h"
#include "pipeline/pipeline_fixture.h"

namespace pipette::pipelining {
namespace {

using loops::LoopArguments;
using pipette::testing_support::Json;
using testing_support::all_schedules;
using testing_support::floats;
using testing_support::System;

std::vector<float> expected_floats(const Json& list) { return list.get<std::vector<float>>(); }

// Stage k of four that pass one value on.
Stage plus_one() {
  return [](Tensor x) { return x + 1.0; };
}
Stage identity() {
  return [](Tensor x) { return x; };
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
  System system(4);
  OutfeedQueue outfeed;
  const auto pass = [](Tensor x) { return x; };
  system.run(
      [&](const std::vector<Tensor>& in) {
        PipelineOptions options;
        options.gradient_accumulation_count = inputs["G"].get<std::int64_t>();
        options.inputs = {in[1]};
        options.outfeed_queue = &outfeed;
        options.outfeed_loss = inputs["outfeed_loss"];
        options.optimizer_function = [&](Tensor x) {
          return OptimizerFunctionOutput{sgd, x + 1.0};
        };
        pipeline({[&](Tensor x) { return Tensor(w) * x; }, pass, pass, pass}, options);
      },
      expected_floats(inputs["inputs"]));
  EXPECT_EQ(floats(outfeed.dequeue().leaf()), expected_floats(oracle["expected"]["outfeed"]));
}

TEST(Oracle, pipe_outfeed_mask) {
  PIPETTE_ORACLE_CASE(pipe_outfeed_mask);
  const Json& inputs = oracle["inputs"];
  const Variable w("w", Array::scalar(1.0f));
  Sgd sgd(0.01f);
  System system(4);
  OutfeedQueue outfeed;
  const auto stage = [](Tensor x, Tensor y) { return std::vector<Tensor>{x, y + 1.0}; };
  system.run(
      [&](const std::vector<Tensor>& in) {
        PipelineOptions options;
        options.gradient_accumulation_count = inputs["G"].get<std::int64_t>();
        options.inputs = {in[0]};
        options.outfeed_queue = &outfeed;
        options.outfeed_mask = inputs["outfeed_mask"].get<std::vector<bool>>();
        options.optimizer_function = [&](Tensor, Tensor y) {
          return OptimizerFunctionOutput{sgd, y};
        };
        pipeline({[&](Tensor x) {
                    return std::vector<Tensor>{x, Tensor(w) * x};
                  },
                  stage, stage, stage},
                 options);
      },
      expected_floats(inputs["inputs"]));
  const Nest<Array> got = outfeed.dequeue();
  ASSERT_TRUE(got.is_tuple());
  ASSERT_EQ(got.size(), oracle["expected"]["shape"][0].get<std::size_t>());
  EXPECT_EQ(floats(got[0].leaf()), expected_floats(oracle["expected"]["outfeed"][0]));
}

TEST(Oracle, pipe_constant_input) {
  PIPETTE_ORACLE_CASE(pipe_constant_input);
  System system(4);
  OutfeedQueue outfeed;
  system.run(
      [&](const std::vector<Tensor>& in) {
        PipelineOptions options;
        options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
        options.inputs = {in[0]};
        options.outfeed_queue = &outfeed;
        pipeline({[](Tensor x) { return x * 2.0; }, plus_one(), plus_one(), plus_one()}, options);
      },
      expected_floats(oracle["inputs"]["inputs"]));
  EXPECT_EQ(floats(outfeed.dequeue().leaf()), expected_floats(oracle["expected"]["outfeed"]));
}

TEST(Oracle, pipe_accumulate_loss) {
  PIPETTE_ORACLE_CASE(pipe_accumulate_loss);
  for (const std::string reduction : oracle["inputs"]["reductions"]) {
    const Variable w("w", Array::scalar(1.0f));
    Sgd sgd(0.01f);
    System system(4);
    OutfeedQueue outfeed;
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          options.outfeed_loss = true;
          options.accumulate_outfeed = true;
          options.reduction_method = parse_reduction_method(reduction);
          options.optimizer_function = [&](Tensor x) {
            return OptimizerFunctionOutput{sgd, x + 1.0};
          };
          pipeline({[&](Tensor x) { return Tensor(w) * x; }, identity(), identity(), identity()},
                   options);
        },
        expected_floats(oracle["inputs"]["inputs"]));
    EXPECT_EQ(floats(outfeed.dequeue().leaf()), expected_floats(oracle["expected"]["outfeed"]));
  }
}

TEST(Oracle, pipe_accumulate_inference) {
  PIPETTE_ORACLE_CASE(pipe_accumulate_inference);
  for (const std::string key : {"outfeed_one", "outfeed_two"}) {
    const Json& expected = oracle["expected"][key];
    System system(4);
    OutfeedQueue outfeed;
    const Stage pass([](const LoopArguments& in) {
      std::vector<Tensor> out;
      for (std::size_t i = 0; i < in.size(); ++i) out.push_back(in[i]);
      return out;
    });
    std::vector<float> values;  // sums over the mini-batches, divided by their number
    const auto count = oracle["inputs"]["G"].get<std::int64_t>();
    for (const Json& sum : expected) {
      values.push_back(sum[0].get<float>() / static_cast<float>(count));
    }
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = count;
          options.inputs = in;
          options.outfeed_queue = &outfeed;
          options.accumulate_outfeed = oracle["inputs"]["accumulate_outfeed"];
          pipeline({pass, pass, pass, pass}, options);
        },
        values);
    const Nest<Array> got = outfeed.dequeue();
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
  const auto half = [](float x) { return Array::scalar(x).cast(DType::f16); };
  const Variable w("w", half(1));
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
  System system(4);
  OutfeedQueue outfeed;
  system.run(
      [&](const std::vector<Tensor>& in) {
        PipelineOptions options;
        options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
        options.gradient_accumulation_dtype = DType::f32;
        options.reduction_method = parse_reduction_method(oracle["inputs"]["reduction"]);
        options.inputs = {in[0]};
        options.outfeed_queue = &outfeed;
        options.optimizer_function = [&](Tensor loss) {
          return OptimizerFunctionOutput{recorder, loss};
        };
        pipeline({[&](Tensor x) { return Tensor(w) * cast(x, DType::f16); }, identity(), identity(),
                  identity()},
                 options);
      },
      {kHalfMax});
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
