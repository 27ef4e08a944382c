#include "loops/fifo.h"
#include "loops/oracle_fixture.h"

namespace pipette {
namespace {

TEST(Oracle, loop_inplace) {
  PIPETTE_ORACLE_CASE(loop_inplace);
  System system;
  const Function f("in_place", [](const Nest<Tensor>& in) {
    const Values out = while_loop([](Tensor i, Tensor) { return i < 3; },
                                  [](Tensor i, Tensor x) {
                                    return Values{i + 1, relu(x * x)};
                                  },
                                  {in[0].leaf(), in[1].leaf()});
    return Nest<Tensor>::tuple({out[0], out[1]});
  });
  const Array x = Array::of<float>({4}, oracle["inputs"]["x"].get<std::vector<float>>());
  const Nest<Array> out =
      system.strategy.run(f, Element::tuple({Array::scalar(std::int32_t{0}), x}));
  EXPECT_EQ(out[0].leaf().item<std::int32_t>(), oracle["expected"]["counter"].get<int>());
  expect_fill(out[1].leaf(), {4}, oracle["expected"]["x_fill"]);
}

TEST(Oracle, loop_nested) {
  PIPETTE_ORACLE_CASE(loop_nested);
  ASSERT_EQ(oracle["operation"], "outer 3 x inner 2: x = 2x; y = sum_i(x_i * y_j) / x");
  System system;
  const Shape shape = shape_of(oracle["inputs"]["shape"]);
  const float fill_value = oracle["inputs"]["x_fill"];
  const Function f("nested", [&](const Nest<Tensor>& in) {
    const auto inner = [](Tensor j, Tensor x, Tensor y) {
      const Tensor doubled = x * 2.0;
      // sum over i of x_i * y_j
      const Tensor products = reshape(doubled, {4, 1}) * reshape(y, {1, 4});
      return Values{j + 1, doubled, reduce_sum(products, {0}) / doubled};
    };
    const Values out = while_loop([](Tensor i, Tensor, Tensor) { return i < 3; },
                                  [&](Tensor i, Tensor x, Tensor y) {
                                    const Values after = while_loop(
                                        [](Tensor j, Tensor, Tensor) { return j < 2; }, inner,
                                        {constant(Array::scalar(std::int32_t{0})), x, y});
                                    return Values{i + 1, after[1], after[2]};
                                  },
                                  {in[0].leaf(), in[1].leaf(), in[2].leaf()});
    return Nest<Tensor>::tuple({out[0], out[1], out[2]});
  });
  const Array x = Array::filled<float>(shape, fill_value);
  const Nest<Array> out =
      system.strategy.run(f, Element::tuple({Array::scalar(std::int32_t{0}), x, x}));
  EXPECT_EQ(out[0].leaf().item<std::int32_t>(), oracle["expected"]["counter"].get<int>());
  expect_fill(out[1].leaf(), shape, oracle["expected"]["x_fill"]);
  expect_fill(out[2].leaf(), shape, oracle["expected"]["y_fill"]);
}

TEST(Oracle, synthetic_data) {
  PIPETTE_ORACLE_CASE(synthetic_data);
  ASSERT_EQ(oracle["expected"]["ALL"], "arrays with leading dimension 0");
  ASSERT_EQ(oracle["expected"]["LAST"], "FailedPreconditionError mentioning synthetic data");
  for (const OutfeedMode mode : {OutfeedMode::all, OutfeedMode::last}) {
    Machine machine;
    Strategy strategy(machine, {.synthetic_data = true});
    OutfeedQueue outfeed({.mode = mode});
    const Function f("count", [&] {
      repeat(20,
             [&](Tensor v) {
               return LoopResults{v + 1, outfeed.enqueue(v)};
             },
             {constant(Array::filled<float>({4, 4}, 1.0f))});
    });
    strategy.run(f);
    if (mode == OutfeedMode::all) {
      EXPECT_EQ(outfeed.dequeue().leaf().shape(), (Shape{0, 4, 4}));
      continue;
    }
    try {
      outfeed.dequeue();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const FailedPrecondition& error) {
      EXPECT_STREQ(error.name(), "FailedPreconditionError");
      EXPECT_THAT(error.what(), testing::HasSubstr("synthetic data"));
    }
  }
}

TEST(Oracle, doc_perf_training_example) {
  PIPETTE_ORACLE_CASE(doc_perf_training_example);
  ASSERT_EQ(oracle["inputs"]["dataset"], "ones[800] -> (x, x), repeated");
  System system;
  const Array ones = Array::filled<float>({800}, 1.0f);
  InfeedQueue infeed = iter(Dataset::from_tensors(Element::tuple({ones, ones})).repeat());
  OutfeedQueue outfeed;
  const Function f("loop", [&](const Nest<Tensor>& in) {
    return repeat(
        oracle["inputs"]["n"].get<int>(),
        [&](Tensor counter, Tensor x1, Tensor x2) {
          return LoopResults{
              counter + 1, outfeed.enqueue(Nest<Tensor>::dict({{"d1", x1 + x2}, {"d2", x1 - x2}}))};
        },
        {in[0].leaf()}, &infeed)[0];
  });
  const Array counter = Array::scalar(oracle["inputs"]["carried"][0].get<std::int32_t>());
  EXPECT_EQ(system.strategy.run(f, Element::tuple({counter})).leaf().item<std::int32_t>(),
            oracle["expected"]["counter"].get<std::int32_t>());
  const Nest<Array> out = outfeed.dequeue();
  for (const char* key : {"d1", "d2"}) {
    expect_fill(out[key].leaf(), shape_of(oracle["expected"][key]["shape"]),
                oracle["expected"][key]["fill"]);
  }
}

// No case of these areas is without its test.
TEST(Oracle, EveryCaseOfTheseAreasIsHere) {
  std::set<std::string> tests;
  const auto* suites = testing::UnitTest::GetInstance();
  for (int i = 0; i < suites->total_test_suite_count(); ++i) {
    const auto* suite = suites->GetTestSuite(i);
    if (std::string(suite->name()) != "Oracle") continue;
    for (int k = 0; k < suite->total_test_count(); ++k) tests.insert(suite->GetTestInfo(k)->name());
  }
  const std::set<std::string> areas{"infeed",       "outfeed",       "loops",
                                    "docs-example", "infeed-errors", "outfeed-errors"};
  int count = 0;
  for (const Json& entry : testing_support::oracle_file().at("cases")) {
    if (!areas.contains(entry.at("area"))) continue;
    ++count;
    EXPECT_TRUE(tests.contains(entry.at("id"))) << entry.at("id") << " has no test";
  }
  EXPECT_GE(count, 22);
}

TEST(Oracle, fifo_depth5_repeat6) {
  PIPETTE_ORACLE_CASE(fifo_depth5_repeat6);
  const auto x = oracle["inputs"]["x"].get<std::vector<float>>();
  const int depth = oracle["inputs"]["depth"];
  ASSERT_EQ(oracle["operation"], "repeat(6, x = fifo(x))");
  for (const std::int64_t iterations : {6, 5}) {
    System system;
    const Function f("fifo", [&](const Nest<Tensor>& in) {
      return repeat(iterations, [&](Tensor v) { return loops::fifo(v, depth); }, {in[0].leaf()})[0];
    });
    const Array start = Array::of<float>({static_cast<std::int64_t>(x.size())}, x);
    const Array out = system.strategy.run(f, Element::tuple({start})).leaf();
    const auto values = out.span<float>();
    const std::vector<float> got(values.begin(), values.end());
    if (iterations == 6) {
      EXPECT_EQ(got, oracle["expected"]["result"].get<std::vector<float>>());
    } else {
      EXPECT_EQ(got, std::vector<float>(x.size(), 0.0f));  // what it was filled with
    }
  }
}

}  // namespace
}  // namespace pipette
