#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bindings/dataset_builder.h"
#include "bindings/layer_builder.h"
#include "data/digits.h"

namespace pipette::bindings {
namespace {

TEST(DatasetBuilder, StructuresAreTuplesOfTuples) {
  const Array a = Array::of<float>({2, 1}, {1, 2}), b = Array::of<std::int32_t>({2}, {3, 4});
  EXPECT_EQ(dataset_json(dataset_from_slices("[[0,1],0]", {a, b})),
            R"({"cardinality":2,"infinite":false,"element":[[{"dtype":"float32","shape":[1]},)"
            R"({"dtype":"int32","shape":[]}],{"dtype":"float32","shape":[1]}]})");
  for (const char* wrong : {"2", "[0,5]", "{}", "\"a\"", "", "[-1]", "[null]"}) {
    EXPECT_THROW(dataset_from_slices(wrong, {a, b}), InvalidArgument) << wrong;
  }
}

TEST(DatasetBuilder, DigitsAreThoseOfTheGeneratorFrom0To1) {
  const DigitSource source(9, DigitSet::test, 20);
  const LabelledImages expected = all_digits(source);
  const Dataset digits = generated_digits(R"({"seed":9,"set":"test","count":20})");
  const auto iterator = derive_dataset("batch", R"({"batchSize":20})", digits).make_iterator();
  Element batch;
  ASSERT_TRUE(iterator->next(batch));
  const Array images = batch[0].leaf(), labels = batch[1].leaf();
  ASSERT_EQ(images.shape(), (Shape{20, 28, 28}));
  for (std::size_t i = 0; i < images.size(); ++i) {
    ASSERT_NEAR(images.data<float>()[i] * 255, expected.images.data<std::uint8_t>()[i], 1e-3);
  }
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(labels.data<std::int32_t>()[i], expected.labels.data<std::uint8_t>()[i]);
  }
  EXPECT_THROW(generated_digits(R"({"set":"both"})"), InvalidArgument);
  EXPECT_THROW(generated_digits(R"({"count":-1})"), InvalidArgument);
}

TEST(DatasetBuilder, EveryOperationHasItsEffect) {
  const Dataset ten = Dataset::range(10);
  const auto count = [&](const char* operation, const char* options) {
    return derive_dataset(operation, options, ten).cardinality();
  };
  EXPECT_EQ(count("batch", R"({"batchSize":3})"), 3);
  EXPECT_EQ(count("batch", R"({"batchSize":3,"dropRemainder":false})"), 4);
  EXPECT_EQ(count("repeat", "{}"), Dataset::kInfinite);
  EXPECT_EQ(count("repeat", R"({"count":2})"), 20);
  EXPECT_EQ(count("take", R"({"count":3})"), 3);
  EXPECT_EQ(count("skip", R"({"count":3})"), 7);
  EXPECT_EQ(count("cache", "{}"), 10);
  EXPECT_EQ(count("prefetch", "{}"), 10);
  EXPECT_EQ(count("shuffle", R"({"bufferSize":5})"), 10);
  EXPECT_THROW(count("reverse", "{}"), InvalidArgument);
  EXPECT_THROW(count("cache", R"({"count":1})"), InvalidArgument);
}

TEST(LayerBuilder, OptionsReachTheLayers) {
  const auto shape = [](const char* type, const char* options, const Shape& input) {
    return make_layer(type, options, nullptr)->output_shape(input);
  };
  const Shape image{2, 9, 9, 3};
  EXPECT_EQ(shape("flatten", "{}", image), (Shape{2, 243}));
  EXPECT_EQ(shape("dense", R"({"units":5})", Shape{2, 7}), (Shape{2, 5}));
  EXPECT_EQ(shape("reshape", R"({"shape":[3,-1]})", Shape{2, 12}), (Shape{2, 3, 4}));
  EXPECT_EQ(shape("conv2d", R"({"filters":4,"kernelSize":3})", image), (Shape{2, 7, 7, 4}));
  EXPECT_EQ(
      shape("conv2d", R"({"filters":4,"kernelSize":[3,1],"strides":2,"padding":"same"})", image),
      (Shape{2, 5, 5, 4}));
  EXPECT_EQ(shape("maxPooling2d", "{}", image), (Shape{2, 4, 4, 3}));
  EXPECT_EQ(shape("maxPooling2d", R"({"poolSize":3,"strides":1})", image), (Shape{2, 7, 7, 3}));
  EXPECT_EQ(shape("dropout", R"({"rate":0.25})", image), image);
  EXPECT_EQ(make_layer("activation", R"({"activation":"tanh","name":"t"})", nullptr)->name(), "t");
  EXPECT_THROW(make_layer("lstm", "{}", nullptr), InvalidArgument);
  EXPECT_THROW(make_layer("outfeed", "{}", nullptr), InvalidArgument);
  EXPECT_THROW(make_layer("dropout", R"({"rate":1})", nullptr), ValueError);
}

TEST(LayerBuilder, OptimizersTakeTheirRates) {
  const auto rule = [](const char* type, const char* options) {
    return *make_optimizer(type, options)->rule();
  };
  const auto sgd = rule("sgd", R"({"learningRate":0.5})");
  EXPECT_EQ(std::get<kernels::SgdParameters>(sgd).learning_rate, 0.5f);
  const auto momentum = rule("sgd", R"({"momentum":0.9,"nesterov":true})");
  EXPECT_TRUE(std::get<kernels::MomentumParameters>(momentum).nesterov);
  const auto adam = rule("adam", R"({"beta1":0.8,"beta2":0.7,"epsilon":0.1})");
  EXPECT_EQ(std::get<kernels::AdamParameters>(adam).beta_1, 0.8f);
  EXPECT_EQ(std::get<kernels::AdamParameters>(adam).beta_2, 0.7f);
  const auto rmsprop = rule("rmsprop", R"({"rho":0.5})");
  EXPECT_EQ(std::get<kernels::RmspropParameters>(rmsprop).rho, 0.5f);
  EXPECT_THROW(make_optimizer("lion", "{}"), ValueError);
  EXPECT_THROW(with_gradients_to(make_queue("{}"), "later", make_optimizer("sgd", "{}"), nullptr),
               InvalidArgument);
  EXPECT_THROW(make_loss("mse", true), InvalidArgument);
}

}  // namespace
}  // namespace pipette::bindings
