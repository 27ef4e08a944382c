// Whole trainings of 10,000 steps: what an independent framework reaches, and what the generated
// digits are worth.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "session/session.h"

namespace pipette {
namespace {

std::optional<ImageData> real_mnist() {
  const std::string folder = std::string(PIPETTE_SHARED_DIR) + "/data/mnist";
  if (!std::filesystem::exists(folder)) return std::nullopt;
#if defined(__EMSCRIPTEN__)
  return std::nullopt;  // the files are gzipped, and a page unpacks with DecompressionStream
#else
  return ImageData::from_sets("mnist", load_mnist_directory(folder));
#endif
}

TEST(Accuracy, RealMnist) {
  const auto mnist = real_mnist();
  if (!mnist) GTEST_SKIP() << "real MNIST is not here";
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.data = "mnist";
  Session session(e, *mnist);
  session.advance(Budget::unlimited());
  const Summary summary = session.summary();
  RecordProperty("test_accuracy", std::to_string(summary.test_accuracy));
  EXPECT_GE(summary.test_accuracy, 0.935);
  EXPECT_LE(summary.test_accuracy, 0.945);
  EXPECT_GE(summary.mean_loss_last_500, 0.20);
  EXPECT_LE(summary.mean_loss_last_500, 0.23);
  EXPECT_NEAR(summary.modelled_seconds, 14.621, 0.02 * 14.621);
}

TEST(Accuracy, GeneratedDigits) {
  Session session(Experiment::defaults("mnist-with-feeds"));
  session.advance(Budget::unlimited());
  const double on_generated = session.summary().test_accuracy;
  EXPECT_GE(on_generated, 0.90);
  EXPECT_LE(on_generated, 0.98);

  const auto mnist = real_mnist();
  if (!mnist) GTEST_SKIP() << "real MNIST is not here: only the generated test digits were tried";
  std::int64_t correct = 0;
  for (std::int64_t begin = 0; begin < mnist->test_count(); begin += 1000) {
    const LabelledImages part = mnist->test(begin, begin + 1000);
    const Array p = session.evaluator().predict(part.images);
    for (std::int64_t i = 0; i < 1000; ++i) {
      const float* row = p.data<float>() + i * 10;
      correct += std::max_element(row, row + 10) - row == part.labels.data<std::uint8_t>()[i];
    }
  }
  const double on_real = static_cast<double>(correct) / static_cast<double>(mnist->test_count());
  RecordProperty("on_generated", std::to_string(on_generated));
  RecordProperty("on_real", std::to_string(on_real));
  EXPECT_GE(on_real, 0.85);
}

}  // namespace
}  // namespace pipette
