#include "loops/oracle_fixture.h"

namespace pipette {
namespace {

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

}  // namespace
}  // namespace pipette
