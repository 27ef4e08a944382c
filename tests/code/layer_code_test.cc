// What programs say of layers.
#include <gtest/gtest.h>

#include "code/model_code.h"
#include "experiment/experiment.h"

namespace pipette {
namespace {

using code::CodeLanguage;

// One line of a program in each language: the layer `json` in the middle of a model.
std::vector<std::string> lines_of(const std::string& json, const std::string& word) {
  const Experiment e = Experiment::from_json(
      R"({"experiment": "keras-convolutions", "layers": [{"layer": "reshape"}, )" + json +
      R"(, {"layer": "flatten"}, {"layer": "dense"}]})");
  std::vector<std::string> lines;
  for (const auto language : {CodeLanguage::python, CodeLanguage::cpp, CodeLanguage::javascript}) {
    const std::string text = code::model_code(e, language);
    const std::size_t at = text.find(word);
    const std::size_t from = text.rfind('\n', at) + 1;
    lines.push_back(at == std::string::npos ? "" : text.substr(from, text.find('\n', at) - from));
    lines.back().erase(0, lines.back().find_first_not_of(' '));
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LayerCode, OptionsOfALayerStandInEveryLanguage) {
  EXPECT_EQ(
      lines_of(R"({"layer": "group_normalization", "groups": 1, "epsilon": 0.25})", "ormalization"),
      (Lines{"ipu.keras.layers.GroupNormalization(groups=1, epsilon=0.25),",
             "keras::group_normalization(\"\", {.groups = 1, .epsilon = 0.25}),",
             "p.layers.groupNormalization({groups: 1, epsilon: 0.25}),"}));
  EXPECT_EQ(
      lines_of(R"({"layer": "average_pooling2d", "strides": [1, 2], "name": "Pool"})", "ooling"),
      (Lines{"keras.layers.AveragePooling2D(2, strides=(1, 2), padding=\"same\", name=\"Pool\"),",
             "keras::average_pooling2d({2, 2}, \"Pool\", {.strides = Window{1, 2}, "
             ".padding = Padding::same}),",
             "p.layers.averagePooling2d({poolSize: 2, strides: [1, 2], padding: 'same', "
             "name: 'Pool'}),"}));
  EXPECT_EQ(lines_of(R"({"layer": "conv2d", "kernel_l2": 0.5, "padding": "valid"})", "onv2"),
            (Lines{"keras.layers.Conv2D(10, 3, kernel_regularizer=keras.regularizers.L2(0.5)),",
                   "keras::conv2d(10, {3, 3}, keras::linear, \"\", {.kernel_l2 = 0.5}),",
                   "p.layers.conv2d(10, 3, {kernelL2: 0.5}),"}));
}

TEST(LayerCode, WhatIsUsualIsNotSaid) {
  EXPECT_EQ(lines_of(R"({"layer": "batch_normalization"})", "ormalization"),
            (Lines{"keras.layers.BatchNormalization(),", "keras::batch_normalization(),",
                   "p.layers.batchNormalization(),"}));
  EXPECT_EQ(
      lines_of(R"({"layer": "dropout", "rate": 0.5})", "ropout"),
      (Lines{"keras.layers.Dropout(0.5),", "keras::dropout(0.5),", "p.layers.dropout(0.5),"}));
}

}  // namespace
}  // namespace pipette
