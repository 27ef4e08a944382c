// Remote buffers of replicas that share what they keep; that moving changes no number; what it
// needs.
#include "pipeline/offload_fixture.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

TEST(Offloading, SharesStateBetweenReplicas) {
  const CostModel costs(architecture("Mk2"));
  for (const int replicas : {1, 2, 4}) {
    const Setting setting{PipelineSchedule::grouped, replicas};
    const Offloaded kept = train(setting);
    const Offloaded shared = train(setting, [](PipelineOptions& o) {
      o.offload_weight_update_variables = std::nullopt;
      o.replicated_optimizer_state_sharding = true;
    });
    EXPECT_EQ(kept.weights, shared.weights);
    std::vector<std::int64_t> extra;
    for (int stage = 0; stage < 2; ++stage) {
      extra.push_back(2 *
                      transfer_cycles(kernel_bytes(stage), std::min(2 * replicas, 4), replicas));
      for (const std::int64_t bytes : kernel_bytes(stage)) {
        extra.back() += costs.allgather(replicas, bytes).total_cycles();
      }
    }
    const std::int64_t more = shared.cycles - kept.cycles;
    EXPECT_EQ(more, kUpdates * (update_cycles(kept, extra) - update_cycles(kept, {0, 0})));
    for (const Instruction* load :
         instructions(shared.executable.root, InstructionKind::remote_load)) {
      const std::vector<std::int64_t> kernels = kernel_bytes(load->ipu);
      const std::int64_t bytes = std::get<RemoteLoad>(load->what).bytes;
      EXPECT_TRUE(bytes == ceil_div(kernels[0], replicas) ||
                  bytes == ceil_div(kernels[1], replicas));
    }
  }
}

TEST(Offloading, SharesWeightsBetweenReplicas) {
  const int replicas = 4;
  const Setting setting{PipelineSchedule::grouped, replicas};
  const Offloaded kept = train(setting);
  const Offloaded shared =
      train(setting, [](PipelineOptions& o) { o.replicated_weight_sharding = true; });
  const Offloaded both = train(setting, [](PipelineOptions& o) {
    o.replicated_weight_sharding = true;
    o.offload_weights = true;
  });
  EXPECT_EQ(kept.weights, shared.weights);
  EXPECT_EQ(kept.weights, both.weights);
  EXPECT_LT(kept.cycles, shared.cycles);
  EXPECT_LT(shared.cycles, both.cycles);
  for (std::size_t ipu = 0; ipu < 2; ++ipu) {
    std::int64_t shares = 0;
    for (const std::int64_t bytes : kernel_bytes(static_cast<int>(ipu))) {
      shares += ceil_div(bytes, replicas);
    }
    EXPECT_EQ(always_live(shared, ipu) - always_live(both, ipu), shares);
    EXPECT_EQ(always_live(kept, ipu) - always_live(both, ipu),
              sum(kernel_bytes(static_cast<int>(ipu))));
  }
}

// Whatever is moved, under any schedule and mapping: the same bits.
TEST(Offloading, NeverChangesANumber) {
  const std::vector<float> expected = train({}).weights;
  for (const PipelineSchedule schedule : all_schedules()) {
    for (const std::vector<StageDevices>& mapping :
         {std::vector<StageDevices>{0, 1}, std::vector<StageDevices>{0, 0}}) {
      const bool one_ipu = mapping[1].devices[0] == 0;
      if (schedule == PipelineSchedule::interleaved && one_ipu) continue;
      for (int bits = 1; bits < 32; ++bits) {
        const Offloaded moved = train({schedule, 1, mapping}, [bits](PipelineOptions& o) {
          o.offload_weight_update_variables = (bits & 1) != 0;
          o.offload_gradient_accumulation_buffers = (bits & 2) != 0;
          o.offload_activations = (bits & 4) != 0;
          o.offload_weights = (bits & 8) != 0;
          o.allow_recompute = (bits & 16) != 0;
        });
        EXPECT_EQ(moved.weights, expected) << to_label(schedule) << " " << bits;
      }
    }
  }
}

TEST(Offloading, NeedsAMachineWithRemoteBuffers) {
  const auto trace = [](const std::function<void(PipelineOptions&)>& choose) {
    Graph graph("no remote buffers");
    graph.set_target({.remote_buffers = false});
    const Graph::Scope scope(graph);
    PipelineOptions options;
    options.gradient_accumulation_count = 4;
    choose(options);
    pipeline({[] {}, [] {}}, options);
  };
  using Options = PipelineOptions;
  const auto needs = [&](const std::string& name, const std::function<void(Options&)>& choose) {
    expect_error<FailedPrecondition>(name + " needs remote buffers", [&] { trace(choose); });
  };
  needs("offload_activations", [](Options& o) { o.offload_activations = true; });
  needs("offload_weights", [](Options& o) { o.offload_weights = true; });
  needs("replicated_weight_sharding", [](Options& o) { o.replicated_weight_sharding = true; });
  needs("offload_gradient_accumulation_buffers",
        [](Options& o) { o.offload_gradient_accumulation_buffers = true; });
  needs("offload_weight_update_variables",
        [](Options& o) { o.offload_weight_update_variables = true; });
  expect_error<ValueError>("replicated_optimizer_state_sharding", [&] {
    trace([](Options& o) {
      o.offload_weight_update_variables = false;
      o.replicated_optimizer_state_sharding = true;
    });
  });
  // Sharing out state that cannot be offloaded is left out, as upstream leaves it.
  trace([](Options& o) { o.replicated_optimizer_state_sharding = true; });
}

// The message knows what would help this program.
TEST(Offloading, IsProposedWhenAPipelineDoesNotFit) {
  const auto message = [](bool remote_buffers) -> std::string {
    const Network network({512, 512, 512, kClasses});
    Momentum momentum;
    Graph graph("too large");
    graph.set_target({.remote_buffers = remote_buffers});
    const Graph::Scope scope(graph);
    PipelineOptions options;
    options.gradient_accumulation_count = 8;
    options.offload_weight_update_variables = false;
    options.inputs = {fill(Shape{kBatch, kInputs}, {DType::f32, Shape{}}, 1.0f),
                      constant(Array::zeros(DType::i32, Shape{kBatch}))};
    options.optimizer_function = [&](Tensor loss) {
      return OptimizerFunctionOutput{momentum, loss};
    };
    pipeline({[&](Tensor x, Tensor labels) {
                return std::vector<Tensor>{network.layer(1, network.layer(0, x)), labels};
              },
              [&](Tensor x, Tensor labels) {
                return std::vector<Tensor>{loss_of(network.layer(3, network.layer(2, x)), labels)};
              }},
             options);
    Architecture small = architecture("Mk2");
    small.tile_memory_bytes = 1024;
    try {
      compile(graph, CostModel(small));
    } catch (const ResourceExhausted& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_THAT(message(true),
              AllOf(HasSubstr("IPU 0 is out of memory"), HasSubstr("more stages"),
                    HasSubstr("dense_1/kernel"), HasSubstr("offload_weight_update_variables"),
                    HasSubstr("offload_gradient_accumulation_buffers")));
  EXPECT_THAT(message(false), AllOf(HasSubstr("more stages"), HasSubstr("less state"),
                                    testing::Not(HasSubstr("offload"))));
}

}  // namespace
}  // namespace pipette::pipelining
