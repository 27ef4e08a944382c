#include "experiment/variation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/json.h"
#include "experiment/catalogue.h"
#include "experiment/edit.h"
#include "message_of.h"

namespace pipette {
namespace {

using testing::HasSubstr;

TEST(Variation, AFieldThatIsAListHasSemicolonsBetweenItsValues) {
  const Variation variation = parse_variation("hidden-units=128;256,64");
  EXPECT_EQ(variation.field, "hidden_units");
  ASSERT_EQ(variation.values.size(), 2u);
  EXPECT_EQ(variation.values[1].dump(), "[256,64]");
}

TEST(Variation, WhatHasAnotherFormIsRefused) {
  for (const auto& [text, part] :
       std::vector<std::pair<std::string, std::string>>{{"stages", "FIELD=VALUE"},
                                                        {"=1,2", "FIELD=VALUE"},
                                                        {"stages=", "FIELD=VALUE"},
                                                        {"stages=1,,2", "an empty value"},
                                                        {"stages=1,1", "the value 1 twice"},
                                                        {"stages=x", "not \"x\""}}) {
    EXPECT_THAT(testing_support::message_of<Error>([text = text] { parse_variation(text); }),
                HasSubstr(part))
        << text;
  }
}

std::string usual(const std::string& field, const Experiment& e) {
  return values_text(usual_values(field_named(field), e));
}

TEST(Variation, UsualValuesLieAroundThatOfTheExperiment) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.training.learning_rate = 0.01;
  e.training.batch_size = 32;
  e.pipeline.stages = 2;
  EXPECT_EQ(usual("learning_rate", e), "0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1");
  EXPECT_EQ(usual("batch_size", e), "8, 16, 32, 64, 128");
  EXPECT_EQ(usual("stages", e), "1, 2, 3, 4, 5");
  EXPECT_EQ(usual("optimizer", e), "sgd, momentum, adam, adamw, rmsprop");
  EXPECT_EQ(usual("recompute", e), "false, true");
  EXPECT_EQ(usual("hidden_units", e), "");
}

TEST(Variation, UsualValuesAreInRangeAndAscendingAndCanBeSetAndTyped) {
  for (const CatalogueEntry& entry : catalogue()) {
    const Experiment e = Experiment::defaults(entry.name);
    for (const Field& field : fields()) {
      SCOPED_TRACE(entry.name + " " + field.name);
      const std::vector<Json> values = usual_values(field, e);
      for (std::size_t i = 0; i < values.size(); ++i) {
        Experiment changed = e;
        EXPECT_NO_THROW(field.set(changed, values[i]));
        if (!values[i].is_number()) continue;
        EXPECT_GE(values[i].get<double>(), field.minimum);
        EXPECT_LE(values[i].get<double>(), field.maximum);
        if (i > 0) {
          EXPECT_LT(values[i - 1].get<double>(), values[i].get<double>());
        }
      }
      if (!values.empty()) {
        EXPECT_EQ(parse_values(field.name, values_text(values)), values);
      }
    }
  }
}

}  // namespace
}  // namespace pipette
