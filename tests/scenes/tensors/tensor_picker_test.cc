// What the inspector shows of outfed tensors.
#include "scenes/tensors/tensor_picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <tuple>

#include "scenes/tensors/actions.h"
#include "scenes/tensors/fake_outfed.h"
#include "scenes/tensors/tensors_view.h"

namespace pipette::app::tensors_scene {
namespace {

class TensorPickerTest : public testing::Test {
 protected:
  const TensorsModel& fill() {
    picker.fill(outfed, losses, of_run, runs, &model);
    return model;
  }
  void inspect(const std::string& name) { picker.act({action::kInspect, {}, 0, name}); }
  void element(double number) { picker.act({action::kInspectElement, {}, number}); }

  std::vector<OutfedTensor> outfed = fake_outfed();
  LatestList<float> losses;
  std::int64_t of_run = 10, runs = 0;
  TensorPicker picker;
  TensorsModel model;
};

TEST_F(TensorPickerTest, NamesTheLeadingAxis) {
  fill();
  EXPECT_EQ(model.tensors[0].shape, "125 weight updates × 128");
  EXPECT_EQ(model.tensors[1].shape, "25 weight updates × 784 × 32");
  EXPECT_EQ(model.tensors[2].shape, "500 mini-batches × 32 × 10");
  EXPECT_EQ(shape_text(1, "mini-batch", Shape{}), "1 mini-batch");
  EXPECT_EQ(shape_text(2000, "mini-batch", Shape{32, 128}), "2,000 mini-batches × 32 × 128");
}

TEST_F(TensorPickerTest, ShowsTheFirstTensorUntilOneIsPicked) {
  EXPECT_EQ(fill().selected, 0);
  inspect("activations/Dense_10");
  EXPECT_EQ(fill().selected, 2);
  EXPECT_FALSE(model.kernel);
  inspect("gradients/Dense_128/kernel:0_grad");
  EXPECT_EQ(fill().selected, 1);
  EXPECT_TRUE(model.kernel);
  outfed.erase(outfed.begin() + 1);  // the filter no longer lets it pass
  EXPECT_EQ(fill().selected, 0);
  outfed.clear();
  EXPECT_EQ(fill().selected, -1);
  EXPECT_EQ(model.values, nullptr);
  EXPECT_EQ(model.distribution, nullptr);
}

TEST_F(TensorPickerTest, TheLossesOfARunAreShownHoweverManyCameSinceTheLastFrame) {
  outfed.clear();
  const auto shown = [&](std::initializer_list<int> frames) {
    picker = {};
    for (const int count : frames) {
      losses = fake_losses(count);
      fill();
    }
    const TensorsModel::Tensor& row = model.tensors.at(0);
    return std::tuple(row.shape, row.statistics.mean, row.statistics.maximum, model.first,
                      model.count);
  };
  EXPECT_EQ(std::get<0>(shown({30})), "10 mini-batches");
  EXPECT_EQ(shown({10, 20, 30}), shown({30}));
  EXPECT_EQ(std::get<0>(shown({34})), "4 mini-batches") << "of the run that goes on";
  EXPECT_EQ(shown({1, 12, 31, 33, 34}), shown({34}));
}

TEST_F(TensorPickerTest, WhatTheLastRunDidNotBringHasStopped) {
  fill();  // before there are losses
  losses = fake_losses(10);
  runs = 3;
  for (OutfedTensor& tensor : outfed) tensor.run = 2;
  outfed[1].run = 1;
  fill();
  EXPECT_EQ(model.tensors[0].stopped, "");
  EXPECT_EQ(model.tensors[1].stopped, "Stopped after weight update 75");
  EXPECT_EQ(model.tensors[4].queue, "losses");
  EXPECT_EQ(model.tensors[4].stopped, "") << "they always come";
  outfed[1].run = 2;
  EXPECT_EQ(fill().tensors[1].stopped, "") << "it came again";
}

TEST_F(TensorPickerTest, ScrubsThroughTheLatestValuesAndFollowsTheNewest) {
  inspect("gradients/Dense_128/kernel:0_grad");
  fill();
  const Array& latest = outfed[1].history.latest();
  EXPECT_EQ(model.first, 50);
  EXPECT_EQ(model.element, 24);
  EXPECT_EQ(model.values, latest.data<float>() + 24 * 784 * 32);
  const std::uint64_t version = model.version;
  EXPECT_EQ(fill().version, version) << "nothing changed";
  element(3);
  EXPECT_EQ(fill().values, latest.data<float>() + 3 * 784 * 32);
  EXPECT_NE(model.version, version);
  element(1e6);
  EXPECT_EQ(fill().element, 24) << "there are no more";
  element(-1);
  outfed[1].history.add(Array::filled<float>(Shape{5, 784, 32}, 1));
  EXPECT_EQ(fill().element, 4);
  EXPECT_EQ(model.first, 75);
}

TEST_F(TensorPickerTest, VectorsAndScalarsAreShownWithAllTheirElements) {
  of_run = 200;
  fill();
  EXPECT_TRUE(model.all_elements);
  EXPECT_EQ(model.shape, (Shape{125, 128}));
  inspect("losses/loss");
  losses = fake_losses(200);
  EXPECT_EQ(fill().shape, (Shape{1, 200}));
  EXPECT_TRUE(model.all_elements);
  losses = fake_losses(250);
  EXPECT_EQ(fill().shape, (Shape{1, 50})) << "those that came last";
  EXPECT_EQ(model.first, 200);
  EXPECT_EQ(model.values[49], losses.back());
  EXPECT_EQ(model.tensors.back().shape, "50 mini-batches");
  losses = fake_losses(30);  // the run starts again
  EXPECT_EQ(fill().shape, (Shape{1, 30}));
  EXPECT_EQ(model.first, 0);
}

TEST_F(TensorPickerTest, ZeroIsInTheMiddleOnlyWhereValuesAreSigned) {
  EXPECT_TRUE(fill().is_signed);
  inspect("activations/Dense_10");
  EXPECT_FALSE(fill().is_signed);
}

TEST_F(TensorPickerTest, NotANumberLeavesAScaleAndADistribution) {
  outfed = fake_outfed(true);
  fill();
  EXPECT_EQ(model.tensors[0].statistics.num_nans, 8);
  EXPECT_TRUE(model.limit > 0 && model.limit < 2);
  EXPECT_LT(model.distribution->from, model.distribution->to);
  std::size_t broken = 0;
  for (const auto& moment : model.distribution->moments) broken += moment.statistics.nans();
  EXPECT_EQ(broken, 1u);
}

TEST_F(TensorPickerTest, TheDistributionCountsEveryValueOnce) {
  for (const OutfedTensor& tensor : outfed) {
    const DistributionModel d = distribution_of(tensor.history);
    ASSERT_EQ(d.counts.size(), d.moments.size() * d.kBins);
    EXPECT_EQ(d.moments.front().first, 0);
    std::int64_t elements = 0;
    for (std::size_t i = 0; i < d.moments.size(); ++i) {
      EXPECT_EQ(d.moments[i].first, elements);
      elements += d.moments[i].count;
      const auto row = d.counts.begin() + static_cast<std::ptrdiff_t>(i * d.kBins);
      const double sum = std::accumulate(row, row + d.kBins, 0.0);
      const auto all = static_cast<double>(d.moments[i].statistics.count);
      EXPECT_GT(sum, 0.97 * all) << tensor.key << ": some are farther out than is shown";
      EXPECT_LT(sum, all * (1 + 1e-9)) << tensor.key;
    }
    EXPECT_EQ(elements, tensor.history.num_elements());
    EXPECT_EQ(*std::max_element(d.shades.begin(), d.shades.end()), 1);
  }
}

TEST_F(TensorPickerTest, EqualValuesStillHaveARange) {
  inspect::TensorHistory zeros;
  zeros.add(Array::filled<float>(Shape{4, 3}, 0));
  const DistributionModel d = distribution_of(zeros);
  EXPECT_LT(d.from, d.to);
  EXPECT_NEAR(std::accumulate(d.counts.begin(), d.counts.end(), 0.0), 12, 1e-6);
}

TEST(ColorLimit, ALimitIsFiniteWhateverTheValues) {
  const std::vector<float> values = {1, -3, std::nanf(""), HUGE_VALF};
  inspect::Statistics fine;
  fine.std = 1;
  fine.minimum = -2;
  fine.maximum = 100;
  EXPECT_EQ(color_limit(fine, values.data(), 4), 4) << "four times the root of the mean square";
  fine.maximum = 3;
  EXPECT_EQ(color_limit(fine, values.data(), 4), 3);
  inspect::Statistics broken = fine;
  broken.mean = broken.std = std::nan("");
  EXPECT_EQ(color_limit(broken, values.data(), 4), 3) << "of the finite values";
  EXPECT_EQ(color_limit({}, values.data(), 0), 1);
}

}  // namespace
}  // namespace pipette::app::tensors_scene
