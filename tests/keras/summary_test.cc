#include "keras/summary.h"

#include <sstream>

#include "keras/keras_fixture.h"

namespace pipette::keras {
namespace {

std::string lines(const std::vector<std::string>& text) {
  std::string all;
  for (const std::string& line : text) all += line + "\n";
  return all;
}

std::string rule(int width, char c) { return std::string(static_cast<std::size_t>(width), c); }

std::string summary_of(const Model& model) {
  std::ostringstream out;
  model.summary(text_sink(out));
  return out.str();
}

TEST(Summary, OfASequentialModel) {
  Sequential model({flatten(), dense(128, relu, "Dense_128"), dense(10, softmax, "Dense_10")});
  model.build({32, 28, 28, 1});
  EXPECT_EQ(
      summary_of(model),
      lines({"Model: \"sequential\"",  //
             rule(65, '_'), "Layer (type)                 Output Shape              Param #   ",
             rule(65, '='), "flatten (Flatten)            (32, 784)                 0         ",
             rule(65, '_'), "Dense_128 (Dense)            (32, 128)                 100480    ",
             rule(65, '_'), "Dense_10 (Dense)             (32, 10)                  1290      ",
             rule(65, '='),  //
             "Total params: 101,770", "Trainable params: 101,770", "Non-trainable params: 0",
             rule(65, '_')}));
}

TEST(Summary, ForgetsABatchSizeThatChanges) {
  testing_support::System system;
  Sequential model({flatten(), dense(5, softmax)}, {.strategy = &system.strategy});
  model.compile({.loss = "sparse_categorical_crossentropy"});
  model.fit(testing_support::labelled(16, 4));
  EXPECT_THAT(summary_of(model), testing::HasSubstr("(4, 24)"));
  model.evaluate(testing_support::labelled(16, 8));
  EXPECT_THAT(summary_of(model), testing::HasSubstr("(None, 24)"));
  EXPECT_EQ(system.strategy.num_compilations(), 2);
  model.fit(testing_support::labelled(16, 4));
  EXPECT_EQ(system.strategy.num_compilations(), 2);
}

TEST(Summary, OfAChainWithAnInputAndFrozenLayers) {
  const SymbolicTensor in = input({4});
  const LayerPtr frozen = dense(3, relu, "a_name_that_is_too_long_for_its_column");
  frozen->set_trainable(false);
  const Model model(in, frozen(in), {.name = "chain"});
  EXPECT_EQ(
      summary_of(model),
      lines({"Model: \"chain\"",  //
             rule(65, '_'), "Layer (type)                 Output Shape              Param #   ",
             rule(65, '='), "input_1 (InputLayer)         [(None, 4)]               0         ",
             rule(65, '_'), "a_name_that_is_too_long_for_ (None, 3)                 15        ",
             rule(65, '='),  //
             "Total params: 15", "Trainable params: 0", "Non-trainable params: 15",
             rule(65, '_')}));
}

Model branched() {
  const SymbolicTensor in = input({4}, 2);
  const SymbolicTensor a = dense(3, relu, "a")(in);
  const SymbolicTensor b = dense(3, relu, "b")(in);
  return Model(in, add()({a, b}));
}

TEST(Summary, OfAModelWithBranches) {
  const auto row = [](const std::string& layer, const std::string& shape, const std::string& params,
                      const std::string& inputs) {
    std::string line = layer;
    line.resize(32, ' ');
    line += shape;
    line.resize(53, ' ');
    line += params;
    line.resize(65, ' ');
    line += inputs;
    line.resize(98, ' ');
    return line;
  };
  EXPECT_EQ(summary_of(branched()),
            lines({"Model: \"model\"",  //
                   rule(98, '_'), row("Layer (type)", "Output Shape", "Param #", "Connected to"),
                   rule(98, '='), row("input_1 (InputLayer)", "[(2, 4)]", "0", ""), rule(98, '_'),
                   row("a (Dense)", "(2, 3)", "15", "input_1[0][0]"), rule(98, '_'),
                   row("b (Dense)", "(2, 3)", "15", "input_1[0][0]"), rule(98, '_'),
                   row("add (Add)", "(2, 3)", "0", "a[0][0]"), row("", "", "", "b[0][0]"),
                   rule(98, '='), "Total params: 30", "Trainable params: 30",
                   "Non-trainable params: 0", rule(98, '_')}));
}

TEST(Summary, OfStages) {
  Sequential model({flatten(), dense(3, relu, "top")});
  model.set_pipeline_stage_assignment({0, 1});
  model.build({2, 4});
  std::ostringstream out;
  model.print_pipeline_stage_assignment_summary(text_sink(out));
  EXPECT_EQ(out.str(),
            lines({rule(60, '_'),  //
                   "Layer (type)                  Pipeline Stage                ", rule(60, '='),
                   "flatten (Flatten)             0                             ", rule(60, '_'),
                   "top (Dense)                   1                             ", rule(60, '=')}));
  Model functional = branched();
  std::ostringstream other;
  functional.print_pipeline_stage_assignment_summary(text_sink(other));
  const std::string text = other.str();
  EXPECT_THAT(text, testing::HasSubstr("\nadd (Add) (0)                      a"));
  EXPECT_THAT(text, testing::HasSubstr("None"));
  EXPECT_EQ(text.find('\n'), 89u);
}

}  // namespace
}  // namespace pipette::keras
