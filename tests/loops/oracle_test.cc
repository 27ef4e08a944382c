// The published cases on queues and loops, each named by its id. Inputs that are numbers, and every
// expected number, are read from the file.
#include "oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "program/strategy.h"

namespace pipette {
namespace {

using loops::LoopArguments;
using loops::LoopResults;
using loops::repeat;
using loops::while_loop;
using testing_support::Json;
using Values = std::vector<Tensor>;

struct System {
  Machine machine;
  Strategy strategy{machine};
};

Shape shape_of(const Json& sizes) { return Shape(sizes.get<std::vector<std::int64_t>>()); }

void expect_fill(const Array& array, const Shape& shape, float value) {
  EXPECT_EQ(array.shape(), shape);
  const Array wide = array.cast(DType::f32);
  for (const float x : wide.span<float>()) ASSERT_EQ(x, value);
}

// Row i of `array` [rows, ...] is filled with rows[i].
void expect_rows(const Array& array, const Json& rows) {
  ASSERT_EQ(array.shape()[0], static_cast<std::int64_t>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Array row = array.slice(static_cast<std::int64_t>(i));
    expect_fill(row, row.shape(), rows[i].get<float>());
  }
}

// "range(n) cast to float32, each value broadcast to shape [4, 4], repeated forever"
Dataset range_4x4(const Json& oracle) {
  const std::string text = oracle.at("inputs").at("dataset");
  int n = 0;
  if (std::sscanf(text.c_str(), "range(%d) cast to float32, each value broadcast to shape [4, 4]",
                  &n) != 1) {
    throw std::invalid_argument("another data set: " + text);
  }
  return Dataset::range(n)
      .map([](const Element& e) {
        return Element(
            Array::filled<float>({4, 4}, static_cast<float>(e.leaf().item<std::int64_t>())));
      })
      .repeat();
}

Array halved(const Array& x) {
  Array y = x.clone();
  for (float& v : y.span<float>()) v = (v + 10) / 2;
  return y;
}

Dataset range_tuple(const Json& oracle) {
  EXPECT_EQ(oracle.at("inputs").value("map", "x -> (x, (x+10)/2)"), "x -> (x, (x+10)/2)");
  return range_4x4(oracle).map([](const Element& e) {
    return Element::tuple({e.leaf(), halved(e.leaf())});
  });
}

Array ones_like_carried(const Json& carried) {
  return Array::filled<float>({4, 4}, carried.get<float>());
}

template <class E, class F>
void expect_error(const Json& expected, F&& f) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const E& error) {
    EXPECT_EQ(expected.at("error"), error.name());
    EXPECT_THAT(error.what(),
                testing::HasSubstr(expected.at("message_contains").get<std::string>()));
  }
}

TEST(Oracle, infeed_repeat_sum) {
  PIPETTE_ORACLE_CASE(infeed_repeat_sum);
  System system;
  InfeedQueue infeed = iter(range_4x4(oracle));
  const Function f("sum", [&](const Nest<Tensor>& in) {
    return repeat(
        20, [](Tensor v, Tensor x) { return v + x; }, {in[0].leaf()}, &infeed)[0];
  });
  const Array v0 = ones_like_carried(oracle["inputs"]["carried"][0]);
  expect_fill(system.strategy.run(f, Element::tuple({v0})).leaf(),
              shape_of(oracle["expected"]["shape"]), oracle["expected"]["result_fill"]);
}

TEST(Oracle, infeed_tuple) {
  PIPETTE_ORACLE_CASE(infeed_tuple);
  System system;
  InfeedQueue infeed = iter(range_tuple(oracle));
  EXPECT_EQ(infeed.number_of_tuple_elements(), 2);
  const Function f("sum", [&](const Nest<Tensor>& in) {
    return repeat(
        5, [](Tensor v, Tensor im1, Tensor im2) { return v + im1 + im2; }, {in[0].leaf()},
        &infeed)[0];
  });
  const Array v0 = ones_like_carried(oracle["inputs"]["carried"][0]);
  expect_fill(system.strategy.run(f, Element::tuple({v0})).leaf(),
              shape_of(oracle["expected"]["shape"]), oracle["expected"]["result_fill"]);
}

TEST(Oracle, infeed_dict_kwargs) {
  PIPETTE_ORACLE_CASE(infeed_dict_kwargs);
  ASSERT_EQ(oracle["inputs"]["map"], "x -> {'a': x, 'b': (x+10)/2}");
  // The order of the keys does not matter: both orders of the dict give the same.
  for (const bool a_first : {true, false}) {
    System system;
    InfeedQueue infeed = iter(range_4x4(oracle).map([=](const Element& e) {
      const Element::Entry a{"a", e.leaf()}, b{"b", halved(e.leaf())};
      return a_first ? Element::dict({a, b}) : Element::dict({b, a});
    }));
    const Function f("sums", [&](const Nest<Tensor>& in) {
      const Values out = repeat(
          5,
          [](const LoopArguments& args) {
            return Values{args[0] + args["a"], args[1] + args["b"]};
          },
          {in[0].leaf(), in[1].leaf()}, &infeed);
      return Nest<Tensor>::tuple({out[0], out[1]});
    });
    const Json& carried = oracle["inputs"]["carried"];
    const Nest<Array> result = system.strategy.run(
        f, Element::tuple({ones_like_carried(carried[0]), ones_like_carried(carried[1])}));
    for (const int i : {0, 1}) {
      expect_fill(result[i].leaf(), shape_of(oracle["expected"]["shape"]),
                  oracle["expected"]["result_fill"][static_cast<std::size_t>(i)]);
    }
  }
}

TEST(Oracle, infeed_while_loop) {
  PIPETTE_ORACLE_CASE(infeed_while_loop);
  ASSERT_EQ(oracle["inputs"]["carried"], Json({"i=0", "v=1.0"}));
  System system;
  InfeedQueue infeed = iter(range_4x4(oracle));
  const Function f("sum", [&](const Nest<Tensor>& in) {
    const Values out = while_loop([](Tensor i, Tensor) { return i < 20; },
                                  [](Tensor i, Tensor v, Tensor x) {
                                    return Values{i + 1, v + x};
                                  },
                                  {in[0].leaf(), in[1].leaf()}, &infeed);
    return Nest<Tensor>::tuple({out[0], out[1]});
  });
  const Nest<Array> result = system.strategy.run(
      f, Element::tuple({Array::scalar(std::int32_t{0}), Array::filled<float>({4, 4}, 1.0f)}));
  EXPECT_EQ(result[0].leaf().item<std::int32_t>(), 20);
  expect_fill(result[1].leaf(), shape_of(oracle["expected"]["shape"]),
              oracle["expected"]["result_fill"]);
  EXPECT_EQ(infeed.elements_read(), 20);
}

TEST(Oracle, infeed_position_persists) {
  PIPETTE_ORACLE_CASE(infeed_position_persists);
  System system;
  InfeedQueue infeed = iter(range_4x4(oracle));
  const std::int64_t counts[] = {0, 2, 2, 2};
  std::vector<Function> programs;
  for (const std::int64_t count : counts) {
    programs.emplace_back("sum", [&infeed, count](const Nest<Tensor>& in) {
      return repeat(
          count, [](Tensor v, Tensor x) { return v + x; }, {in[0].leaf()}, &infeed)[0];
    });
  }
  const Json& expected = oracle["expected"]["result_fill_per_run"];
  ASSERT_EQ(expected.size(), programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Array v0 = ones_like_carried(oracle["inputs"]["carried"][0]);
    expect_fill(system.strategy.run(programs[i], Element::tuple({v0})).leaf(), {4, 4}, expected[i]);
  }
  EXPECT_EQ(system.strategy.num_compilations(), 4);
}

TEST(Oracle, infeed_only_dict_unpacked) {
  PIPETTE_ORACLE_CASE(infeed_only_dict_unpacked);
  ASSERT_EQ(oracle["inputs"]["dataset"], "from_tensor_slices(({'x0': ones[2], 'x1': ones[2]},))");
  System system;
  const Array ones = Array::filled<float>({2}, 1.0f);
  InfeedQueue infeed = iter(
      Dataset::from_tensor_slices(Element::tuple({Element::dict({{"x0", ones}, {"x1", ones}})})));
  const Function f("total", [&](const Nest<Tensor>& in) {
    return repeat(
        2, [](const LoopArguments& args) { return args[0] + (args["x0"] + args["x1"]); },
        {in[0].leaf()}, &infeed)[0];
  });
  const Array v0 = Array::scalar(oracle["inputs"]["carried"][0].get<float>());
  EXPECT_EQ(system.strategy.run(f, Element::tuple({v0})).leaf().item<float>(),
            oracle["expected"]["result"][0].get<float>());
}

TEST(Oracle, infeed_restart) {
  PIPETTE_ORACLE_CASE(infeed_restart);
  ASSERT_EQ(oracle["inputs"]["dataset"], "generator yielding 0..4 once");
  System system;
  InfeedQueue infeed(Dataset::from_generator(ArraySpec{DType::f32, {}}, [] {
    return [i = 0](Element& e) mutable {
      if (i == 5) return false;
      e = Array::scalar(static_cast<float>(i++));
      return true;
    };
  }));
  const Function f("sum", [&](const Nest<Tensor>& in) {
    return repeat(
        5, [](Tensor v, Tensor x) { return v + x; }, {in[0].leaf()}, &infeed)[0];
  });
  for (const Json& expected : oracle["expected"]["result_per_cycle"]) {
    infeed.initialize();
    const Array v0 = Array::scalar(oracle["inputs"]["carried"][0].get<float>());
    EXPECT_EQ(system.strategy.run(f, Element::tuple({v0})).leaf().item<float>(),
              expected.get<float>());
    infeed.destroy();
  }
}

TEST(Oracle, infeed_undefined_shape) {
  PIPETTE_ORACLE_CASE(infeed_undefined_shape);
  const Dataset batched = Dataset::range(10)
                              .map([](const Element&) {
                                return Element(Array::filled<float>({4, 4}, 1.0f));
                              })
                              .batch(10, false);
  expect_error<ValueError>(oracle["expected"], [&] { InfeedQueue infeed(batched); });
}

TEST(Oracle, infeed_zero_dim) {
  PIPETTE_ORACLE_CASE(infeed_zero_dim);
  System system;
  InfeedQueue infeed = iter(Dataset::from_tensors(Array::zeros(DType::f32, {0, 4})).repeat());
  const Function f("sum", [&] {
    return repeat(
        5, [](Tensor v, Tensor x) { return v + reduce_sum(x); }, {constant(0.0f)}, &infeed)[0];
  });
  expect_error<InvalidArgument>(oracle["expected"], [&] { system.strategy.run(f); });
}

TEST(Oracle, infeed_int8_uint8) {
  PIPETTE_ORACLE_CASE(infeed_int8_uint8);
  ASSERT_EQ(oracle["inputs"]["dataset"], "range(10) as int8, map x -> (x-5, uint8(x-5))");
  // Through float16 and through float32.
  for (const DType wide : {DType::f16, DType::f32}) {
    System system;
    InfeedQueue infeed = iter(Dataset::range(10).map([](const Element& e) {
      const auto x = static_cast<std::int8_t>(e.leaf().item<std::int64_t>() - 5);
      return Element::tuple({Array::scalar(x), Array::scalar(static_cast<std::uint8_t>(x))});
    }));
    OutfeedQueue outfeed;
    const Function f("cast", [&] {
      repeat(
          10,
          [&](Tensor x1, Tensor x2) {
            outfeed.enqueue(Nest<Tensor>::tuple(
                {cast(cast(x1, wide) + 1, DType::i8), cast(cast(x2, wide) - 1, DType::u8)}));
          },
          {}, &infeed);
    });
    system.strategy.run(f);
    const Nest<Array> out = outfeed.dequeue();
    EXPECT_EQ(out[0].leaf().dtype(), DType::i8);
    EXPECT_EQ(out[1].leaf().dtype(), DType::u8);
    expect_rows(out[0].leaf(), oracle["expected"]["out0"]);
    expect_rows(out[1].leaf(), oracle["expected"]["out1"]);
  }
}

TEST(Oracle, outfeed_all_basic) {
  PIPETTE_ORACLE_CASE(outfeed_all_basic);
  System system;
  OutfeedQueue outfeed;
  const Function f("count", [&](const Nest<Tensor>& in) {
    return repeat(20,
                  [&](Tensor v) {
                    return LoopResults{v + 1, outfeed.enqueue(v)};
                  },
                  {in[0].leaf()})[0];
  });
  const Array ones = Array::filled<float>({4, 4}, 1.0f);
  expect_fill(system.strategy.run(f, Element::tuple({ones})).leaf(), {4, 4},
              oracle["expected"]["result_fill"]);
  const Array rows = outfeed.dequeue().leaf();
  EXPECT_EQ(rows.shape(), shape_of(oracle["expected"]["outfeed_shape"]));
  expect_rows(rows, oracle["expected"]["outfeed_row_fill"]);
  EXPECT_EQ(outfeed.dequeue().leaf().shape(), (Shape{0, 4, 4}));
}

TEST(Oracle, outfeed_nested_loops) {
  PIPETTE_ORACLE_CASE(outfeed_nested_loops);
  System system;
  OutfeedQueue queue1, queue2;
  const Function f("nested", [&](const Nest<Tensor>& in) {
    repeat(10,
           [&](Tensor v) {
             queue1.enqueue(v);
             return repeat(10,
                           [&](Tensor w) {
                             queue2.enqueue(w);
                             return w + 1;
                           },
                           {v})[0];
           },
           {in[0].leaf()});
  });
  const Array v0 = Array::scalar(oracle["inputs"]["carried"][0].get<float>());
  system.strategy.run(f, Element::tuple({v0}));
  expect_rows(queue1.dequeue().leaf(), oracle["expected"]["queue1"]);
  expect_rows(queue2.dequeue().leaf(), oracle["expected"]["queue2"]);
}

TEST(Oracle, outfeed_with_infeed) {
  PIPETTE_ORACLE_CASE(outfeed_with_infeed);
  System system;
  InfeedQueue infeed = iter(range_4x4(oracle));
  OutfeedQueue outfeed;
  const Function f("sum", [&](const Nest<Tensor>& in) {
    repeat(
        20,
        [&](Tensor v, Tensor x) {
          const Tensor sum = v + x;
          return LoopResults{sum, outfeed.enqueue(sum)};
        },
        {in[0].leaf()}, &infeed);
  });
  system.strategy.run(f, Element::tuple({ones_like_carried(oracle["inputs"]["carried"][0])}));
  const Array rows = outfeed.dequeue().leaf();
  EXPECT_EQ(rows.shape(), shape_of(oracle["expected"]["outfeed_shape"]));
  expect_rows(rows, oracle["expected"]["all_rows_fill"]);
  expect_fill(rows.slice(5), {4, 4}, oracle["expected"]["row5_fill"]);
  expect_fill(rows.slice(19), {4, 4}, oracle["expected"]["last_row_fill"]);
}

// repeat(5): v += im1 + im2; enqueue({'v', 'image1', 'image2'})
Nest<Array> run_dict(const Json& oracle, OutfeedMode mode) {
  System system;
  InfeedQueue infeed = iter(range_tuple(oracle));
  OutfeedQueue outfeed({.mode = mode});
  const Function f("dict", [&](const Nest<Tensor>& in) {
    repeat(
        5,
        [&](Tensor v, Tensor im1, Tensor im2) {
          const Tensor sum = v + im1 + im2;
          outfeed.enqueue(Nest<Tensor>::dict({{"v", sum}, {"image1", im1}, {"image2", im2}}));
          return sum;
        },
        {in[0].leaf()}, &infeed);
  });
  system.strategy.run(f, Element::tuple({Array::zeros(DType::f32, {4, 4})}));
  return outfeed.dequeue();
}

TEST(Oracle, outfeed_dict_all) {
  PIPETTE_ORACLE_CASE(outfeed_dict_all);
  ASSERT_EQ(oracle["inputs"]["carried"], Json({0.0}));
  const Nest<Array> out = run_dict(oracle, OutfeedMode::all);
  for (const char* key : {"v", "image1", "image2"}) {
    EXPECT_EQ(out[key].leaf().shape(), (Shape{5, 4, 4}));
    expect_rows(out[key].leaf(), oracle["expected"][key]);
  }
}

TEST(Oracle, outfeed_dict_last) {
  PIPETTE_ORACLE_CASE(outfeed_dict_last);
  const Nest<Array> out = run_dict(oracle, OutfeedMode::last);
  for (const char* key : {"v", "image1", "image2"}) {
    expect_fill(out[key].leaf(), {4, 4}, oracle["expected"][key]);
  }
}

TEST(Oracle, outfeed_double_enqueue) {
  PIPETTE_ORACLE_CASE(outfeed_double_enqueue);
  System system;
  OutfeedQueue outfeed;
  const Function f("twice", [&] {
    repeat(5,
           [&](Tensor v) {
             outfeed.enqueue(v);
             outfeed.enqueue(v);
             return v + 1;
           },
           {constant(0.0f)});
  });
  expect_error<ValueError>(oracle["expected"], [&] { system.strategy.run(f); });
}

TEST(Oracle, outfeed_last_before_run) {
  PIPETTE_ORACLE_CASE(outfeed_last_before_run);
  System system;
  OutfeedQueue outfeed({.mode = OutfeedMode::last});
  expect_error<FailedPrecondition>(oracle["expected"], [&] { outfeed.dequeue(); });
  const Function f("once", [&] { outfeed.enqueue(1.0f); });
  system.strategy.compiled(f);  // traced and compiled, not run
  expect_error<FailedPrecondition>(oracle["expected"], [&] { outfeed.dequeue(); });
  system.strategy.run(f);
  EXPECT_EQ(outfeed.dequeue().leaf().item<float>(), 1.0f);
}

// A 1000-iteration program whose values are dequeued while it runs.
struct ContinuousDequeue {
  System system;
  InfeedQueue infeed = iter(Dataset::range(1000).map(
      [](const Element& e) { return Element(e.leaf().cast(DType::i32)); }));
  OutfeedQueue outfeed;
  Function program{"enqueue", [this] {
                     repeat(
                         1000, [this](Tensor x) { return outfeed.enqueue(x); }, {}, &infeed);
                   }};
  std::vector<std::int32_t> collected;
  int dequeues_with_data = 0;

  void collect() {
    const Nest<Array> out = outfeed.dequeue();
    if (!out.is_leaf()) return;  // nothing traced yet
    const std::span<std::int32_t> values = out.leaf().span<std::int32_t>();
    dequeues_with_data += !values.empty();
    collected.insert(collected.end(), values.begin(), values.end());
  }
};

#if !defined(__EMSCRIPTEN__)
TEST(Oracle, outfeed_continuous_dequeue) {
  PIPETTE_ORACLE_CASE(outfeed_continuous_dequeue);
  ContinuousDequeue run;
  std::thread engine([&] { run.system.strategy.run(run.program); });
  while (run.collected.size() < 1000) {
    run.collect();
    std::this_thread::yield();
  }
  engine.join();
  EXPECT_EQ(run.collected, oracle["expected"]["collected"].get<std::vector<std::int32_t>>());
  run.collect();
  EXPECT_EQ(run.collected.size(), 1000u);
}
#else
TEST(Oracle, outfeed_continuous_dequeue) {
  PIPETTE_ORACLE_CASE(outfeed_continuous_dequeue);
  ContinuousDequeue run;
  run.system.strategy.start(run.program);
  while (!run.system.strategy.advance(Budget::instructions(37))) run.collect();
  run.collect();
  EXPECT_EQ(run.collected, oracle["expected"]["collected"].get<std::vector<std::int32_t>>());
  EXPECT_GT(run.dequeues_with_data, 20);
}
#endif

// The browser's way, natively too: between instructions.
TEST(Outfeed, IsDequeuedBetweenInstructions) {
  ContinuousDequeue run;
  run.system.strategy.start(run.program);
  while (!run.system.strategy.advance(Budget::instructions(37))) run.collect();
  run.collect();
  ASSERT_EQ(run.collected.size(), 1000u);
  for (std::int32_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(run.collected[static_cast<std::size_t>(i)], i);
  }
  EXPECT_GT(run.dequeues_with_data, 20);
}

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
  if (testing_support::oracle_file().is_null()) GTEST_SKIP() << "no oracle/cases.json";
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

}  // namespace
}  // namespace pipette
