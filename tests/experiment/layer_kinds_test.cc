// Every kind of layer and every field of it, whatever they are.
#include <gtest/gtest.h>

#include <set>

#include "experiment/experiment.h"
#include "experiment/layer_json.h"

namespace pipette {
namespace {

using keras::LayerField;
using keras::LayerKind;

// Another valid value.
void change(std::int64_t& value) { value += 1; }
void change(double& value) { value = value / 2 + 0.125; }
void change(bool& value) { value = !value; }
void change(Window& value) { value = {value[0] + 1, value[1] + 2}; }
void change(std::optional<Window>& value) { value = Window{1, 2}; }
void change(std::vector<std::int64_t>& value) { value.push_back(1); }
template <class Enum>
requires std::is_enum_v<Enum>
void change(Enum& value) {
  const auto& all = kChoices<Enum>;
  value = all.front().value == value ? all.back().value : all.front().value;
}

// Calls see(changed, name of the field) for each field of each kind.
template <class See>
void for_each_change(const std::vector<LayerKind>& kinds, const See& see) {
  for (const LayerKind& kind : kinds) {
    LayerKind counted = kind;
    const std::size_t fields = keras::fields_of(counted).size();
    for (std::size_t i = 0; i < fields; ++i) {
      LayerKind changed = kind;
      const LayerField field = keras::fields_of(changed)[i];
      std::visit([](auto* member) { change(*member); }, field.member);
      ASSERT_FALSE(changed == kind) << keras::names_of(kind).word << "." << field.name;
      see(changed, field);
    }
  }
}

TEST(LayerKinds, AreFoundByTheirWordsAndMakeLayersOfTheirNames) {
  std::set<std::string> words, labels;
  for (const LayerKind& kind : keras::layer_kinds()) {
    const keras::LayerNames& names = keras::names_of(kind);
    EXPECT_TRUE(words.insert(names.word).second) << names.word;
    EXPECT_TRUE(labels.insert(names.label).second) << names.label;
    EXPECT_EQ(keras::find_layer_kind(names.word), kind);
    const keras::LayerPtr layer = keras::make_layer(kind, "its name");
    EXPECT_EQ(layer->name(), "its name");
    EXPECT_EQ(layer->type_name(), names.label);
    EXPECT_EQ(keras::snake_case(names.label), names.word);
    EXPECT_FALSE(std::string(keras::help_of(kind)).empty()) << names.word;
  }
  EXPECT_EQ(keras::find_layer_kind("Dense"), std::nullopt);
}

TEST(LayerKinds, EveryFieldSurvivesJson) {
  int fields = 0;
  for_each_change(chain_kinds(), [&](const LayerKind& changed, const LayerField& field) {
    const std::vector<LayerSpec> layers = {{.kind = changed, .name = "x", .stage = 1}};
    const Json json = layers_to_json(layers);
    EXPECT_TRUE(json[0].contains(field.name)) << json.dump();
    std::vector<LayerSpec> back;
    read_field("layers", json, back);
    EXPECT_EQ(back, layers) << json.dump();
    ++fields;
  });
  EXPECT_GE(fields, 20);
}

TEST(LayerKinds, ALayerOfSeveralInputsIsNotForAChain) {
  EXPECT_NO_THROW(chain_kind("layer", "group_normalization"));
  try {
    chain_kind("layers[0].layer", "concatenate");
    FAIL();
  } catch (const InvalidArgument& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("\"layers[0].layer\" must be one of \"dense\", "), std::string::npos)
        << text;
    EXPECT_EQ(text.find("\"add\""), std::string::npos) << text;
  }
}

TEST(LayerKinds, AWindowIsOneSizeOrTwo) {
  const auto pool = [](const char* size) {
    std::vector<LayerSpec> layers;
    read_field(
        "layers",
        parse_json(std::string(R"([{"layer": "max_pooling2d", "pool_size": )") + size + "}]"),
        layers);
    return layers[0].as<keras::MaxPooling2dSpec>()->pool_size;
  };
  EXPECT_EQ(pool("3"), (Window{3, 3}));
  EXPECT_EQ(pool("[3]"), (Window{3, 3}));
  EXPECT_EQ(pool("[3, 2]"), (Window{3, 2}));
  EXPECT_THROW(pool("[]"), InvalidArgument);
  EXPECT_THROW(pool("[1, 2, 3]"), InvalidArgument);
  EXPECT_THROW(pool("\"3\""), InvalidArgument);
}

}  // namespace
}  // namespace pipette
