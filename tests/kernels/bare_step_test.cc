// Training by bare kernels: it learns, its gradients are right, and its bits are golden.
#include "benchmarks/bare_step.h"

#include "golden/bare_step.h"
#include "kernels/kernel_testing.h"

namespace pipette::benchmarks {
namespace {

constexpr int kSteps = 300;

TEST(BareStep, GoldenWeightsAfterThreeHundredStepsUnderEverySet) {
  const SyntheticBatches data(784, 10, 50);
  kernels::under_every_set([&] {
    BareStep step(784, 128, 10, 1);
    float first = 0;
    float last = 0;
    for (int i = 0; i < kSteps; ++i) {
      last = step.run(data.image_batch(i), data.label_batch(i), SyntheticBatches::kBatch, 0.05f);
      if (i == 0) first = last;
    }
    EXPECT_GT(first, 1.5f);
    EXPECT_LT(last, 0.3f);
    EXPECT_EQ(step.weights.hash(), golden::kBareStepWeights);
  });
}

// A step of SGD moves each weight by -rate times the gradient: compare with the loss's differences.
TEST(BareStep, UpdatesFollowFiniteDifferencesOfTheLoss) {
  const SyntheticBatches data(20, 3, 1);
  const auto loss_at = [&](const MlpWeights& weights) {
    BareStep step(20, 8, 3, 1);
    step.weights = weights;
    return static_cast<double>(
        step.run(data.image_batch(0), data.label_batch(0), SyntheticBatches::kBatch, 0.0f));
  };
  BareStep step(20, 8, 3, 1);
  const MlpWeights start = step.weights;
  constexpr float kRate = 0.5f;
  step.run(data.image_batch(0), data.label_batch(0), SyntheticBatches::kBatch, kRate);
  const auto check = [&](std::vector<float> MlpWeights::*part, std::size_t i) {
    MlpWeights up = start;
    MlpWeights down = start;
    (up.*part)[i] += 2e-3f;
    (down.*part)[i] -= 2e-3f;
    const double numeric = (loss_at(up) - loss_at(down)) / 4e-3;
    const double moved = static_cast<double>((start.*part)[i] - (step.weights.*part)[i]) /
                         static_cast<double>(kRate);
    EXPECT_NEAR(moved, numeric, 1e-3) << i;
  };
  for (std::size_t i = 0; i < start.w1.size(); i += 7) check(&MlpWeights::w1, i);
  for (std::size_t i = 0; i < start.b1.size(); ++i) check(&MlpWeights::b1, i);
  for (std::size_t i = 0; i < start.w2.size(); ++i) check(&MlpWeights::w2, i);
  for (std::size_t i = 0; i < start.b2.size(); ++i) check(&MlpWeights::b2, i);
}

}  // namespace
}  // namespace pipette::benchmarks
