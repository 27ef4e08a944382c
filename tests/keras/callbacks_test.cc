// What callbacks see, fit() in slices, the progress bar.
#include <fmt/format.h>

#include <sstream>

#include "keras/keras_fixture.h"
#include "keras/progress_bar.h"

namespace pipette::keras {
namespace {

using testing_support::expect_error;
using testing_support::floats;
using testing_support::labelled;
using testing_support::System;

// Writes down every call.
class Diary : public Callback {
 public:
  explicit Diary(std::vector<std::string>& lines) : lines_(lines) {}
  void on_train_begin() override { lines_.push_back("train"); }
  void on_train_end(const Logs&) override { lines_.push_back("train end"); }
  void on_epoch_begin(std::int64_t e) override { lines_.push_back(fmt::format("epoch {}", e)); }
  void on_epoch_end(std::int64_t e, const Logs& logs) override {
    lines_.push_back(fmt::format("epoch {} end, {} logs", e, logs.entries().size()));
  }
  void on_train_batch_begin(std::int64_t b) override { lines_.push_back(fmt::format("({}", b)); }
  void on_train_batch_end(std::int64_t b, const Logs& logs) override {
    lines_.push_back(fmt::format("{})", b));
    losses.push_back(logs["loss"]);
  }
  void on_test_begin() override { lines_.push_back("test"); }
  void on_test_batch_end(std::int64_t b, const Logs&) override {
    lines_.push_back(fmt::format("tested {}", b));
  }
  void on_test_end(const Logs&) override { lines_.push_back("test end"); }
  void on_predict_begin() override { lines_.push_back("predict"); }
  void on_predict_batch_begin(std::int64_t b) override { lines_.push_back(fmt::format("<{}", b)); }
  void on_predict_batch_end(std::int64_t b, const Logs&) override {
    lines_.push_back(fmt::format("{}>", b));
  }
  void on_predict_end() override { lines_.push_back("predict end"); }

  std::vector<double> losses;

 private:
  std::vector<std::string>& lines_;
};

Sequential compiled(System& system, std::int64_t steps_per_execution) {
  Sequential model({flatten(), dense(8, relu), dense(5, softmax)}, {.strategy = &system.strategy});
  model.compile({.optimizer = sgd(),
                 .loss = "sparse_categorical_crossentropy",
                 .metrics = {"accuracy"},
                 .steps_per_execution = steps_per_execution});
  return model;
}

TEST(Callbacks, AreCalledBetweenExecutions) {
  System system;
  Sequential model = compiled(system, 2);
  std::vector<std::string> lines;
  const auto diary = std::make_shared<Diary>(lines);
  model.fit(
      labelled(16, 4),
      {.epochs = 2, .initial_epoch = 1, .callbacks = {diary}, .validation_data = labelled(8, 4)});
  EXPECT_EQ(lines,
            (std::vector<std::string>{"train", "epoch 1", "(0", "1)", "(2", "3)", "test",
                                      "tested 1", "test end", "epoch 1 end, 4 logs", "train end"}));
  lines.clear();
  model.predict(labelled(16, 4), {.callbacks = {diary}});
  EXPECT_EQ(lines, (std::vector<std::string>{"predict", "<0", "1>", "<2", "3>", "predict end"}));
}

TEST(Callbacks, AsynchronousOnesSeeEveryMiniBatchWhileItRuns) {
  System system;
  Sequential model = compiled(system, 4);
  model.set_asynchronous_callbacks(true);
  std::vector<std::string> lines;
  const auto diary = std::make_shared<Diary>(lines);
  model.start_fit(labelled(16, 4), {.callbacks = {diary}});
  EXPECT_FALSE(model.advance(Budget::steps(2)));
  EXPECT_TRUE(system.strategy.running());
  ASSERT_GE(diary->losses.size(), 1u);
  ASSERT_LE(diary->losses.size(), 2u);
  while (!model.advance(Budget::steps(1))) {
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"train", "epoch 0", "(0", "0)", "(1", "1)", "(2", "2)",
                                             "(3", "3)", "epoch 0 end, 2 logs", "train end"}));
  // Logs are means so far.
  const std::vector<float>& losses = model.fit_run().history().losses.values;
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    sum += static_cast<double>(losses[i]);
    EXPECT_NEAR(diary->losses[i], sum / static_cast<double>(i + 1), 1e-7);
  }
}

TEST(Callbacks, CanStopTraining) {
  struct Stop : Callback {
    void on_train_batch_end(std::int64_t batch, const Logs&) override {
      if (batch == 3) model().stop_training();
    }
  };
  System system;
  Sequential model = compiled(system, 2);
  const History history =
      model.fit(labelled(32, 4), {.epochs = 5, .callbacks = {std::make_shared<Stop>()}});
  EXPECT_EQ(history.epochs.size(), 1u);
  EXPECT_EQ(history.losses.size(), 4u);
  EXPECT_EQ(model.fit(labelled(32, 4), {.epochs = 2}).epochs.size(), 2u);  // not for ever
}

TEST(Callbacks, LogsNameWhatTheyHave) {
  System system;
  Sequential model = compiled(system, 1);
  const Logs logs = model.evaluate(labelled(8, 4));
  EXPECT_TRUE(logs.contains("accuracy"));
  expect_error<NotFound>("only: loss, accuracy", [&] { logs["auc"]; });
}

TEST(Slices, ChangeNothing) {
  const auto train = [](const std::function<Budget()>& budget) {
    System system;
    Sequential model = compiled(system, 3);
    model.start_fit(labelled(36, 4), {.epochs = 3, .validation_data = labelled(24, 4)});
    int slices = 1;
    for (; !model.advance(budget()); ++slices) EXPECT_FALSE(model.finished());
    EXPECT_TRUE(model.finished());
    const History& history = model.fit_run().history();
    std::vector<double> all = history["val_loss"];
    for (const float loss : history.losses.values) all.push_back(static_cast<double>(loss));
    for (const float w : testing_support::weights(model)) all.push_back(static_cast<double>(w));
    all.push_back(static_cast<double>(system.machine.device.now()));
    return std::pair(all, slices);
  };
  const auto whole = train([] { return Budget::unlimited(); });
  EXPECT_EQ(whole.second, 1);
  RandomStream random(1, "slices");
  const auto cut = train([&] { return Budget::instructions(1 + random.uniform_int(20)); });
  EXPECT_EQ(cut.first, whole.first);
  EXPECT_GT(cut.second, 50);
  const auto steps = train([] { return Budget::steps(2); });
  EXPECT_EQ(steps.first, whole.first);
  EXPECT_GT(steps.second, 10);
  const auto timed = train([] { return Budget::microseconds(0); });
  EXPECT_EQ(timed.first, whole.first);
}

TEST(Slices, AnAbandonedFitLeavesTheStrategyFree) {
  System system;
  {
    Sequential model = compiled(system, 4);
    model.start_fit(labelled(16, 4));
    model.advance(Budget::steps(1));
    ASSERT_TRUE(system.strategy.running());
  }
  EXPECT_FALSE(system.strategy.running());
  EXPECT_EQ(compiled(system, 4).fit(labelled(16, 4)).losses.size(), 4u);
}

TEST(Slices, ProgramsAreCompiledOnce) {
  System system;
  Sequential model = compiled(system, 2);
  model.fit(labelled(16, 4), {.epochs = 2});
  EXPECT_EQ(system.strategy.num_compilations(), 1);
  model.fit(labelled(32, 4));  // other data of the same kind
  EXPECT_EQ(system.strategy.num_compilations(), 1);
  model.evaluate(labelled(16, 4));
  model.evaluate(labelled(16, 4));
  EXPECT_EQ(system.strategy.num_compilations(), 2);
  model.fit(labelled(32, 8));  // other shapes
  EXPECT_EQ(system.strategy.num_compilations(), 3);
}

TEST(Slices, AFailureEndsTheFit) {
  System system;
  Sequential model = compiled(system, 2);
  const Dataset short_data = Dataset::from_generator(labelled(16, 4).element_spec(), [] {
    const auto iterator = std::shared_ptr<DatasetIterator>(labelled(12, 4).make_iterator());
    return [iterator](Element& element) { return iterator->next(element); };
  });
  expect_error<OutOfRange>("the data ended after 3 elements",
                           [&] { model.fit(short_data, {.steps_per_epoch = 4}); });
  EXPECT_TRUE(model.finished());
  EXPECT_EQ(model.fit(labelled(16, 4)).losses.size(), 4u);
}

// ---- the progress bar, with a clock that stands at `now` ----

struct Bar {
  explicit Bar(ProgressBar::Options options)
      : bar(text_sink(out), options, [this] { return now; }) {}
  std::ostringstream out;
  double now = 100;
  ProgressBar bar;
};

Logs logs_of(double loss, double accuracy) {
  Logs logs;
  logs.add({"loss", loss});
  logs.add({"accuracy", accuracy});
  return logs;
}

TEST(ProgressBar, MovesAsKerasDraws) {
  Bar b({.verbose = 1, .epochs = 3, .steps = 500});
  b.bar.on_epoch_begin(0);
  b.now += 2;
  b.bar.on_train_batch_end(99, logs_of(2.25, 0.125));
  b.now += 0.01;
  b.bar.on_train_batch_end(100, logs_of(9, 9));  // too early to be drawn
  b.now += 0.99;
  b.bar.on_train_batch_end(299, logs_of(1.5, 0.0005));
  b.now += 1;
  b.bar.on_train_batch_end(499, logs_of(1.25, 0.5));
  b.bar.on_epoch_end(0, logs_of(1.25, 0.5));
  EXPECT_EQ(b.out.str(),
            "Epoch 1/3\n"
            "100/500 [=====>........................] - ETA: 8s - loss: 2.2500 - accuracy: 0.1250"
            "\r300/500 [=================>............] - ETA: 1s - loss: 1.5000 - accuracy: "
            "5.0000e-04"
            "\r500/500 [==============================] - 4s 5ms/step - loss: 1.2500 - accuracy: "
            "0.5000\n");
}

TEST(ProgressBar, CoversWhatWasLonger) {
  Bar b({.verbose = 1, .epochs = 1, .steps = 9});
  b.bar.on_epoch_begin(0);
  b.now += 4000;
  b.bar.on_train_batch_end(0, logs_of(2.25, 0.125));
  b.bar.on_epoch_end(0, Logs());
  const std::string text = b.out.str();
  EXPECT_THAT(text, testing::HasSubstr("1/9 [==>"));
  EXPECT_THAT(text, testing::HasSubstr("ETA: 8:53:20"));
  const std::size_t again = text.find('\r');
  EXPECT_EQ(text.size() - 1 - (again + 1), again - text.find('\n') - 1);  // spaces to the end
}

TEST(ProgressBar, IsOneLineWhenVerboseIsTwo) {
  Bar b({.verbose = 2, .epochs = 2, .steps = 10});
  b.bar.on_epoch_begin(1);
  b.now += 1;
  b.bar.on_train_batch_end(4, logs_of(2, 0.5));
  b.now += 1;
  b.bar.on_epoch_end(1, logs_of(1, 0.75));
  EXPECT_EQ(b.out.str(),
            "Epoch 2/2\n10/10 - 2s - loss: 1.0000 - accuracy: 0.7500 - 2s/epoch - 200ms/step\n");
}

TEST(ProgressBar, IsWhatFitPrints) {
  System system;
  Sequential model = compiled(system, 2);
  std::ostringstream out;
  model.fit(labelled(16, 4),
            {.epochs = 2, .validation_data = labelled(8, 4), .out = text_sink(out)});
  EXPECT_THAT(out.str(), testing::HasSubstr("Epoch 2/2\n"));
  EXPECT_THAT(out.str(), testing::ContainsRegex("4/4 \\[=*\\] - 0s [0-9]*[mu]s/step - loss: "
                                                "[0-9.]* - accuracy: [0-9.]* - val_loss: "));
  std::ostringstream test;
  model.evaluate(labelled(8, 4), {.out = text_sink(test)});
  EXPECT_THAT(test.str(), testing::ContainsRegex("^2/2 \\[=*\\] - 0s .* - loss: [0-9.]*"));
  std::ostringstream silent;
  model.fit(labelled(16, 4), {.verbose = 0, .out = text_sink(silent)});
  EXPECT_EQ(silent.str(), "");
}

}  // namespace
}  // namespace pipette::keras
