#include "keras/execution.h"

#include "keras/keras_fixture.h"

namespace pipette::keras {
namespace {

using testing_support::expect_error;
using testing_support::labelled;

// `batches` batches of 2.
Execution plan(std::int64_t batches, const ExecutionRequest& request,
               std::vector<std::string>* log = nullptr) {
  return plan_execution(labelled(2 * batches, 2), request, [&](const std::string& line) {
    if (log != nullptr) log->push_back(line);
  });
}

std::int64_t elements(const Dataset& dataset, std::int64_t limit) {
  const auto iterator = dataset.make_iterator();
  Element element;
  std::int64_t count = 0;
  while (count < limit && iterator->next(element)) ++count;
  return count;
}

TEST(Execution, CutsAnEpochIntoEngineRuns) {
  const Execution e = plan(96, {.epochs = 3, .steps_per_execution = 16, .accumulation = 4});
  EXPECT_EQ(e.steps_per_epoch, 96);
  EXPECT_EQ(e.steps_per_execution, 16);
  EXPECT_EQ(e.executions_per_epoch(), 6);
  EXPECT_EQ(elements(e.dataset, 3 * 96), 3 * 96);
}

TEST(Execution, DealsBatchesOutToReplicas) {
  std::vector<std::string> log;
  const Execution e = plan(13, {.epochs = 2, .steps_per_execution = 3, .replicas = 4}, &log);
  EXPECT_EQ(e.steps_per_epoch, 3);
  ASSERT_EQ(log.size(), 1u);
  EXPECT_THAT(log[0], testing::HasSubstr("the remaining 1 is left out"));
  // The second epoch begins with the first batch again, as the first did.
  const auto iterator = e.dataset.make_iterator();
  Element first, element;
  ASSERT_TRUE(iterator->next(first));
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(iterator->next(element));
  EXPECT_EQ(testing_support::floats(element[0].leaf()), testing_support::floats(first[0].leaf()));
}

TEST(Execution, LeavesOutNothingThatIsTestedOrPredicted) {
  const auto shared = [](std::int64_t batches, std::int64_t replicas) {
    return plan(batches, {.replicas = replicas, .training = false}).steps_per_epoch;
  };
  EXPECT_EQ(shared(12, 4), 3);
  expect_error<ValueError>(
      "3 batches of the dataset cannot be shared out evenly between 2 replicas",
      [&] { shared(3, 2); });
  expect_error<ValueError>("the nearest numbers of batches that can are 12 and 16",
                           [&] { shared(13, 4); });
}

TEST(Execution, AValueForTrainingAndValidationDividesBoth) {
  const auto validation = [](std::int64_t batches, std::int64_t steps_per_execution) {
    return plan(batches,
                {.steps_per_execution = steps_per_execution, .training = false, .beside = 96});
  };
  EXPECT_EQ(validation(32, 16).executions_per_epoch(), 2);
  expect_error<ValueError>(
      "divisor of the number of batches in the validation data, but 16 does not divide 36; a "
      "smaller value that does, and divides the 96 of training too, is 12",
      [&] { validation(36, 16); });
}

TEST(Execution, GoesOnThroughADatasetLongerThanAnEpoch) {
  const Execution e = plan(10, {.steps = 5, .epochs = 2, .steps_per_execution = 5});
  EXPECT_EQ(elements(e.dataset, 100), 10);
  expect_error<ValueError>("does not have enough data",
                           [] { plan(10, {.steps = 5, .epochs = 3}); });
  const std::int64_t huge = std::int64_t{1} << 62;
  expect_error<ValueError>("does not have enough data",
                           [&] { plan(10, {.steps = 5, .epochs = huge}); });
}

TEST(Execution, TruncatesLongExecutionsWithAWarning) {
  std::vector<std::string> log;
  const Execution e = plan(7, {.steps_per_execution = 20}, &log);
  EXPECT_EQ(e.steps_per_execution, 7);
  ASSERT_EQ(log.size(), 1u);
  EXPECT_THAT(log[0], testing::HasSubstr("`steps_per_execution` has been set to 20"));
}

TEST(Execution, RefusesWhatDoesNotFit) {
  expect_error<ValueError>(
      "must be a divisor of the number of batches in the dataset, but 36 does "
      "not divide 96; a smaller value that does is 32",
      [] { plan(96, {.steps_per_execution = 36}); });
  expect_error<RuntimeError>(
      "The pipelined model has been configured to use gradient accumulation",
      [] { plan(96, {.steps_per_execution = 8, .accumulation = 3, .pipelined = true}); });
  expect_error<RuntimeError>("the nearest valid value is 6",
                             [] { plan(96, {.steps_per_execution = 8, .accumulation = 3}); });
  expect_error<ValueError>("Make sure the dataset contains at least 4 batches",
                           [] { plan(3, {.replicas = 4}); });
  expect_error<ValueError>("the steps must be at least 1", [] { plan(3, {.steps = 0}); });
  expect_error<ValueError>("Could not infer the size of the data",
                           [] { plan_execution(labelled(8, 2).repeat(), {}, {}); });
  expect_error<ValueError>(
      "partial batch", [] { plan_execution(labelled(7, 2, /*drop_remainder=*/false), {}, {}); });
}

TEST(Execution, FindsAValidValueForHugeSteps) {
  const std::int64_t huge = (std::int64_t{1} << 61) - 1;  // a prime
  expect_error<ValueError>("a smaller value that does is 3", [&] {
    plan_execution(labelled(8, 2).repeat(), {.steps = huge - 1, .steps_per_execution = huge - 4},
                   {});
  });
}

TEST(Execution, CountsReplicas) {
  EXPECT_EQ(replication_factor(4, 1), 4);
  EXPECT_EQ(replication_factor(8, 3), 2);
  expect_error<ValueError>(
      "Current device has 2 IPUs attached, however the current model requires a multiple of 4",
      [] { replication_factor(2, 3); });
}

}  // namespace
}  // namespace pipette::keras
