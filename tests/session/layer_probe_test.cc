#include "session/layer_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiment/catalogue.h"
#include "message_of.h"
#include "session/finished.h"
#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing_support::finished;
using testing_support::message_of;

Array first_images(const Session& session, std::int64_t count) {
  return unit_floats(session.data().test(0, count).images);
}

std::vector<float> values(const Array& array) {
  return {array.data<float>(), array.data<float>() + array.size()};
}

TEST(LayerProbe, NamesTheLayersOfEveryProgramThatClassifies) {
  const auto names = [](const char* name) { return Session(least_work_of(name)).layers().names(); };
  EXPECT_THAT(names("mnist-with-feeds"), ElementsAre("dense", "dense_1"));
  EXPECT_THAT(names("inspect-model"), ElementsAre("dense1", "dense2", "dense3"));
  EXPECT_THAT(names("inspect-keras"), ElementsAre("flatten", "Dense_256", "Dense_128", "Dense_10"));
  EXPECT_THAT(names("loops"), ElementsAre("reshape", "conv2d", "conv2d_1", "flatten", "dense"));
  EXPECT_TRUE(names("perf-training-example").empty());
  for (const CatalogueEntry& entry : catalogue()) {
    Session session(least_work_of(entry.name));
    EXPECT_EQ(session.layers().names().empty(), !session.evaluator().possible()) << entry.name;
  }
}

TEST(LayerProbe, GivesTheSameBitsAsPredictingForTheLastLayer) {
  for (const char* name : {"inspect-keras", "keras-convolutions"}) {
    Session session = finished(least_work_of(name));
    const Array images = first_images(session, 5);
    const Array last = session.layers().output(session.layers().names().back(), images);
    EXPECT_EQ(values(last), values(session.evaluator().predict(images))) << name;
  }
}

// ReLU(x W + b) by hand, for one image and the weights after training.
TEST(LayerProbe, GivesWhatALayerMakesWithTheWeightsAsTheyAre) {
  Session session(least_work_of("mnist-with-feeds"));
  const Array images = first_images(session, 3);
  const std::vector<float> before = values(session.layers().output("dense", images));
  session.advance(Budget::unlimited());
  const Array output = session.layers().output("dense", images);
  EXPECT_EQ(output.shape(), (Shape{3, 6}));
  EXPECT_NE(values(output), before);
  const Array kernel = session.variable("dense/kernel").value();
  const Array bias = session.variable("dense/bias").value();
  for (std::int64_t unit = 0; unit < 6; ++unit) {
    double sum = static_cast<double>(bias.data<float>()[unit]);
    for (std::int64_t k = 0; k < 784; ++k) {
      sum += static_cast<double>(images.data<float>()[784 + k]) *
             static_cast<double>(kernel.data<float>()[k * 6 + unit]);
    }
    EXPECT_NEAR(static_cast<double>(output.data<float>()[6 + unit]), std::max(0.0, sum), 1e-5);
  }
}

// With p = softmax(x W + b) the loss depends on the logits as p - onehot(label), and on W as x
// times that.
TEST(LayerProbe, TheWayOfAnImageEndsInItsLossAndLeadsBackThroughEveryLayer) {
  for (const char* name : {"mnist-with-feeds", "inspect-model", "keras-convolutions", "loops"}) {
    Session session = finished(least_work_of(name));
    const Array image = first_images(session, 1);
    const ImageWay way = session.layers().way(image, 3);
    EXPECT_EQ(values(way.probabilities), values(session.evaluator().predict(image))) << name;
    EXPECT_NEAR(way.loss, -std::log(way.probabilities.data<float>()[3]), 1e-5) << name;
    ASSERT_EQ(way.layers.size(), session.layers().names().size());
    for (const ImageWay::Layer& layer : way.layers) {
      EXPECT_EQ(values(layer.output), values(session.layers().output(layer.name, image))) << name;
      EXPECT_EQ(layer.gradient.shape(), layer.output.shape()) << layer.name;
      if (!layer.kernel.empty()) {
        EXPECT_EQ(layer.kernel_gradient.shape(), session.variable(layer.kernel).shape());
      }
    }
  }
  Session session = finished(least_work_of("mnist-with-feeds"));
  const ImageWay way = session.layers().way(first_images(session, 1), 3);
  const ImageWay::Layer &hidden = way.layers[0], &last = way.layers[1];
  EXPECT_EQ(last.kernel, "dense_1/kernel");
  const std::vector<float> p = values(way.probabilities), x = values(hidden.output);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const float expected = p[i] - (i == 3 ? 1.0f : 0.0f);
    EXPECT_NEAR(values(last.gradient)[i], expected, 1e-6);
    for (std::size_t k = 0; k < x.size(); ++k) {
      EXPECT_NEAR(values(last.kernel_gradient)[k * p.size() + i], x[k] * expected, 1e-5);
    }
  }
}

// A step of training with this image alone moves a weight by the rate times its gradient.
TEST(LayerProbe, TheGradientsOfAWayAreThoseThatTrainingUses) {
  Session session(least_work_of("mnist-with-feeds"));
  const Array image = first_images(session, 1);
  const ImageWay way = session.layers().way(image, 5);
  Variable kernel = session.variable("dense/kernel");
  Array changed = kernel.value();
  std::int64_t largest = 0;
  const std::vector<float> gradient = values(way.layers[0].kernel_gradient);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    if (std::abs(gradient[i]) > std::abs(gradient[static_cast<std::size_t>(largest)])) {
      largest = static_cast<std::int64_t>(i);
    }
  }
  constexpr float kStep = 1e-2f;
  changed.data<float>()[largest] += kStep;
  kernel.assign(changed);
  const float after = session.layers().way(image, 5).loss;
  const float slope = gradient[static_cast<std::size_t>(largest)];
  EXPECT_NEAR((after - way.loss) / kStep, slope, 0.1f * std::abs(slope) + 1e-3f);
}

TEST(LayerProbe, SaysWhatAReluMadeAlsoInParts) {
  const auto rectified = [](const Experiment& experiment) {
    const Session session(experiment);
    std::vector<bool> by_layer;
    for (const auto& layer : session.layers().way(first_images(session, 1), 0).layers) {
      by_layer.push_back(layer.rectified);
    }
    return by_layer;
  };
  EXPECT_THAT(rectified(least_work_of("mnist-with-feeds")), ElementsAre(true, false));
  EXPECT_THAT(rectified(least_work_of("loops")), ElementsAre(false, true, true, false, false));
  Experiment in_parts = least_work_of("mnist-pipelined");
  in_parts.pipeline.concurrent_stages = 2;
  EXPECT_TRUE(rectified(in_parts).front());
}

TEST(LayerProbe, SaysWhichStageMakesALayerAndTheLoss) {
  const auto stages = [](const Experiment& experiment) {
    const Session session(experiment);
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i <= session.layers().names().size(); ++i) {
      all.push_back(session.layers().stage_of(i));
    }
    if (session.pipeline() != nullptr) {
      EXPECT_EQ(all.back() + 1, std::ssize(session.pipeline()->stages)) << experiment.name;
    }
    return all;
  };
  EXPECT_THAT(stages(least_work_of("mnist-with-feeds")), ElementsAre(0, 0, 0));
  Experiment pipelined = least_work_of("mnist-pipelined");
  pipelined.model.hidden_units = {6, 5};
  pipelined.pipeline.stages = 4;
  EXPECT_THAT(stages(pipelined), ElementsAre(0, 1, 2, 3));
  pipelined.pipeline.stages = 2;
  EXPECT_THAT(stages(pipelined), ElementsAre(0, 0, 1, 1));
  for (const CatalogueEntry& entry : catalogue()) {
    const Session session(least_work_of(entry.name));
    if (!session.layers().names().empty()) stages(least_work_of(entry.name));
  }
}

TEST(LayerProbe, TheWayIsThatOfOneImage) {
  Session session(least_work_of("mnist-with-feeds"));
  EXPECT_EQ(message_of<InvalidArgument>([&] { session.layers().way(first_images(session, 2), 0); }),
            "the way is that of one image [1, height, width], not of [2, 28, 28]");
}

TEST(LayerProbe, AProgramWithoutANetworkHasNoWay) {
  Session session(least_work_of("perf-training-example"));
  EXPECT_THROW(session.layers().way(Array::zeros(DType::f32, {1, 28, 28}), 0), FailedPrecondition);
}

TEST(LayerProbe, ChangesNothingHoweverOftenItLooks) {
  for (const char* name : {"mnist-pipelined", "inspect-keras", "loops"}) {
    const Experiment experiment = rich(name);
    const Summary alone = finished(experiment).summary(false);
    Session session(experiment);
    while (!session.advance(Budget::instructions(97))) {
      session.layers().output(session.layers().names()[1], first_images(session, 2));
      session.layers().way(first_images(session, 1), 3);
    }
    const Summary looked_at = session.summary(false);
    EXPECT_EQ(looked_at.loss_hash, alone.loss_hash) << name;
    EXPECT_EQ(looked_at.weight_hash, alone.weight_hash) << name;
    EXPECT_EQ(looked_at.modelled_cycles, alone.modelled_cycles) << name;
  }
}

TEST(LayerProbe, SaysWhichLayersAndVariablesThereAre) {
  Session session(least_work_of("mnist-with-feeds"));
  const Array images = first_images(session, 1);
  EXPECT_EQ(message_of<NotFound>([&] { session.layers().output("Dense", images); }),
            "there is no layer \"Dense\", only: dense, dense_1");
  EXPECT_EQ(message_of<NotFound>([&] { session.variable("kernel"); }),
            "there is no variable \"kernel\", only: dense/kernel, dense/bias, "
            "dense_1/kernel, dense_1/bias");
  const Session arithmetic(least_work_of("perf-training-example"));
  EXPECT_EQ(message_of<NotFound>([&] { arithmetic.layers().output("dense", images); }),
            "this program has no layers");
  EXPECT_EQ(message_of<NotFound>([&] { arithmetic.variable("w"); }),
            "this program has no variables");
}

}  // namespace
}  // namespace pipette
