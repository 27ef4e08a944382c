// What outfeed queues hold in the host's memory, by the number of their elements.
#include <gtest/gtest.h>

#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

// All that one engine run brings waits until its end.
std::int64_t bytes_of_a_run(const Session& session) {
  const Experiment& e = session.experiment();
  std::int64_t bytes = 4 * e.num_mini_batches() / e.num_runs();  // losses
  for (const OutfedTensor& tensor : session.observed().record().outfed) {
    bytes += static_cast<std::int64_t>(tensor.history.latest().num_bytes());
  }
  return bytes;
}

RunStatus at_the_end(const Experiment& experiment, std::int64_t* of_a_run = nullptr) {
  Session session(experiment);
  EXPECT_EQ(session.status().most_held_bytes, 0);
  session.advance(Budget::unlimited());
  if (of_a_run != nullptr) *of_a_run = bytes_of_a_run(session);
  return session.status();
}

TEST(OutfedMemory, IsThatOfTheElementsOfARun) {
  for (const char* name : {"inspect-model", "inspect-pipelined"}) {
    std::int64_t of_a_run = 0;
    const RunStatus status = at_the_end(least_work_of(name), &of_a_run);
    EXPECT_EQ(status.held_bytes, 0) << name << ": all was dequeued";
    EXPECT_EQ(status.most_held_bytes, of_a_run) << name;
  }
}

// "Use a small value for the gradient accumulation count to mitigate this."
TEST(OutfedMemory, GrowsWithTheAccumulationCountAndTheStepsOfARunAndIsSavedByFilters) {
  Experiment e = least_work_of("inspect-pipelined");
  e.inspection.gradients_filters = {"no_such_tensor"};
  e.inspection.activations_filters = {"none"};
  e.pipeline.gradient_accumulation_count = 4;
  const std::int64_t small = at_the_end(e).most_held_bytes;
  Experiment larger = e;
  larger.pipeline.gradient_accumulation_count = 12;
  EXPECT_EQ(at_the_end(larger).most_held_bytes, 3 * small);
  Experiment longer = e;
  longer.training.steps_per_execution *= 2;
  EXPECT_EQ(at_the_end(longer).most_held_bytes, 2 * small);
  Experiment filtered = e;
  filtered.inspection.activations_filters = {"dense2"};
  EXPECT_LT(at_the_end(filtered).most_held_bytes, small);
}

TEST(OutfedMemory, IsSeenWhileARunGoesOn) {
  Session session(least_work_of("inspect-model"));
  std::int64_t seen = 0;
  while (!session.advance(Budget::instructions(5))) {
    const RunStatus status = session.status();
    EXPECT_LE(status.held_bytes, status.most_held_bytes);
    EXPECT_GE(status.held_bytes, status.outfeed.held_bytes) << "the losses are among them";
    seen = std::max(seen, status.held_bytes);
  }
  EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace pipette
