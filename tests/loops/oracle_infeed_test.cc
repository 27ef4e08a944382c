#include "loops/oracle_fixture.h"

namespace pipette {
namespace {

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

}  // namespace
}  // namespace pipette
