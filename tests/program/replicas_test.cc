// Replicas: what they exchange, when they meet, and how many there are.
#include "program/replicas_fixture.h"

#include "graph/gradient.h"
#include "graph/shard.h"

namespace pipette {
namespace {

using kernels::ReduceOp;
using testing::ElementsAre;
using testing::HasSubstr;

Array scalar_of(DType dtype, float x) { return Array::scalar(x).cast(dtype); }

// What `op` of one number from each replica gives, by replica.
Array reduced(ReduceOp op, DType dtype, const std::vector<float>& values) {
  std::vector<Array> table;
  for (const float x : values) table.push_back(scalar_of(dtype, x));
  TableSource source(std::move(table));
  Machine machine(with_ipus(static_cast<int>(values.size())));
  Strategy strategy(machine);
  const Function f("reduce", [&] { return all_reduce(op, stream_in(source).leaf()); });
  return strategy.run(f).leaf().cast(DType::f32);
}

std::vector<float> floats(const Array& array) {
  const auto values = array.span<float>();
  return {values.begin(), values.end()};
}

TEST(AllReduce, AddsInTheOrderOfTheReplicas) {
  const std::vector<float> in_order{1e8f, 1, -1e8f, 1};  // 1e8 + 1 rounds to 1e8
  EXPECT_THAT(floats(reduced(ReduceOp::sum, DType::f32, in_order)), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(floats(reduced(ReduceOp::sum, DType::f32, {1e8f, -1e8f, 1, 1})),
              ElementsAre(2, 2, 2, 2));
  EXPECT_THAT(floats(reduced(ReduceOp::sum, DType::f16, {2048, 1, 1})),
              ElementsAre(2048, 2048, 2048));  // rounded after each addition
  EXPECT_THAT(floats(reduced(ReduceOp::sum, DType::i32, {5, -7})), ElementsAre(-2, -2));
}

TEST(AllReduce, TheMeanDividesTheSum) {
  EXPECT_THAT(floats(reduced(ReduceOp::mean, DType::f32, {1, 2, 5})),
              ElementsAre(8.0f / 3, 8.0f / 3, 8.0f / 3));
  EXPECT_THAT(floats(reduced(ReduceOp::mean, DType::f16, {3, 4})), ElementsAre(3.5f, 3.5f));
}

TEST(AllReduce, RefusesWhatItCannotReduce) {
  Graph graph("test");
  const Graph::Scope scope(graph);
  const Tensor whole = constant(Array::scalar(std::int32_t{1}));
  EXPECT_THROW(all_reduce(ReduceOp::max, constant(1.0f)), ValueError);
  EXPECT_THROW(all_reduce(ReduceOp::mean, whole), TypeError);
  EXPECT_THROW(cross_replica_sum(whole < whole), TypeError);
}

// y = sum_r c_r x_r and L_r = w_r y: d L / d x_r, with L the sum of all L_r, is c_r sum_q w_q.
TEST(AllReduce, GradientIsReducedTheSameWay) {
  const std::vector<float> c{2, 3, 7}, w{10, 20, 40};
  std::vector<Array> table;
  for (std::size_t r = 0; r < 3; ++r) table.push_back(Array::of<float>({2}, {c[r], w[r]}));
  for (const ReduceOp op : {ReduceOp::sum, ReduceOp::mean}) {
    TableSource source(table);
    Machine machine(with_ipus(3));
    Strategy strategy(machine);
    const Variable x("x", Array::of<float>({2}, {1, 1}));
    const Array pick_w = Array::of<float>({2}, {0, 1}), pick_c = Array::of<float>({2}, {1, 0});
    const Function f("gradient", [&] {
      const Tensor in = stream_in(source).leaf();
      const Tensor own = reduce_sum(in * constant(pick_c)),
                   weight = reduce_sum(in * constant(pick_w));
      const Tensor read_x = read(x);
      return gradients(weight * all_reduce(op, own * reduce_sum(read_x)), {read_x})[0];
    });
    const float shared = op == ReduceOp::sum ? 70.0f : 70.0f / 3;
    EXPECT_THAT(floats(strategy.run(f).leaf()), ElementsAre(2 * shared, 2 * shared, 3 * shared,
                                                            3 * shared, 7 * shared, 7 * shared));
  }
}

// repeat(steps): read, square, maybe exchange, write.
struct Squares {
  explicit Squares(std::int64_t steps, bool exchange) {
    const Graph::Scope scope(graph);
    loops::repeat(steps, [&] {
      Tensor x = square(stream_in(source)[0].leaf());
      if (exchange) x = cross_replica_sum(x);
      stream_out(sink, {x});
    });
  }
  void run(Machine& machine) {
    Engine engine(compile(graph, machine.device.cost_model()), machine);
    engine.start();
    engine.advance(Budget::unlimited());
  }
  Graph graph{"squares"};
  CountingSource source;
  RecordingSink sink;
};

TEST(AllReduce, WithOneReplicaItIsFreeAndChangesNothing) {
  Squares plain(5, false), exchanging(5, true);
  Machine a, b;
  plain.run(a);
  exchanging.run(b);
  EXPECT_EQ(plain.sink.record, exchanging.sink.record);
  EXPECT_EQ(a.device.now(), b.device.now());
  EXPECT_EQ(spans_on(a, 0).size(), spans_on(b, 0).size());
}

// Replica 1 gets its element later; replica 0 waits for it, then both pay for the exchange.
TEST(AllReduce, ReplicasWaitForTheLastAndPayTheLinks) {
  constexpr int kReplicas = 4;
  Squares program(3, true);
  Machine machine(with_ipus(kReplicas));
  program.run(machine);
  const Cost cost = machine.device.cost_model().allreduce(kReplicas, 12 * 4);
  ASSERT_GT(cost.exchange_cycles, 0);
  std::vector<std::int64_t> met;  // by step, when lane 0 began to exchange
  for (int lane = 0; lane < kReplicas; ++lane) {
    std::vector<std::int64_t> begins;
    int waits = 0;
    const std::vector<Span> spans = spans_on(machine, lane);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans[i].reason == WaitReason::sync) ++waits;
      const bool exchanges =
          machine.trace.name(spans[i].name) == "all_reduce" && spans[i].reason == WaitReason::none;
      if (!exchanges || spans[i].kind != SpanKind::sync) continue;
      begins.push_back(spans[i].begin);
      ASSERT_LT(i + 2, spans.size());
      EXPECT_EQ(spans[i + 1].kind, SpanKind::exchange);
      EXPECT_EQ(spans[i].end - spans[i].begin, cost.sync_cycles);
      EXPECT_EQ(spans[i + 1].end - spans[i + 1].begin, cost.exchange_cycles);
      EXPECT_EQ(spans[i + 2].end - spans[i].begin, cost.total_cycles());
    }
    EXPECT_EQ(begins.size(), 3u) << lane;
    if (lane == 0) met = begins;
    EXPECT_EQ(begins, met);
    EXPECT_EQ(waits, lane == kReplicas - 1 ? 0 : 3) << lane;  // elements come in turn
  }
}

TEST(Replicas, HaveNumbers) {
  Machine machine(with_ipus(3));
  Strategy strategy(machine);
  const Array numbers = strategy.run(Function("index", [] { return replica_index(); })).leaf();
  EXPECT_EQ(numbers.shape(), Shape{3});
  EXPECT_THAT(floats(numbers.cast(DType::f32)), ElementsAre(0, 1, 2));
}

// A function on `shards` IPUs.
Function sharded(int shards) {
  return Function("sharded", [shards] {
    const Shard last(shards - 1);
    return cast(replica_index(), DType::f32) + 1.0;
  });
}

TEST(Replicas, AreTheIpusDividedByTheShardsRoundedUpToAPowerOfTwo) {
  const std::vector<std::vector<int>> cases{{8, 2, 4}, {8, 1, 8}, {8, 3, 2}, {4, 4, 1}, {12, 3, 3}};
  for (const std::vector<int>& c : cases) {
    Machine machine(with_ipus(c[0]));
    Strategy strategy(machine);
    strategy.run(sharded(c[1]));
    EXPECT_EQ(strategy.engine()->num_replicas(), c[2]) << c[0] << " IPUs, " << c[1] << " shards";
  }
  Machine machine(with_ipus(6));
  Strategy strategy(machine);
  try {
    strategy.run(sharded(3));
    ADD_FAILURE() << "6 is no multiple of 4";
  } catch (const InvalidArgument& e) {
    EXPECT_THAT(e.what(), HasSubstr("needs 4 IPUs for each replica"));
    EXPECT_THAT(e.what(), HasSubstr("set num_ipus to 4 or 8"));
  }
}

TEST(Replicas, AQueueServesOneNumberOfThem) {
  for (const bool sinks : {false, true}) {
    RecordingSink shared_sink;
    CountingSource shared_source;
    const auto run = [&](int replicas) {
      RecordingSink own_sink;
      CountingSource own_source;
      Graph graph("copy");
      {
        const Graph::Scope scope(graph);
        HostSource& source = sinks ? own_source : shared_source;
        stream_out(sinks ? shared_sink : own_sink, {stream_in(source)[0].leaf()});
      }
      Machine machine(with_ipus(replicas));
      Engine engine(compile(graph, machine.device.cost_model()), machine);
      engine.start();
      engine.advance(Budget::unlimited());
    };
    run(2);
    run(2);
    try {
      run(1);
      ADD_FAILURE() << "used with 2 and 1 replicas";
    } catch (const FailedPrecondition& e) {
      EXPECT_THAT(e.what(), HasSubstr("used with 2 replicas and cannot be used with 1"));
    }
    run(2);
    EXPECT_EQ(shared_sink.open, 0);
  }
}

// Two IPUs: one program uses them as two replicas, another as the two shards of one.
TEST(Replicas, StartFromWhatARunWithFewerOfThemLeft) {
  Machine machine(with_ipus(2));
  Strategy strategy(machine);
  const Variable v("v", Array::scalar(1.0f));
  const Function replicated("replicated", [&] {
    assign(v, read(v) + 1.0);
    return read(v);
  });
  const Function alone("alone", [&] {
    assign(v, read(v) * 10.0);
    const Shard second(1);
    return read(v) + 0.0;
  });
  EXPECT_THAT(floats(strategy.run(replicated).leaf()), ElementsAre(2, 2));
  EXPECT_THAT(floats(strategy.run(alone).leaf()), ElementsAre(20));
  EXPECT_THAT(floats(strategy.run(replicated).leaf()), ElementsAre(21, 21));
  EXPECT_EQ(v.storage(1).item<float>(), 21);
}

// Enough work for the cores to share it (native builds): replicas that see the same data compute
// what one alone does, also when no instruction may run ahead of the clock.
TEST(Replicas, OnSeveralCoresComputeWhatOneDoesAlone) {
  RandomStream random(7, "table");
  Array table({DType::f32, {64, 256}});
  for (float& x : table.span<float>()) x = random.uniform(-1, 1);
  const auto run = [&](int replicas, const Budget& budget) {
    TableSource source({table});
    const Variable w("w", Array::filled<float>({256, 256}, 0.01f));
    Graph graph("work");
    {
      const Graph::Scope scope(graph);
      loops::repeat(4, [&] {
        const Tensor x = stream_in(source).leaf();
        const Tensor y = unary(kernels::UnaryOp::tanh, matmul(x, w));
        apply_sgd(w, matmul(x, y, true, false), 0.01f);
      });
    }
    Machine machine(with_ipus(replicas));
    Engine engine(compile(graph, machine.device.cost_model()), machine);
    engine.start();
    while (!engine.advance(budget)) {
    }
    for (int r = 1; r < replicas; ++r) EXPECT_EQ(floats(w.storage(r)), floats(w.storage(0)));
    return floats(w.value());
  };
  const std::vector<float> alone = run(1, Budget::unlimited());
  EXPECT_EQ(run(5, Budget::unlimited()), alone);
  EXPECT_EQ(run(5, Budget::instructions(1)), alone);
  EXPECT_EQ(run(3, Budget::microseconds(50)), alone);
}

}  // namespace
}  // namespace pipette
