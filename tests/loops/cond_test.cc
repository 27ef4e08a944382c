#include "loops/cond.h"

#include "graph/gradient.h"
#include "interpreter.h"
#include "loops/loops_fixture.h"
#include "program/engine.h"
#include "random_streams.h"
#include "same_bits.h"

namespace pipette {
namespace {

using loops::cond;
using testing_support::interpret;
using testing_support::RecordingSink;
using testing_support::same_bits;

Tensor is_true(const Tensor& x) { return compare(kernels::Comparison::greater, x, constant(0.0f)); }

TEST(Cond, GivesTheResultsOfTheBranchTaken) {
  RunFunction f([](const Values& in) {
    return cond(
        is_true(in[0]),
        [&] {
          return Values{in[1] * 2.0, in[0] + 1.0};
        },
        [&] {
          return Values{in[1], constant(7.0f)};
        });
  });
  EXPECT_THAT(scalars(f({f32(1), f32(5)})), ElementsAre(10, 2));
  EXPECT_THAT(scalars(f({f32(-1), f32(5)})), ElementsAre(5, 7));
}

TEST(Cond, OnlyTheBranchTakenActs) {
  Variable yes("yes", f32(0)), no("no", f32(0));
  OutfeedQueue outfeed;
  RunFunction f([&](const Values& in) {
    cond(
        is_true(in[0]), [&] { return assign(yes, read(yes) + in[1]); },
        [&] {
          assign(no, read(no) + in[1]);
          return outfeed.enqueue(read(no));
        });
    return Values{};
  });
  for (const float x : {1.0f, -1.0f, -2.0f, 3.0f, 4.0f}) f({f32(x), f32(10)});
  EXPECT_EQ(yes.value().item<float>(), 30);
  EXPECT_EQ(no.value().item<float>(), 20);
  const Array shown = outfeed.dequeue().leaf();
  EXPECT_THAT(std::vector<float>(shown.span<float>().begin(), shown.span<float>().end()),
              ElementsAre(10, 20));
}

TEST(Cond, StandsInLoopsAndHoldsThem) {
  // Halves even numbers and triples odd ones, as Collatz has it, until 1 is reached.
  RunFunction f([](const Values& in) {
    return while_loop(
        [](Tensor n, Tensor) { return compare(kernels::Comparison::greater, n, constant(1.0f)); },
        [](Tensor n, Tensor steps) {
          const Tensor half = n * 0.5;
          const Tensor even =
              compare(kernels::Comparison::equal, half, unary(kernels::UnaryOp::floor, half));
          const Tensor next = cond(
              even, [&] { return half; },
              [&] {
                return repeat(3, [&](Tensor sum) { return sum + n; }, {constant(1.0f)})[0];
              })[0];
          return Values{next, steps + 1.0};
        },
        {in[0], in[1]});
  });
  EXPECT_THAT(scalars(f({f32(6), f32(0)})), ElementsAre(1, 8));
  EXPECT_THAT(scalars(f({f32(27), f32(0)})), ElementsAre(1, 111));
}

TEST(Cond, AVariableThatABranchWritesIsReadAsItWasBefore) {
  Variable v("v", f32(3));
  RunFunction f([&](const Values& in) {
    const Tensor before = read(v);
    const Tensor inside = cond(
        is_true(in[0]),
        [&] {
          assign(v, before * 2.0);
          return read(v) + before;
        },
        [&] { return before; })[0];
    return Values{before, inside, read(v)};
  });
  EXPECT_THAT(scalars(f({f32(-1)})), ElementsAre(3, 3, 3));
  EXPECT_THAT(scalars(f({f32(1)})), ElementsAre(3, 9, 6));
}

// A network whose branches are trained: every third step takes the one that counts and has a
// variable more.
struct Branched {
  Variable w{"w", Array::of<float>({2}, {0.5f, -0.25f})}, b{"b", f32(0.125f)};
  Variable turns{"turns", f32(0)}, taken{"taken", f32(0)};
  RecordingSink sink;

  Tensor train() {
    const Tensor turn = read(turns);
    assign(turns, turn + 1.0);
    const Tensor third = turn - unary(kernels::UnaryOp::floor, turn / 3.0) * 3.0;
    const GradientTape tape;
    const Tensor x = turn * 0.125 + read(w);
    const auto often = [&] {
      return cond(
          reduce_sum(x) < 1.0, [&] { return exp(x); }, [&] { return x * read(w); })[0];
    };
    const auto seldom = [&] {
      assign(taken, read(taken) + 1.0);
      stream_out(sink, {read(taken)});
      return square(x) * read(b) + read(w);
    };
    const Tensor y = cond(third < 2.0, often, seldom)[0];
    const Tensor loss = reduce_mean(square(y - 1.0));
    const std::vector<Tensor> gradients = tape.gradient(loss, {w, b});
    apply_sgd(w, gradients[0], 0.1f);
    apply_sgd(b, gradients[1], 0.1f);
    stream_out(sink, {loss});
    return loss;
  }
  std::string state() const {
    std::string bytes = sink.record;
    for (const Variable& each : {w, b, turns, taken}) {
      bytes.append(reinterpret_cast<const char*>(each.value().bytes()), each.value().num_bytes());
    }
    return bytes;
  }
};

// What remains after 12 steps; `names` of what was executed, if they are wanted.
std::string run_branched(const CompileOptions& options, const Budget& slice, std::int64_t* cycles,
                         std::vector<std::string>* names = nullptr) {
  Branched model;
  Graph graph("branched");
  {
    const Graph::Scope scope(graph);
    repeat(12, [&] { model.train(); });
  }
  Machine machine;
  Engine engine(compile(graph, machine.device.cost_model(), options), machine);
  engine.start();
  while (engine.running()) {
    if (names != nullptr) names->push_back(engine.next_instruction()->name);
    engine.advance(slice);
  }
  EXPECT_EQ(machine.steps, 12);
  if (cycles != nullptr) *cycles = machine.device.now();
  return model.state();
}

TEST(Cond, TrainsToTheBitsOfTheInterpreterHoweverItIsCompiledAndCut) {
  Branched model;
  Graph graph("branched");
  {
    const Graph::Scope scope(graph);
    repeat(12, [&] { model.train(); });
  }
  interpret(graph);
  EXPECT_EQ(model.taken.value().item<float>(), 4);
  std::int64_t whole = 0, stepped = 0;
  for (const bool fuse : {false, true}) {
    for (const bool reuse : {false, true}) {
      EXPECT_TRUE(
          same_bits(run_branched({fuse, reuse}, Budget::unlimited(), &whole), model.state()));
    }
  }
  std::vector<std::string> names;
  EXPECT_TRUE(
      same_bits(run_branched({}, Budget::instructions(1), &stepped, &names), model.state()));
  EXPECT_EQ(whole, stepped);
  EXPECT_EQ(std::count(names.begin(), names.end(), "cond/if_false/taken/assign"), 4);
  EXPECT_EQ(std::count(names.begin(), names.end(), "gradients/cond/if_false/result"), 4);
  EXPECT_EQ(std::count(names.begin(), names.end(), "gradients/cond/if_true/result"), 8);
}

// Every instruction below `root`, and of each If only the branch.
std::int64_t cycles_below(const Instruction& root, std::size_t branch) {
  std::int64_t cycles = root.cost().total_cycles();
  const bool chooses = root.kind() == InstructionKind::if_else;
  for (std::size_t i = 0; i < root.children.size(); ++i) {
    if (!chooses || i == branch) cycles += cycles_below(root.children[i], branch);
  }
  return cycles;
}

TEST(Cond, OnlyTheBranchTakenCostsCycles) {
  Variable flag("flag", Array::scalar(true)), x("x", Array::zeros(DType::f32, {64, 64}));
  Graph graph("costs");
  {
    const Graph::Scope scope(graph);
    cond(
        read(flag), [&] { return assign(x, matmul(read(x), read(x))); },
        [&] { return assign(x, read(x) + 1.0); });
  }
  std::vector<std::int64_t> cycles;
  for (const bool taken : {true, false}) {
    flag.assign(Array::scalar(taken));
    Machine machine;
    const auto executable = compile(graph, machine.device.cost_model());
    Engine engine(executable, machine);
    engine.start();
    const std::int64_t begin = machine.device.cycles(0);
    ASSERT_TRUE(engine.advance(Budget::unlimited()));
    std::int64_t spent = 0;
    for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
      const Span span = machine.trace[i];
      if (span.instruction < 0) continue;
      spent += span.end - span.begin;
      EXPECT_TRUE(
          machine.trace.name(span.name).starts_with(taken ? "cond/if_true/" : "cond/if_fa"));
    }
    EXPECT_EQ(spent, cycles_below(executable->root, taken ? 0 : 1));
    EXPECT_GE(machine.device.cycles(0) - begin, spent);
    cycles.push_back(spent);
  }
  EXPECT_GT(cycles[0], cycles[1]);
  EXPECT_GT(cycles[1], 0);
}

TEST(Cond, ReplicasMustAgree) {
  DeviceConfig device;
  device.num_ipus = 2;
  Machine machine(device);
  Strategy strategy(machine);
  const auto runs = [&](bool reduced) {
    Nest<Array> result;
    const Function f("agree", [&] {
      const Tensor own = cast(replica_index(), DType::f32);  // 0 and 1
      const Tensor shared = reduced ? cross_replica_sum(own) : own;
      return cond(
          is_true(shared), [&] { return own * 10.0; }, [&] { return own - 1.0; })[0];
    });
    return strategy.run(f).leaf();
  };
  const Array all = runs(true);
  EXPECT_EQ(all.data<float>()[0], 0);
  EXPECT_EQ(all.data<float>()[1], 10);
  try {
    runs(false);
    ADD_FAILURE() << "replicas went different ways";
  } catch (const FailedPrecondition& error) {
    EXPECT_THAT(error.what(), HasSubstr("false on replica 0 and true on replica 1"));
  }
  EXPECT_EQ(runs(true).data<float>()[1], 10);  // the engine is ready for another run
}

TEST(Cond, ErrorsNameWhatDiffers) {
  const auto one = [] { return constant(1.0f); };
  const auto choose = [&](const loops::LoopBody& yes, const loops::LoopBody& no) {
    return [=](const Values& in) { return cond(is_true(in[0]), yes, no); };
  };
  expect_error<ValueError>(choose(one, [] { return Values{}; }), "1 tensors, but false_branch 0");
  expect_error<TypeError>(choose(one, [] { return constant(Array::scalar(true)); }),
                          "result 0 is float32 in true_branch, but bool");
  expect_error<InvalidArgument>(choose(one, [] { return broadcast_to(constant(1.0f), {3}); }),
                                "result 0 has shape [] in true_branch, but [3]");
  expect_error<TypeError>(choose([](Tensor x) { return x; }, one), "if_true takes 1 arguments");
  expect_error<TypeError>([&](const Values& in) { return cond(in[0], one, one); }, "must be bool");
  expect_error<InvalidArgument>(
      [&](const Values& in) { return cond(is_true(broadcast_to(in[0], {2})), one, one); },
      "must be a scalar");
  expect_error<FailedPrecondition>(
      [&](const Values& in) {
        return repeat(4,
                      [&](Tensor x) {
                        return cond(
                            is_true(x),
                            [&] {
                              every(2, [] {});
                              return x;
                            },
                            [&] { return x; })[0];
                      },
                      {in[0]});
      },
      "accumulates gradients over mini-batches");
  expect_error<InvalidArgument>(
      [&](const Values& in) {
        std::optional<Tensor> inside;
        cond(
            is_true(in[0]), [&] { inside = in[0] * 2.0; }, [] {});
        return Values{*inside + 1.0};
      },
      "made inside a loop body or branch that has ended");
}

}  // namespace
}  // namespace pipette
