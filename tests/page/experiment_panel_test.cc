#include "page/experiment_panel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/catalogue.h"
#include "experiment/field.h"
#include "page/shown_programs.h"

namespace pipette::app {
namespace {

using testing::ElementsAre;

Experiment pipelined() { return Experiment::defaults("mnist-pipelined"); }

TEST(ExperimentPanel, EveryFieldOfThePanelReadsWhatItWrote) {
  Experiment e = pipelined();
  const ParameterModel panel = panel_of(e);
  int switches = 0;
  for (const ParameterGroup& group : panel.groups) {
    for (const ParameterField& field : group.fields) {
      if (field.kind != FieldKind::toggle && field.kind != FieldKind::choice) continue;
      for (std::size_t option = 0; option < field.options.size(); ++option) {
        set_parameter(&e, field.name, static_cast<double>(option));
        for (const ParameterGroup& now : panel_of(e).groups) {
          for (const ParameterField& other : now.fields) {
            if (other.name != field.name) continue;
            EXPECT_EQ(other.value, static_cast<double>(option)) << field.name;
          }
        }
        ++switches;
      }
    }
  }
  EXPECT_GE(switches, 18);
}

// What stands in a field is what it sets, for every program.
TEST(ExperimentPanel, SettingWhatIsShownChangesNothing) {
  int fields = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    for (const ParameterGroup& group : panel_of(entry.defaults).groups) {
      for (const ParameterField& field : group.fields) {
        Experiment e = entry.defaults;
        set_parameter(&e, field.name, field.value, field.text);
        EXPECT_EQ(e.to_json(), entry.defaults.to_json()) << entry.name << " " << field.name;
        EXPECT_FALSE(field.label.empty()) << field.name;
        EXPECT_FALSE(field.help.empty()) << field.name;
        ++fields;
      }
    }
  }
  EXPECT_GE(fields, 80);
}

TEST(ExperimentPanel, FieldsWithoutMeaningAreNotShown) {
  const auto has = [](const Experiment& e, const std::string& name) {
    for (const ParameterGroup& group : panel_of(e).groups) {
      for (const ParameterField& field : group.fields) {
        if (field.name == name) return true;
      }
    }
    return false;
  };
  Experiment e = Experiment::defaults("inspect-keras");
  EXPECT_TRUE(has(e, "pipeline_schedule"));
  EXPECT_FALSE(has(e, "offload_weight_update_variables")) << "SGD has no state";
  e.training.optimizer = OptimizerName::adam;
  EXPECT_TRUE(has(e, "offload_weight_update_variables"));
  for (LayerSpec& layer : e.model.layers) layer.stage = 0;
  EXPECT_FALSE(has(e, "pipeline_schedule")) << "one stage has no schedule";
}

std::vector<std::string> names_in(const ParameterModel& panel, bool more) {
  std::vector<std::string> names;
  for (const ParameterGroup& group : panel.groups) {
    if (group.more != more) continue;
    for (const ParameterField& field : group.fields) names.push_back(field.name);
  }
  return names;
}

TEST(ExperimentPanel, ANewcomerSeesFiveControlsOfTheFirstPage) {
  const ParameterModel panel = panel_of(first_shown("mnist-with-feeds"));
  EXPECT_THAT(names_in(panel, false), ElementsAre("steps", "steps_per_execution", "batch_size",
                                                  "learning_rate", "host.speed"));
  EXPECT_GE(names_in(panel, true).size(), 12U);
}

TEST(ExperimentPanel, FewControlsAreInSightAndWhatComesWithMoreComesLast) {
  for (const CatalogueEntry& entry : catalogue()) {
    ParameterModel panel = panel_of(first_shown(entry.name));
    take_filters(&panel);
    EXPECT_LE(names_in(panel, false).size(), 10U) << entry.name;
    bool more = false;
    for (const ParameterGroup& group : panel.groups) {
      EXPECT_GE(group.more, more) << entry.name << ", " << group.title;
      more = group.more;
      for (const ParameterField& field : group.fields) {
        EXPECT_FALSE(field.changed) << entry.name << ", " << field.name;
      }
    }
  }
}

TEST(ExperimentPanel, WhatAProgramIsAboutIsInSight) {
  EXPECT_THAT(names_in(panel_of(Experiment::defaults("print-tensor")), false),
              testing::Contains("print_tensors"));
}

TEST(ExperimentPanel, AVersionIsOneUntilSomethingIsChanged) {
  EXPECT_EQ(panel_of(version_of("mnist-with-feeds", Version::page)).version, 0);
  Experiment e = version_of("mnist-with-feeds", Version::tutorial);
  EXPECT_EQ(panel_of(e).version, 1);
  for (const ParameterGroup& group : panel_of(e).groups) {
    for (const ParameterField& field : group.fields) EXPECT_FALSE(field.changed) << field.name;
  }
  e.training.seed = 2;
  EXPECT_EQ(panel_of(e).version, -1);
  EXPECT_TRUE(panel_of(pipelined()).program.empty());
}

TEST(ExperimentPanel, FiltersStandBesideTheTensors) {
  ParameterModel panel = panel_of(Experiment::defaults("inspect-keras"));
  const std::size_t groups = panel.groups.size();
  const std::vector<ParameterField> filters = take_filters(&panel);
  ASSERT_EQ(filters.size(), 2U);
  EXPECT_EQ(filters[0].text, "Dense_128");
  EXPECT_EQ(filters[1].text, "none");
  EXPECT_EQ(panel.groups.size(), groups - 1);
  panel = panel_of(pipelined());
  EXPECT_TRUE(take_filters(&panel).empty());
}

}  // namespace
}  // namespace pipette::app
