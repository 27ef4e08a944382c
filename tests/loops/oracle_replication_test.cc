// The published cases on replicas and shards.
#include "graph/shard.h"
#include "loops/oracle_fixture.h"

namespace pipette {
namespace {

DeviceConfig with_ipus(int num_ipus) {
  DeviceConfig config;
  config.num_ipus = num_ipus;
  return config;
}

struct ReplicatedSystem {
  explicit ReplicatedSystem(int num_ipus) : machine(with_ipus(num_ipus)) {}
  Machine machine;
  Strategy strategy{machine};
};

// "range(n) cast to float32, each value broadcast to shape [2], repeated forever"
Dataset range_2(const Json& oracle) {
  const std::string text = oracle.at("inputs").at("dataset");
  int n = 0;
  if (std::sscanf(text.c_str(), "range(%d) cast to float32, each value broadcast to shape [2]",
                  &n) != 1) {
    throw std::invalid_argument("another data set: " + text);
  }
  return Dataset::range(n)
      .map([](const Element& e) {
        return Element(
            Array::filled<float>({2}, static_cast<float>(e.leaf().item<std::int64_t>())));
      })
      .repeat();
}

TEST(Oracle, replica_sum_variable) {
  PIPETTE_ORACLE_CASE(replica_sum_variable);
  ASSERT_EQ(oracle["operation"], "cross_replica_sum(v+v)");
  const int replicas = oracle["inputs"]["replicas"];
  ReplicatedSystem system(replicas);
  const Variable v("v", Array::scalar(oracle["inputs"]["variable"].get<float>()));
  const Function f("sum", [&] { return cross_replica_sum(read(v) + read(v)); });
  expect_fill(system.strategy.run(f).leaf(), {replicas}, oracle["expected"]["result_fill"]);
}

TEST(Oracle, replica_infeed_outfeed) {
  PIPETTE_ORACLE_CASE(replica_infeed_outfeed);
  ASSERT_EQ(oracle["operation"], "repeat(5): v = cross_replica_sum(v + x); enqueue(v)");
  const int replicas = oracle["inputs"]["replicas"];
  ReplicatedSystem system(replicas);
  InfeedQueue infeed = iter(range_2(oracle));
  OutfeedQueue outfeed;
  const Function f("sums", [&](const Nest<Tensor>& in) {
    return repeat(
        5,
        [&](Tensor v, Tensor x) {
          v = cross_replica_sum(v + x);
          return LoopResults{v, outfeed.enqueue(v)};
        },
        {in[0].leaf()}, &infeed)[0];
  });
  const Array v0 = Array::filled<float>({2}, oracle["inputs"]["carried"][0].get<float>());
  const Array result = system.strategy.run(f, Element::tuple({v0})).leaf();
  expect_fill(result, {replicas, 2}, oracle["expected"]["result_fill"]);
  const Array outfed = outfeed.dequeue().leaf();
  EXPECT_EQ(outfed.shape(), shape_of(oracle["expected"]["outfeed_shape"]));
  expect_rows(outfed, oracle["expected"]["fill_per_iteration_each_replica"]);
}

TEST(Oracle, replica_no_allreduce) {
  PIPETTE_ORACLE_CASE(replica_no_allreduce);
  ASSERT_EQ(oracle["operation"], "repeat(2): enqueue(x)");
  const auto values = oracle["inputs"]["dataset"].get<std::vector<float>>();
  ReplicatedSystem system(oracle["inputs"]["replicas"].get<int>());
  InfeedQueue infeed = iter(Dataset::from_tensor_slices(
      Array::of<float>({static_cast<std::int64_t>(values.size())}, values)));
  OutfeedQueue outfeed;
  system.strategy.run(Function("copy", [&] {
    repeat(
        2, [&](Tensor x) { return outfeed.enqueue(x); }, {}, &infeed);
  }));
  const Array outfed = outfeed.dequeue().leaf();
  const auto expected = oracle["expected"]["outfeed"].get<std::vector<std::vector<float>>>();
  ASSERT_EQ(outfed.shape(), (Shape{2, 2}));
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t r = 0; r < 2; ++r) {
      EXPECT_EQ(outfed.data<float>()[2 * i + r], expected[i][r]) << i << " " << r;
    }
  }
}

TEST(Oracle, shard_and_replica) {
  PIPETTE_ORACLE_CASE(shard_and_replica);
  ASSERT_EQ(oracle["operation"],
            "shard0: z=v+x, y=x*x; shard1: z=crs(z)+crs(y), enqueue; repeat(2)");
  ReplicatedSystem system(oracle["inputs"]["ipus"].get<int>());
  InfeedQueue infeed = iter(range_2(oracle));
  OutfeedQueue outfeed;
  const Function f("sharded", [&](const Nest<Tensor>& in) {
    return repeat(
        2,
        [&](Tensor v, Tensor x) {
          Tensor z = v, y = x;
          {
            const Shard first(0);
            z = v + x;
            y = x * x;
          }
          const Shard second(1);
          z = cross_replica_sum(z) + cross_replica_sum(y);
          return LoopResults{z, outfeed.enqueue(z)};
        },
        {in[0].leaf()}, &infeed)[0];
  });
  const Array v0 = Array::filled<float>({2}, 0.0f);
  const Array result = system.strategy.run(f, Element::tuple({v0})).leaf();
  EXPECT_EQ(system.strategy.engine()->num_replicas(), oracle["inputs"]["replicas"]);
  EXPECT_EQ(system.strategy.engine()->executable().num_ipus, oracle["inputs"]["shards"]);
  expect_fill(result, {2, 2}, oracle["expected"]["result_fill"]);
  const Array outfed = outfeed.dequeue().leaf();
  EXPECT_EQ(outfed.shape(), shape_of(oracle["expected"]["outfeed_shape"]));
  expect_rows(outfed, oracle["expected"]["outfeed_fill"]);
}

TEST(Oracle, strategy_allreduce) {
  PIPETTE_ORACLE_CASE(strategy_allreduce);
  ASSERT_EQ(oracle["inputs"]["value"], "replica index as float");
  const int replicas = oracle["inputs"]["replicas"];
  ReplicatedSystem system(replicas);
  const Function f("all_reduce", [&] {
    const Tensor value = cast(replica_index(), DType::f32);
    return Nest<Tensor>::tuple(
        {all_reduce(kernels::ReduceOp::sum, value), all_reduce(kernels::ReduceOp::mean, value)});
  });
  const Nest<Array> result = system.strategy.run(f);
  expect_fill(result[0].leaf(), {replicas}, oracle["expected"]["sum"]);
  expect_fill(result[1].leaf(), {replicas}, oracle["expected"]["mean"]);
}

}  // namespace
}  // namespace pipette
