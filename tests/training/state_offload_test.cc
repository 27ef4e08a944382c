// GradientAccumulationOptimizerV2 with the inner optimizer's state in remote buffers.
#include <gtest/gtest.h>

#include "core/random.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "program/strategy.h"
#include "training/cross_replica.h"

namespace pipette {
namespace {

constexpr std::int64_t kSize = 100, kBytes = 4 * kSize;
constexpr std::int64_t kMiniBatches = 4, kUpdates = 3;

struct Trained {
  std::vector<float> weights;
  std::int64_t cycles = 0, always_live = 0;
};

DeviceConfig replicated(int replicas) {
  DeviceConfig config;
  config.num_ipus = replicas;
  return config;
}

// Pulls weights to a pattern, with Adam; the state of `small` is too small to be moved.
Trained train(const DeviceConfig& config, const GradientAccumulationOptions& options) {
  Array start(ArraySpec{DType::f32, Shape{kSize}});
  RandomStream random(5, "start");
  for (float& x : start.span<float>()) x = random.uniform(-1, 1);
  const Variable w("w", start), small("small", Array::scalar(2.0f));
  CrossReplicaGradientAccumulationOptimizerV2 optimizer(std::make_shared<Adam>(0.1f), kMiniBatches,
                                                        options);
  const Function function("train", [&] {
    loops::repeat(kMiniBatches * kUpdates, [&] {
      optimizer.minimize(reduce_sum(square(Tensor(w))) + square(Tensor(small)), {w, small});
    });
  });
  Machine machine(config);
  Strategy strategy(machine);
  strategy.run(function);
  const Span run = machine.trace[machine.trace.end() - 1];
  const Array final_weights = w.value();
  const auto values = final_weights.span<float>();
  Trained trained{{values.begin(), values.end()}, run.end - run.begin, 0};
  trained.always_live = strategy.compiled(function).memory[0].total_always_live_bytes;
  trained.weights.push_back(small.value().item<float>());
  return trained;
}

TEST(StateOffloading, LoadsAndStoresOnceAnUpdate) {
  for (const int replicas : {1, 2, 4}) {
    const DeviceConfig config = replicated(replicas);
    const Trained kept = train(config, {.offload_weight_update_variables = false});
    const Trained moved = train(config, {});  // where the machine can
    const Trained shared = train(config, {.replicated_optimizer_state_sharding = true});
    EXPECT_EQ(kept.weights, moved.weights);
    EXPECT_EQ(kept.weights, shared.weights);
    EXPECT_EQ(kept.always_live - moved.always_live, 2 * kBytes);
    EXPECT_EQ(kept.always_live - shared.always_live, 2 * kBytes);
    const CostModel costs(architecture("Mk2"));
    const auto transfer = [&](std::int64_t bytes) {
      return costs.remote_transfer(bytes, replicas).total_cycles();
    };
    EXPECT_EQ(moved.cycles - kept.cycles, kUpdates * 2 * 2 * transfer(kBytes));
    EXPECT_EQ(shared.cycles - kept.cycles,
              kUpdates * (2 * 2 * transfer(kBytes / replicas) +
                          costs.allgather(replicas, kBytes).total_cycles()));
  }
}

TEST(StateOffloading, NeedsRemoteBuffers) {
  DeviceConfig config;
  config.remote_buffers = false;
  const Trained kept = train(config, {.offload_weight_update_variables = false});
  const Trained silent = train(config, {});
  EXPECT_EQ(kept.cycles, silent.cycles);
  EXPECT_EQ(kept.always_live, silent.always_live);
  EXPECT_THROW(train(config, {.offload_weight_update_variables = true}), FailedPrecondition);
  EXPECT_THROW(train({}, {.offload_weight_update_variables = false,
                          .replicated_optimizer_state_sharding = true}),
               ValueError);
}

// An optimizer of one's own, whose state is read and assigned like any variable.
class Averaging : public Optimizer {
 public:
  Operation apply_gradients(const GradientsAndVariables& pairs) override {
    Operation last;
    for (const auto& [gradient, variable] : pairs) {
      const Tensor next = read(average) * 0.5 + gradient;
      assign(average, next);
      last = assign(variable, read(variable) - next * 0.1);
    }
    return last;
  }
  std::vector<Variable> state(const Variable&) const override { return {average}; }

  Variable average{"average", Array::zeros(DType::f32, Shape{kSize})};
};

// The order of nodes in the update: load, what uses the state, store.
TEST(StateOffloading, FindsStateThatOnlyTheUpdateUses) {
  for (const bool used_elsewhere : {false, true}) {
    const Variable w("w", Array::filled<float>(Shape{kSize}, 1.0f));
    const auto inner = std::make_shared<Averaging>();
    GradientAccumulationOptimizerV2 optimizer(inner, 2);
    Graph graph("own");
    const Graph::Scope scope(graph);
    loops::repeat(4, [&] {
      const Tensor loss = reduce_sum(square(Tensor(w)));
      if (used_elsewhere) assign(w, read(w) + read(inner->average));
      optimizer.minimize(loss, {w});
    });
    std::vector<OpKind> touching;  // of the update, in order
    for (const Node& node : graph.nodes()) {
      if (node.kind != OpKind::every) continue;
      for (const NodeId id : graph.region(node.regions[0]).nodes) {
        const Node& inside = graph.node(id);
        const auto* moved = std::get_if<RemoteAttributes>(&inside.attributes);
        const auto* used = std::get_if<VariableAttributes>(&inside.attributes);
        if ((moved != nullptr && moved->variable == inner->average) ||
            (used != nullptr && used->variable == inner->average)) {
          touching.push_back(inside.kind);
        }
      }
    }
    std::vector<OpKind> expected{OpKind::read, OpKind::assign};
    if (!used_elsewhere) {
      expected = {OpKind::remote_load, OpKind::read, OpKind::assign, OpKind::remote_store};
    }
    EXPECT_EQ(touching, expected);
  }
}

}  // namespace
}  // namespace pipette
