// The compiler: passes, each with named inputs and results, and what must hold between them.
#include <algorithm>

#include "program/allocation.h"
#include "program/emission.h"
#include "program/executable.h"
#include "program/invariants.h"
#include "program/memory_accounting.h"
#include "program/transfer_costs.h"

namespace pipette {

std::shared_ptr<const Executable> compile(const Graph& graph, const CostModel& costs,
                                          const CompileOptions& options) {
  // Which nodes have side effects or are needed by one that has, and which values are uniform?
  const Analysis facts(graph);

  // Which operators share a kernel?
  const Fusion fusion(graph, facts, options.fuse);
  check_fusion(graph, facts, fusion);

  // Which stage program has which nodes, and which values are held for several mini-batches?
  const PipelineCuts cuts = cut_pipelines(graph, facts);
  check_cuts(graph, facts, cuts);

  // The tree, the buffers it names, what is on which IPU, and what is streamed when.
  auto [program, needs] = emit({graph, facts, fusion, cuts, costs});
  check_tree(program);

  // How often does it fit on the device, and what do transfers then cost?
  if (options.device_ipus > 0) {
    program.num_replicas = std::max(1, options.device_ipus / ipus_per_replica(program.num_ipus));
  }
  const ReplicaLayout layout{program.num_replicas, program.num_ipus};
  cost_transfers(layout, needs.streamed.shared_transfers, costs, program.root);
  check_transfers(program, needs.streamed);

  // Where do values lie in the host's memory?
  program.arena_bytes =
      options.reuse_memory ? place(program.buffers) : place_apart(program.buffers);
  check_places(program);

  // And what do they take on the modelled IPUs?
  count_stage_variables(needs.streamed, layout, program.buffers, program.root);
  program.memory = account_memory(graph, costs.arch(), program, needs);
  check_memory(program);
  program.remedies.offload = graph.target().remote_buffers;
  program.remedies.pipelined = !cuts.empty();
  if (!options.allow_out_of_memory) require_fit(program);

  return std::make_shared<const Executable>(std::move(program));
}

}  // namespace pipette
