// What JavaScript's functions do while they are traced, with callbacks written in C++.
#include "bindings/tracing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bindings/hosted_strategy.h"
#include "bindings/operators.h"
#include "graph/ops.h"

namespace pipette::bindings {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Json parsed(const std::string& text) { return parse_json(text); }

// Runs `body` as a function of no arguments and gives its result.
Nest<Array> run(Tracing& tracing, const Callback& body) {
  HostedStrategy strategy("{}");
  strategy.start(strategy.add_function("function", body, tracing), {});
  while (!strategy.observed().advance(Budget::instructions(3))) {
  }
  return strategy.result();
}

TEST(Tracing, ValuesAreNumbersWithDtypesAndShapes) {
  Tracing tracing;
  const Nest<Array> result = run(tracing, [&](const Json&) {
    const Json x = tracing.values().added(constant(Array::of<float>({2}, {3, 4})));
    EXPECT_EQ(x["dtype"], "float32");
    EXPECT_EQ(x["shape"], parsed("[2]"));
    const Tensor same = tracing.values().tensor(parsed(R"({"tensor":)" + x["tensor"].dump() + "}"));
    return tracing.values().added(call_operator("square", "{}", {same}));
  });
  EXPECT_EQ(result.leaf().data<float>()[1], 16.0f);
}

TEST(Tracing, StructuresKeepListsAndDicts) {
  Tracing tracing;
  const Nest<Array> result = run(tracing, [&](const Json&) {
    const auto number = [&](float value) { return tracing.values().added(constant(value)); };
    const Json list = Json::array({number(1), number(2)});
    const Nest<Tensor> given = tracing.values().structure(
        {{"dict", Json::array({Json::array({"list", list}), Json::array({7, number(3)})})}});
    EXPECT_EQ(given.at("list").size(), 2u);
    return tracing.values().added(given);
  });
  EXPECT_EQ(result["list"][1].leaf().item<float>(), 2.0f);
  EXPECT_EQ(result.at(NestKey(7)).leaf().item<float>(), 3.0f);
}

TEST(Tracing, ArraysOfAStructureAreNumbered) {
  const Array a = Array::scalar(1.0f), b = Array::scalar(2.0f);
  const Nest<Array> nest = Nest<Array>::dict({{"x", a}, {"y", Nest<Array>::tuple({b, a})}});
  std::vector<Array> leaves;
  const Json structure = structure_json(nest, leaves);
  EXPECT_EQ(structure, parsed(R"({"dict":[["x",0],["y",[1,2]]]})"));
  EXPECT_TRUE(array_structure(structure, leaves).same_structure(nest));
  for (const char* wrong : {"3", "-1", "\"x\"", "[0,[9]]", R"({"dict":[["x"]]})", "{}", "null"}) {
    EXPECT_THROW(array_structure(parsed(wrong), leaves), Error) << wrong;
  }
}

TEST(Tracing, NumbersOfOtherFunctionsAreRefused) {
  Tracing tracing;
  Json kept;
  run(tracing, [&](const Json&) { return kept = tracing.values().added(constant(1.0f)); });
  EXPECT_THAT([&] { run(tracing, [&](const Json&) { return kept; }); },
              ThrowsMessage<RuntimeError>(HasSubstr("outside of the function")));
  EXPECT_THROW(tracing.values().tensor(kept), RuntimeError);
  for (const char* wrong : {"1", "null", "[]", R"({"tensor":"a"})", R"({"tensor":1e30})"}) {
    EXPECT_THROW(run(tracing,
                     [&](const Json&) {
                       tracing.values().tensor(parsed(wrong));
                       return Json::array();
                     }),
                 Error)
        << wrong;
  }
}

TEST(Tracing, LoopsCarryValues) {
  Tracing tracing;
  const Nest<Array> result = run(tracing, [&](const Json&) {
    const Json inputs = Json::array({tracing.values().added(constant(1.0f))});
    return tracing.repeat(R"({"count":5})", inputs,
                          [&](const Json& given) {
                            const Tensor v = tracing.values().tensor(given[0][0]);
                            return Json::array({tracing.values().added(v * 2.0)});
                          },
                          nullptr);
  });
  EXPECT_EQ(result[0].leaf().item<float>(), 32.0f);
}

TEST(Tracing, AnErrorThatIsCaughtInALoopIsNotForgotten) {
  Tracing tracing;
  const auto failing = [&](const Json&) {
    const auto loop = [&] {
      tracing.repeat(R"({"count":2})", Json::array(),
                     [](const Json&) -> Json { throw ValueError("of the body"); }, nullptr);
    };
    EXPECT_THROW(loop(), ValueError);
    return Json::array();
  };
  EXPECT_THAT([&] { run(tracing, failing); },
              ThrowsMessage<FailedPrecondition>(HasSubstr("unfinished")));
  // The next function is none the worse.
  EXPECT_EQ(run(tracing, [&](const Json&) { return tracing.values().added(constant(2.0f)); })
                .leaf()
                .item<float>(),
            2.0f);
}

TEST(Tracing, OneBranchRunsAndItsSpansAreExplained) {
  Tracing tracing;
  HostedStrategy strategy("{}");
  const int function = strategy.add_function(
      "chosen",
      [&](const Json& given) {
        const Tensor x = tracing.values().tensor(given[0]);
        const Json predicate = tracing.values().added(x < 1.0);
        const auto scaled = [&](double by) {
          return [&, by](const Json&) { return Json::array({tracing.values().added(x * by)}); };
        };
        return tracing.cond(predicate, scaled(10), scaled(100));
      },
      tracing);
  const auto chosen = [&](float x) {
    strategy.start(function, Nest<Array>::tuple({Array::scalar(x)}));
    while (!strategy.observed().advance(Budget::instructions(1))) {
    }
    return strategy.result().flatten().at(0).item<float>();
  };
  EXPECT_EQ(chosen(0.5f), 5.0f);
  EXPECT_EQ(chosen(2), 200.0f);
  const ObservedRun& observed = strategy.observed();
  int taken[2] = {0, 0}, always = 0;
  for (std::int64_t i = observed.trace().first(); i < observed.trace().end(); ++i) {
    const std::string words = observed.explain(observed.trace()[i]);
    const std::string because = "because the predicate of \"cond\" was ";
    const bool yes = words.find(because + "true.") != std::string::npos;
    const bool no = words.find(because + "false.") != std::string::npos;
    const std::string& name = observed.trace().name(observed.trace()[i].name);
    EXPECT_EQ(yes, name.starts_with("cond/if_true")) << name;
    EXPECT_EQ(no, name.starts_with("cond/if_false")) << name;
    taken[0] += yes;
    taken[1] += no;
    always += !yes && !no;
  }
  EXPECT_GT(taken[0], 0);
  EXPECT_EQ(taken[0], taken[1]);
  EXPECT_GT(always, 0);
}

// However a run is cut, and whether its caller dequeues in the middle of it.
TEST(Tracing, LossesThatAProgramOutfeedsAreNoted) {
  using Enqueued = std::function<Nest<Tensor>(const Tensor&)>;
  const auto losses_of = [](const Enqueued& element, std::int64_t instructions,
                            OutfeedMode mode = OutfeedMode::all) {
    Tracing tracing;
    const auto queue = std::make_shared<OutfeedQueue>(OutfeedOptions{.mode = mode});
    HostedStrategy strategy("{}");
    const Variable counter("counter", Array::scalar(0.0f));
    const auto body = [&](const Json&) {
      tracing.repeat(R"({"count":3})", Json::array(),
                     [&](const Json&) {
                       tracing.use(queue, *queue);
                       const Tensor next = read(counter) + 1.0;
                       assign(counter, next);
                       queue->enqueue(element(next));
                       return Json::array();
                     },
                     nullptr);
      return Json::array();
    };
    const int function = strategy.add_function("training", body, tracing);
    for (int run = 0; run < 2; ++run) {
      strategy.start(function, {});
      while (!strategy.observed().advance(Budget::instructions(instructions))) {
        if (mode == OutfeedMode::all) queue->dequeue();
      }
    }
    const LossRecord& losses = strategy.observed().record().losses;
    for (std::size_t i = 1; i < losses.size(); ++i)
      EXPECT_GT(losses.cycles[i], losses.cycles[i - 1]);
    return losses.values.kept();
  };
  const auto expected = testing::ElementsAre(1, 2, 3, 4, 5, 6);
  for (const std::int64_t instructions : {1, 5, 1000}) {
    EXPECT_THAT(losses_of([](const Tensor& x) { return x; }, instructions), expected);
    EXPECT_THAT(losses_of([](const Tensor& x) { return Nest<Tensor>::tuple({x}); }, instructions),
                expected);
    EXPECT_THAT(losses_of(
                    [](const Tensor& x) {
                      return Nest<Tensor>::dict({{"a", x * 9.0}, {"loss", x}, {"z", x * 7.0}});
                    },
                    instructions),
                expected);
  }
  EXPECT_THAT(losses_of(
                  [](const Tensor& x) {
                    return Nest<Tensor>::dict({{"x", x}});
                  },
                  5),
              testing::IsEmpty());
  EXPECT_THAT(losses_of(
                  [](const Tensor& x) {
                    return Nest<Tensor>::tuple({x, x});
                  },
                  5),
              testing::IsEmpty());
  EXPECT_THAT(losses_of([](const Tensor& x) { return reshape(x, Shape{1}); }, 5),
              testing::IsEmpty());
  EXPECT_THAT(losses_of([](const Tensor& x) { return x; }, 5, OutfeedMode::last),
              testing::IsEmpty());
}

TEST(Tracing, WhatIsPrintedHasALimit) {
  Tracing tracing;
  HostedStrategy strategy("{}");
  const auto body = [&](const Json&) {
    tracing.repeat(R"({"count":30})", Json::array(),
                   [](const Json&) {
                     print_tensor(constant(Array::zeros(DType::f32, {1000})), "x");
                     return Json::array();
                   },
                   nullptr);
    return Json::array();
  };
  const int function = strategy.add_function("printing", body, tracing);
  const std::string& printed = strategy.observed().record().printed;
  for (int run = 0; run < 10; ++run) {
    strategy.start(function, {});
    while (!strategy.observed().advance(Budget::unlimited())) {
    }
    if (run == 0) {
      EXPECT_EQ(std::count(printed.begin(), printed.end(), '\n'), 30);
    }
  }
  EXPECT_LT(printed.size(), Record::kMostTensorText + 100);
  EXPECT_GT(printed.size(), Record::kMostTensorText - 10'000);
  EXPECT_THAT(printed, testing::EndsWith("no more than 1048576 bytes are kept\n"));
}

TEST(Tracing, OperatorsSayWhatTheyTake) {
  Tracing tracing;
  run(tracing, [&](const Json&) {
    const Tensor x = constant(Array::of<float>({2}, {3, 4}));
    const auto call = [&](const char* name, const char* options, std::vector<Tensor> in) {
      return [=] { call_operator(name, options, in); };
    };
    EXPECT_THAT(call("sqr", "{}", {x}), ThrowsMessage<InvalidArgument>(
                                            HasSubstr("there is no operator \"sqr\"; there are")));
    EXPECT_THAT(call("matmul", "{}", {x}),
                ThrowsMessage<InvalidArgument>(HasSubstr("takes 2 tensors, but 1 are given")));
    EXPECT_THAT(call("relu", R"({"axes":1})", {x}),
                ThrowsMessage<InvalidArgument>(HasSubstr("no option \"axes\"")));
    EXPECT_THAT(call("add", "{}", {x}), ThrowsMessage<InvalidArgument>(HasSubstr("number")));
    EXPECT_THAT(call("iterationCounter", "{}", {}),
                ThrowsMessage<FailedPrecondition>(HasSubstr("stage of a pipeline")));
    return Json::array();
  });
  EXPECT_THROW(call_operator("replicaIndex", "{}", {}), RuntimeError);
}

TEST(Tracing, AStrategyGoesOnAfterAFunctionIsDropped) {
  Tracing tracing;
  HostedStrategy strategy("{}");
  int traced = 0;
  const int function = strategy.add_function(
      "doubled",
      [&](const Json& given) {
        ++traced;
        return tracing.values().added(tracing.values().tensor(given[0]) * 2.0);
      },
      tracing);
  const auto doubled = [&](float x) {
    strategy.start(function, Nest<Array>::tuple({Array::scalar(x)}));
    while (!strategy.observed().advance(Budget::unlimited())) {
    }
    return strategy.result().leaf().item<float>();
  };
  EXPECT_EQ(doubled(4), 8.0f);
  EXPECT_EQ(doubled(5), 10.0f);
  EXPECT_EQ(traced, 1);
  strategy.remove_function(function);
  EXPECT_THROW(doubled(1), NotFound);
  EXPECT_TRUE(strategy.observed().finished());
}

}  // namespace
}  // namespace pipette::bindings
