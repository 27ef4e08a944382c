#include "scenes/model/builder_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/edit.h"
#include "page/experiment_panel.h"

namespace pipette::app::model_scene {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Experiment model() { return Experiment::defaults("inspect-keras"); }

TEST(BuilderModel, RowsSayWhatLayersDo) {
  Experiment e = model();
  BuilderModel builder = builder_of(e);
  ASSERT_EQ(builder.rows.size(), 4U);
  EXPECT_EQ(builder.input, "28 × 28");
  EXPECT_EQ(builder.rows[0].shape, "784");
  EXPECT_EQ(builder.rows[0].params, "");
  EXPECT_EQ(builder.rows[1].params, "200,960") << "784 x 256 weights and 256 biases";
  EXPECT_EQ(builder.rows[2].kind, "Dense");
  EXPECT_EQ(builder.rows[2].name, "Dense_128");
  EXPECT_TRUE(builder.rows[2].outfeed);
  EXPECT_EQ(builder.total, "235,146 parameters");
  EXPECT_THAT(builder.stages, ElementsAre("Stage 0 on IPU 0", "Stage 1 on IPU 1"));
  EXPECT_THAT(builder.code.code[0], HasSubstr("keras.Sequential"));
  EXPECT_THAT(builder.code.code[2], HasSubstr("p.sequential"));
  set_value(e, "layers/2/insert", "conv2d");
  builder = builder_of(e);
  EXPECT_EQ(builder.rows[2].shape, "") << "does not fit";
  EXPECT_EQ(builder.rows[3].shape, "");
  EXPECT_EQ(builder.code.code[0], "");
}

TEST(BuilderModel, EveryFieldIsOneThatCanBeSet) {
  Experiment e = model();
  for (const keras::LayerKind& kind : chain_kinds()) {
    set_value(e, "layers/1/insert", keras::names_of(kind).word);
  }
  int fields = 0;
  for (const BuilderModel::Row& row : builder_of(e).rows) {
    for (const auto* list : {&row.fields, &row.more}) {
      for (const ParameterField& field : *list) {
        const std::string before = e.to_json();
        set_parameter(&e, field.name, field.value, field.text);
        EXPECT_EQ(e.to_json(), before) << field.name << ": what it shows is what it is";
        ++fields;
      }
    }
  }
  EXPECT_GE(fields, 25);
}

}  // namespace
}  // namespace pipette::app::model_scene
