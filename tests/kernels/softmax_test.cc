#include "kernels/softmax.h"

#include <algorithm>

#include "core/error.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

struct Problem {
  std::int64_t rows, classes;
  std::vector<float> logits;
  std::vector<std::int32_t> labels;

  Problem(std::int64_t rows_, std::int64_t classes_)
      : rows(rows_), classes(classes_), logits(random_floats(rows * classes, "logits", -4, 4)) {
    RandomStream random(9, "labels");
    for (std::int64_t r = 0; r < rows; ++r) {
      labels.push_back(
          static_cast<std::int32_t>(random.uniform_int(static_cast<std::uint32_t>(classes))));
    }
  }
  std::size_t size() const { return logits.size(); }
};

// In double, from the definition.
std::vector<double> exact_softmax(const Problem& p) {
  std::vector<double> result;
  for (std::int64_t r = 0; r < p.rows; ++r) {
    const float* x = p.logits.data() + r * p.classes;
    double sum = 0;
    for (std::int64_t j = 0; j < p.classes; ++j) sum += std::exp(static_cast<double>(x[j]));
    for (std::int64_t j = 0; j < p.classes; ++j) {
      result.push_back(std::exp(static_cast<double>(x[j])) / sum);
    }
  }
  return result;
}

TEST(Softmax, MatchesTheDefinitionAndRowsSumToOne) {
  for (const std::int64_t classes : {1, 2, 9, 10, 33}) {
    const Problem p(7, classes);
    const std::vector<double> exact = exact_softmax(p);
    std::vector<float> y(p.size());
    softmax(p.logits.data(), p.rows, classes, y.data());
    for (std::size_t i = 0; i < y.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(y[i]), exact[i], 4e-7 * exact[i] + 1e-12);
    }
  }
}

TEST(Softmax, SurvivesHugeLogitsAndAliasing) {
  std::vector<float> x = {1000, 999, -1000, -3000, -3000, -3000};
  softmax(x.data(), 2, 3, x.data());
  EXPECT_NEAR(static_cast<double>(x[0]), 0.7310586, 1e-6);
  EXPECT_EQ(x[2], 0.0f);
  EXPECT_NEAR(static_cast<double>(x[5]), 1.0 / 3, 1e-7);
}

TEST(Softmax, GradientMatchesFiniteDifferences) {
  const Problem p(3, 5);
  const auto upstream = random_floats(15, "upstream");
  std::vector<float> y(15);
  std::vector<float> gradient(15);
  softmax(p.logits.data(), 3, 5, y.data());
  softmax_gradient(y.data(), upstream.data(), 3, 5, gradient.data());
  for (std::size_t i = 0; i < 15; ++i) {
    const auto objective = [&](float delta) {
      Problem moved = p;
      moved.logits[i] += delta;
      const std::vector<double> s = exact_softmax(moved);
      double total = 0;
      for (std::size_t j = 0; j < 15; ++j) total += s[j] * static_cast<double>(upstream[j]);
      return total;
    };
    const double numeric = (objective(1e-2f) - objective(-1e-2f)) / 2e-2;
    EXPECT_NEAR(static_cast<double>(gradient[i]), numeric, 2e-5);
  }
}

double exact_mean_loss(const Problem& p) {
  const std::vector<double> s = exact_softmax(p);
  double total = 0;
  for (std::int64_t r = 0; r < p.rows; ++r) {
    const auto at = r * p.classes + p.labels[static_cast<std::size_t>(r)];
    total -= std::log(s[static_cast<std::size_t>(at)]);
  }
  return total / static_cast<double>(p.rows);
}

TEST(CrossEntropy, LossesAndGradientMatchTheDefinition) {
  const Problem p(6, 10);
  std::vector<float> losses(6);
  std::vector<float> gradient(p.size());
  std::vector<float> probabilities(p.size());
  float mean = 0;
  softmax_cross_entropy(p.logits.data(), p.labels.data(), 6, 10,
                        {.probabilities = probabilities.data(),
                         .losses = losses.data(),
                         .mean_loss = &mean,
                         .gradient = gradient.data(),
                         .gradient_scale = 1.0f / 6});
  EXPECT_NEAR(static_cast<double>(mean), exact_mean_loss(p), 1e-6);
  double sum = 0;
  for (const float loss : losses) sum += static_cast<double>(loss);
  EXPECT_NEAR(sum / 6, static_cast<double>(mean), 1e-6);
  const std::vector<double> exact = exact_softmax(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(probabilities[i]), exact[i], 1e-6);
    Problem up = p;
    Problem down = p;
    up.logits[i] += 1e-2f;
    down.logits[i] -= 1e-2f;
    const double numeric = (exact_mean_loss(up) - exact_mean_loss(down)) / 2e-2;
    EXPECT_NEAR(static_cast<double>(gradient[i]), numeric, 2e-5);
  }
}

// Each output is the same whichever others are asked for, and in place.
TEST(CrossEntropy, OutputsDoNotDependOnEachOther) {
  const Problem p(5, 10);
  const auto row_scale = random_floats(5, "row scale");
  std::vector<float> all_p(50), all_g(50), all_l(5), only_p(50), only_g(50), only_l(5);
  float all_mean = 0;
  float only_mean = 0;
  const auto run = [&](const CrossEntropyOutputs& outputs, const std::vector<float>& logits) {
    softmax_cross_entropy(logits.data(), p.labels.data(), 5, 10, outputs);
  };
  run({all_p.data(), all_l.data(), &all_mean, all_g.data(), 0.2f, row_scale.data()}, p.logits);
  run({.probabilities = only_p.data()}, p.logits);
  run({.losses = only_l.data()}, p.logits);
  run({.mean_loss = &only_mean}, p.logits);
  only_g = p.logits;
  run({.gradient = only_g.data(), .gradient_scale = 0.2f, .row_scale = row_scale.data()}, only_g);
  expect_same_bits(all_p, only_p, "probabilities");
  expect_same_bits(all_l, only_l, "losses");
  expect_same_bits(all_g, only_g, "gradient, in place");
  EXPECT_EQ(all_mean, only_mean);
  std::vector<float> unfused(50);
  softmax(p.logits.data(), 5, 10, unfused.data());
  expect_same_bits(all_p, unfused, "softmax");
  softmax_cross_entropy_gradient(all_p.data(), p.labels.data(), 5, 10, 0.2f, row_scale.data(),
                                 unfused.data());
  expect_same_bits(all_g, unfused, "gradient from probabilities");
}

TEST(CrossEntropy, SameBitsUnderEverySet) {
  for (const std::int64_t classes : {1, 3, 10, 17, 40}) {
    const Problem p(13, classes);
    expect_same_under_every_set("cross-entropy of " + std::to_string(classes), [&] {
      std::vector<float> out(p.size() * 2 + 14);
      float* probabilities = out.data() + p.size();
      softmax_cross_entropy(p.logits.data(), p.labels.data(), 13, classes,
                            {.probabilities = probabilities,
                             .losses = probabilities + p.size(),
                             .mean_loss = probabilities + p.size() + 13,
                             .gradient = out.data()});
      return out;
    });
  }
}

TEST(CrossEntropy, NamesTheRowAndLabelThatIsOutOfRange) {
  const Problem p(3, 4);
  std::vector<float> out(12, 7.0f);
  for (const std::int32_t bad : {-1, 4}) {
    const std::int32_t labels[3] = {0, 1, bad};
    try {
      softmax_cross_entropy(p.logits.data(), labels, 3, 4, {.gradient = out.data()});
      FAIL();
    } catch (const InvalidArgument& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("label " + std::to_string(bad)), std::string::npos) << message;
      EXPECT_NE(message.find("row 2"), std::string::npos) << message;
    }
  }
  EXPECT_EQ(out[0], 7.0f);  // nothing was written
  EXPECT_THROW(softmax(p.logits.data(), 3, 0, out.data()), InvalidArgument);
}

TEST(CrossEntropy, FromProbabilitiesClipsAsKeras) {
  const float p[9] = {0.5f, 0.25f, 0.25f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f, 0.0f};
  const std::int32_t labels[3] = {1, 0, 1};
  float losses[3];
  sparse_categorical_crossentropy(p, labels, 3, 3, losses);
  EXPECT_NEAR(static_cast<double>(losses[0]), std::log(4.0), 1e-6);
  EXPECT_NEAR(static_cast<double>(losses[1]), -std::log(1e-7), 1e-5);
  EXPECT_NEAR(static_cast<double>(losses[2]), -std::log(static_cast<double>(1.0f - 1e-7f)), 1e-9);
  const float upstream[3] = {2, 1, 1};
  float gradient[9];
  sparse_categorical_crossentropy_gradient(p, labels, upstream, 3, 3, gradient);
  const float expected[9] = {0, -8, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 9; ++i) EXPECT_EQ(gradient[i], expected[i]) << i;
}

TEST(CrossEntropy, UnfusedPiecesAgreeWithTheFusedLoss) {
  const Problem p(8, 10);
  std::vector<float> probabilities(80), unfused(8), fused(8), d_p(80), d_x(80), d_fused(80);
  softmax(p.logits.data(), 8, 10, probabilities.data());
  sparse_categorical_crossentropy(probabilities.data(), p.labels.data(), 8, 10, unfused.data());
  const std::vector<float> ones(8, 1.0f);
  sparse_categorical_crossentropy_gradient(probabilities.data(), p.labels.data(), ones.data(), 8,
                                           10, d_p.data());
  softmax_gradient(probabilities.data(), d_p.data(), 8, 10, d_x.data());
  softmax_cross_entropy(p.logits.data(), p.labels.data(), 8, 10,
                        {.losses = fused.data(), .gradient = d_fused.data()});
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(static_cast<double>(fused[i]), static_cast<double>(unfused[i]), 2e-6);
  }
  for (std::size_t i = 0; i < 80; ++i) {
    EXPECT_NEAR(static_cast<double>(d_fused[i]), static_cast<double>(d_x[i]), 2e-6);
  }
}

}  // namespace
}  // namespace pipette::kernels
