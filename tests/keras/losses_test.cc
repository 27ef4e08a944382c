#include "keras/losses.h"

#include <cmath>

#include "graph/gradient.h"
#include "graph/ops.h"
#include "keras/keras_fixture.h"
#include "run_function.h"

namespace pipette::keras {
namespace {

using pipette::testing_support::run_function;
using testing_support::expect_error;
using testing_support::floats;
using Values = std::vector<Tensor>;

constexpr std::int64_t kRows = 6, kClasses = 4;

Array random_values(const Shape& shape, const char* name, float low, float high) {
  RandomStream random(11, name);
  Array values(ArraySpec{DType::f32, shape});
  for (float& v : values.span<float>()) v = random.uniform(low, high);
  return values;
}

// Rows that sum to 1.
Array distributions(const char* name) {
  Array values = random_values({kRows, kClasses}, name, 0.05f, 1);
  for (std::int64_t r = 0; r < kRows; ++r) {
    float* row = values.data<float>() + r * kClasses;
    float sum = 0;
    for (std::int64_t c = 0; c < kClasses; ++c) sum += row[c];
    for (std::int64_t c = 0; c < kClasses; ++c) row[c] /= sum;
  }
  return values;
}

float value_of(const Loss& loss, const Array& labels, const Array& y) {
  return run_function([&](const Values& in) { return Values{loss(in[0], in[1])}; }, {labels, y})[0]
      .item<float>();
}

double naive_crossentropy(const Array& labels, const Array& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum -= static_cast<double>(labels.data<float>()[i]) *
           std::log(static_cast<double>(p.data<float>()[i]));
  }
  return sum / kRows;
}

Array naive_softmax(const Array& logits) {
  Array p = logits.clone();
  for (std::int64_t r = 0; r < kRows; ++r) {
    float* row = p.data<float>() + r * kClasses;
    double sum = 0;
    const double top = *std::max_element(row, row + kClasses);
    for (std::int64_t c = 0; c < kClasses; ++c) sum += std::exp(static_cast<double>(row[c]) - top);
    for (std::int64_t c = 0; c < kClasses; ++c) {
      row[c] = static_cast<float>(std::exp(static_cast<double>(row[c]) - top) / sum);
    }
  }
  return p;
}

TEST(Losses, CategoricalCrossentropy) {
  const Array labels = distributions("labels"), p = distributions("p");
  const Array logits = random_values({kRows, kClasses}, "logits", -9, 9);
  EXPECT_NEAR(value_of("categorical_crossentropy", labels, p), naive_crossentropy(labels, p), 1e-5);
  EXPECT_NEAR(value_of(losses::categorical_crossentropy(true), labels, logits),
              naive_crossentropy(labels, naive_softmax(logits)), 1e-4);
}

TEST(Losses, CategoricalCrossentropyOfASoftmaxComesFromTheLogits) {
  Array logits = random_values({kRows, kClasses}, "logits", -1, 1);
  logits.data<float>()[0] = -200;  // whose probability is 0 in float
  Array labels = Array::zeros(DType::f32, {kRows, kClasses});
  for (std::int64_t r = 0; r < kRows; ++r) labels.data<float>()[r * kClasses] = 1;
  const Loss loss("categorical_crossentropy");
  const float got =
      run_function([&](const Values& in) { return Values{loss(in[0], pipette::softmax(in[1]))}; },
                   {labels, logits})[0]
          .item<float>();
  EXPECT_FLOAT_EQ(got, value_of(losses::categorical_crossentropy(true), labels, logits));
  EXPECT_GT(got, 200.0f / kRows);  // clipped probabilities could not give more than 16 / rows
}

TEST(Losses, SparseLabelsAreOneHotOnes) {
  const Array logits = random_values({kRows, kClasses}, "logits", -3, 3);
  Array one_hot = Array::zeros(DType::f32, {kRows, kClasses});
  Array classes(ArraySpec{DType::i32, Shape{kRows}});
  for (std::int64_t r = 0; r < kRows; ++r) {
    classes.data<std::int32_t>()[r] = static_cast<std::int32_t>(r % kClasses);
    one_hot.data<float>()[r * kClasses + r % kClasses] = 1;
  }
  const float wanted = value_of(losses::categorical_crossentropy(true), one_hot, logits);
  const Loss sparse = losses::sparse_categorical_crossentropy(true);
  EXPECT_NEAR(value_of(sparse, classes, logits), wanted, 1e-5);
  // As the pipelining and tensor inspection tutorial gives them, and as columns.
  EXPECT_NEAR(value_of(sparse, classes.cast(DType::f32), logits), wanted, 1e-5);
  EXPECT_NEAR(value_of(sparse, classes.reshape({kRows, 1}), logits), wanted, 1e-5);
  const Array p = naive_softmax(logits);
  EXPECT_NEAR(value_of("sparse_categorical_crossentropy", classes, p), wanted, 1e-5);
}

TEST(Losses, MeanSquaredError) {
  const Array labels = random_values({kRows, 2, 3}, "labels", -1, 1);
  const Array y = random_values({kRows, 2, 3}, "y", -1, 1);
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double d = static_cast<double>(y.data<float>()[i] - labels.data<float>()[i]);
    sum += d * d;
  }
  EXPECT_NEAR(value_of("mse", labels, y), sum / static_cast<double>(y.size()), 1e-6);
  // One number a row: labels may be a list.
  const Array column = random_values({kRows, 1}, "column", -1, 1);
  EXPECT_EQ(value_of("mean_squared_error", column.reshape({kRows}), column), 0.0f);
}

TEST(Losses, CategoricalCrossentropyKeepsItsDigitsWhenLogitsAreLarge) {
  const Array logits = Array::of<float>({1, 3}, {1000, 1001, 998});
  const Array labels = Array::of<float>({1, 3}, {0.25f, 0.5f, 0.25f});
  const double log_sum = std::log(std::exp(-1.0) + 1 + std::exp(-3.0));  // beyond 1001
  const double wanted = log_sum + 0.25 * 1 + 0.25 * 3;
  EXPECT_NEAR(value_of(losses::categorical_crossentropy(true), labels, logits), wanted, 2e-7);
}

TEST(Losses, BinaryCrossentropy) {
  const Array labels = random_values({kRows, 3}, "labels", 0, 1);
  const Array logits = random_values({kRows, 3}, "logits", -4, 4);
  Array p = logits.clone();
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double q = 1 / (1 + std::exp(-static_cast<double>(logits.data<float>()[i])));
    const double y = static_cast<double>(labels.data<float>()[i]);
    p.data<float>()[i] = static_cast<float>(q);
    sum -= y * std::log(q) + (1 - y) * std::log(1 - q);
  }
  const double wanted = sum / static_cast<double>(p.size());
  EXPECT_NEAR(value_of(losses::binary_crossentropy(true), labels, logits), wanted, 1e-6);
  EXPECT_NEAR(value_of("binary_crossentropy", labels, p), wanted, 1e-5);
  // The output of a sigmoid is as good as its logits: 200 beyond what a probability can be.
  const Array far = Array::of<float>({1, 1}, {-200}), one = Array::of<float>({1, 1}, {1});
  const Loss loss("binary_crossentropy");
  const float got =
      run_function([&](const Values& in) { return Values{loss(in[0], pipette::sigmoid(in[1]))}; },
                   {one, far})[0]
          .item<float>();
  EXPECT_EQ(got, 200);
}

TEST(Losses, MeanAbsoluteError) {
  const Array labels = random_values({kRows, 2}, "labels", -1, 1);
  const Array y = random_values({kRows, 2}, "y", -1, 1);
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    sum += std::fabs(static_cast<double>(y.data<float>()[i] - labels.data<float>()[i]));
  }
  EXPECT_NEAR(value_of("mae", labels, y), sum / static_cast<double>(y.size()), 1e-6);
}

TEST(Losses, GradientsAreDifferences) {
  const Array labels = distributions("labels");
  for (const auto& [loss, x] : std::vector<std::pair<Loss, Array>>{
           {losses::categorical_crossentropy(true),
            random_values({kRows, kClasses}, "logits", -2, 2)},
           {losses::categorical_crossentropy(), random_values({kRows, kClasses}, "p", 0.4f, 0.9f)},
           {losses::binary_crossentropy(true), random_values({kRows, kClasses}, "x", -2, 2)},
           {losses::mean_squared_error(), distributions("p")}}) {
    SCOPED_TRACE(loss.name());
    const Array gradient = run_function(
        [&, &made = loss](const Values& in) { return gradients(made(in[0], in[1]), {in[1]}); },
        {labels, x})[0];
    for (std::size_t i = 0; i < x.size(); ++i) {
      constexpr float kStep = 1e-2f;
      Array above = x.clone(), below = x.clone();
      above.data<float>()[i] += kStep;
      below.data<float>()[i] -= kStep;
      const float difference =
          (value_of(loss, labels, above) - value_of(loss, labels, below)) / (2 * kStep);
      EXPECT_NEAR(gradient.data<float>()[i], difference, 2e-3);
    }
  }
}

TEST(Metrics, AccuracyFollowsTheShapes) {
  const Metric accuracy("accuracy");
  const auto value = [&](const Array& labels, const Array& y) {
    return run_function([&](const Values& in) { return Values{accuracy(in[0], in[1])}; },
                        {labels, y})[0]
        .item<float>();
  };
  const Array y = Array::of<float>({4, 3}, {1, 2, 3, 3, 2, 1, 5, 5, 0, 0, 1, 0});
  EXPECT_EQ(value(Array::of<std::int32_t>({4}, {2, 0, 0, 0}), y), 0.75f);  // the first of equals
  EXPECT_EQ(value(Array::of<float>({4, 1}, {2, 1, 1, 1}), y), 0.5f);
  EXPECT_EQ(value(Array::of<float>({4, 3}, {0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0}), y), 0.5f);
  const Array column = Array::of<float>({4, 1}, {0.2f, 0.5f, 0.51f, 0.9f});
  EXPECT_EQ(value(Array::of<float>({4}, {0, 0, 1, 0}), column), 0.75f);
}

TEST(Metrics, TopKCountsRowsWithFewLargerClasses) {
  const auto value = [](std::int64_t k, const Array& labels, const Array& y) {
    const Metric metric = metrics::top_k_accuracy(k);
    return run_function([&](const Values& in) { return Values{metric(in[0], in[1])}; },
                        {labels, y})[0]
        .item<float>();
  };
  const Array y = Array::of<float>({4, 3}, {1, 2, 3, 3, 2, 1, 5, 5, 0, 0, 1, 0});
  const Array classes = Array::of<std::int32_t>({4}, {0, 1, 1, 2});
  EXPECT_EQ(value(1, classes, y), 0.25f);
  EXPECT_EQ(value(2, classes, y), 0.75f);
  EXPECT_EQ(value(3, classes, y), 1.0f);
  const float inf = std::numeric_limits<float>::infinity();
  const Array infinite = Array::of<float>({4, 3}, {inf, 1, 2, -inf, 2, 1, 5, inf, 0, 0, 1, -inf});
  EXPECT_EQ(value(1, classes, infinite), 1.0f - 0.25f);
  EXPECT_EQ(value(2, classes, infinite), 0.75f);
  const Array one_hot = Array::of<float>({4, 3}, {1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1});
  EXPECT_EQ(value(2, one_hot, y), 0.75f);
  expect_error<ValueError>("k must be at least 1", [] { metrics::top_k_accuracy(0); });
}

TEST(Losses, LabelsOfAnotherShapeAreRefused) {
  const Array y = distributions("y");
  expect_error<ValueError>("labels [5] do not fit predictions [6, 4]", [&] {
    value_of("sparse_categorical_crossentropy", Array::zeros(DType::i32, {5}), y);
  });
  expect_error<ValueError>("labels [6, 3] do not fit", [&] {
    value_of("categorical_crossentropy", Array::zeros(DType::f32, {6, 3}), y);
  });
  expect_error<ValueError>("labels [6] do not fit",
                           [&] { value_of("mse", Array::zeros(DType::f32, {6}), y); });
}

}  // namespace
}  // namespace pipette::keras
