// What an optimizer enqueues: gradients of mini-batches in compute_gradients, of weight updates in
// apply_gradients.
#include "graph/ops.h"
#include "keras/keras_fixture.h"

namespace pipette::keras {
namespace {

using testing_support::floats;
using testing_support::labelled;
using testing_support::System;

class Recording : public OptimizerWrapper {
 public:
  Recording(std::shared_ptr<Optimizer> inner, OutfeedQueue* computed, OutfeedQueue* applied)
      : OptimizerWrapper(std::move(inner)), computed_(computed), applied_(applied) {}

  GradientsAndVariables compute_gradients(const Tensor& loss,
                                          const std::vector<Variable>& variables) override {
    const GradientsAndVariables pairs = inner().compute_gradients(loss, variables);
    enqueue(pairs, *computed_);
    return pairs;
  }
  Operation apply_gradients(const GradientsAndVariables& pairs) override {
    enqueue(pairs, *applied_);
    return inner().apply_gradients(pairs);
  }

 private:
  static void enqueue(const GradientsAndVariables& pairs, OutfeedQueue& queue) {
    std::vector<Nest<Tensor>::Entry> entries;
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
      entries.emplace_back(pair->second.name() + "_grad", pair->first);
    }
    queue.enqueue(Nest<Tensor>::dict(entries));
  }

  OutfeedQueue* computed_;
  OutfeedQueue* applied_;
};

struct Recorded {
  Nest<Array> computed, applied;
  std::vector<float> weights;
};

// Two epochs of 24 mini-batches, six of them a weight update.
Recorded record(const std::vector<StageNumber>& stages, int num_ipus) {
  System system(num_ipus);
  OutfeedQueue computed, applied;
  Sequential model({flatten(), dense(16, relu, "a"), dense(8, relu, "b"), dense(5, softmax, "c")},
                   {.strategy = &system.strategy});
  if (stages.empty()) {
    model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = 6});
  } else {
    model.set_pipeline_stage_assignment(stages);
    model.set_pipelining_options(
        {.gradient_accumulation_steps_per_replica = 6,
         .pipeline = {.pipeline_schedule = pipelining::PipelineSchedule::interleaved}});
  }
  model.compile({.optimizer = std::make_shared<Recording>(sgd(), &computed, &applied),
                 .loss = "sparse_categorical_crossentropy",
                 .steps_per_execution = 12});
  model.fit(labelled(96, 4), {.epochs = 2});
  return {computed.dequeue(), applied.dequeue(), testing_support::weights(model)};
}

TEST(Recording, SeesGradientsOfMiniBatchesAndOfUpdates) {
  for (const auto& [stages, ipus] : std::vector<std::pair<std::vector<StageNumber>, int>>{
           {{}, 1}, {{0, 0, 1, 1}, 2}, {{0, 0, 1, 2}, 4}}) {
    SCOPED_TRACE(stages.size());
    const Recorded recorded = record(stages, ipus);
    for (const char* name : {"a/kernel:0_grad", "b/bias:0_grad", "c/kernel:0_grad"}) {
      const Array computed = recorded.computed[name].leaf();
      const Array applied = recorded.applied[name].leaf();
      ASSERT_EQ(computed.shape()[0], 48);
      ASSERT_EQ(applied.shape()[0], 8);
      const std::vector<float> parts = floats(computed), sums = floats(applied);
      const std::size_t size = sums.size() / 8;
      for (std::size_t update = 0; update < 8; ++update) {
        for (std::size_t i = 0; i < size; ++i) {
          float sum = 0;
          for (std::size_t k = 0; k < 6; ++k) sum += parts[(6 * update + k) * size + i];
          ASSERT_EQ(sum, sums[update * size + i]) << name << " " << update << " " << i;
        }
      }
    }
  }
}

TEST(Recording, IsTheSameInPipelines) {
  const Recorded plain = record({}, 1);
  const Recorded piped = record({0, 0, 1, 2}, 4);
  EXPECT_EQ(piped.weights, plain.weights);
  for (const NestKey& key : plain.computed.keys()) {
    EXPECT_EQ(floats(piped.computed.at(key).leaf()), floats(plain.computed.at(key).leaf()));
    EXPECT_EQ(floats(piped.applied.at(key).leaf()), floats(plain.applied.at(key).leaf()));
  }
}

}  // namespace
}  // namespace pipette::keras
