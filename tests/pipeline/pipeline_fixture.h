// Running a traced pipeline on a machine with as many IPUs as it needs.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "pipeline/pipeline.h"
#include "program/strategy.h"

namespace pipette::pipelining::testing_support {

inline DeviceConfig with_ipus(int num_ipus) {
  DeviceConfig config;
  config.num_ipus = num_ipus;
  return config;
}

struct System {
  explicit System(int num_ipus) : System(with_ipus(num_ipus)) {}
  explicit System(const DeviceConfig& device) : machine(device) {}
  Machine machine;
  Strategy strategy{machine};

  // One engine run of a function that takes these scalars.
  template <class F>
  void run(F body, const std::vector<float>& arguments = {}) {
    const Function function("pipelined", [&](const Nest<Tensor>& in) { body(in.flatten()); });
    std::vector<Nest<Array>> values;
    for (const float value : arguments) values.emplace_back(Array::scalar(value));
    strategy.run(function, Nest<Array>::tuple(values));
  }
};

// One run of a pipeline of 4 mini-batches on `num_ipus` IPUs, with the scalars as its inputs; `set`
// changes the options and may use the scalars. What the outfeed got.
template <class F>
Nest<Array> run_pipeline(int num_ipus, const std::vector<Stage>& stages,
                         const std::vector<float>& scalars, F set) {
  System system(num_ipus);
  OutfeedQueue outfeed;
  system.run(
      [&](const std::vector<Tensor>& in) {
        PipelineOptions options;
        options.gradient_accumulation_count = std::int64_t{4};
        options.inputs = in;
        options.outfeed_queue = &outfeed;
        set(options, in);
        pipeline(stages, options);
      },
      scalars);
  return outfeed.dequeue();
}

// The same of an inference pipeline with one input, the first scalar, and one output.
template <class F>
Array infer(int num_ipus, const std::vector<Stage>& stages, const std::vector<float>& scalars,
            F set) {
  const auto set_all = [&](PipelineOptions& options, const std::vector<Tensor>& in) {
    options.inputs = {in[0]};
    set(options, in);
  };
  return run_pipeline(num_ipus, stages, scalars, set_all).leaf();
}

inline const std::vector<PipelineSchedule>& all_schedules() {
  static const std::vector<PipelineSchedule> schedules{
      PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential};
  return schedules;
}

inline std::vector<float> floats(const Array& array) {
  const auto values = array.span<float>();
  return {values.begin(), values.end()};
}

template <class E, class F>
void expect_error(const std::string& part, F&& f) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown, but \"" << part << "\" was expected";
  } catch (const E& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
  }
}

}  // namespace pipette::pipelining::testing_support
