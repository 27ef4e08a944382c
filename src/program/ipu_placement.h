// Placement on the IPUs of a replica, outside pipelines: which IPU has each value and operator, and
// the copies between them.
//
//   IpuPlacement placement(graph, facts, fusion, costs, builder, buffers);
//   placement.bring_inputs(node, sequence);       // then the node itself is emitted
//   int ipu = placement.ipu_of(node);
//
// A value is on the IPU of its node, a variable on the IPU of its first use. An operator runs on
// the IPU of the variable that it writes. A copy is reused wherever it is certain to exist.
//
// Inaccuracies: a copy between two IPUs delays only those two; a condition or trip count computed
// on one IPU is known to all at once; elements of a stream and constants are on the IPU that uses
// them.
//
// Part of the compiler (emission.h). Keeps references to its constructor's arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "device/cost_model.h"
#include "program/fusion.h"
#include "program/tree_builder.h"
#include "program/value_buffers.h"

namespace pipette {

class IpuPlacement {
 public:
  IpuPlacement(const Graph& graph, const Analysis& facts, const Fusion& fusion,
               const CostModel& costs, TreeBuilder& builder, ValueBuffers& buffers);
  IpuPlacement(const IpuPlacement&) = delete;
  IpuPlacement& operator=(const IpuPlacement&) = delete;

  static constexpr int kEverywhere = -1;
  // The IPU whose memory holds a value; kEverywhere for constants and counters.
  int home_of(ValueId value);
  int ipu_of(const Node& node);

  // Copies the inputs of the group emitted at `id` to the IPU it runs on, and counts those copies
  // as used. Not in stage programs, where stage_copy does this.
  void bring_inputs(NodeId id, Instruction& sequence);
  // Sends a node's results to the IPUs of its users in `region` as soon as they exist: in a
  // pipeline's weight update all IPUs work at the same time, and would otherwise wait for one
  // another.
  void send_outputs(NodeId id, RegionId region, Instruction& sequence);
  // `region` is the region in which `reader`, the next node, is emitted.
  void bring(ValueId value, int ipu, RegionId region, const Node& reader, Instruction& sequence);
  // Copies another IPU's variable that a fused group updates to the group's IPU, or back (`back`).
  void move_variable(NodeId id, bool back, Instruction& sequence);
  // Keeps copies that the next iteration reads again.
  void end_loop(std::int64_t begin_step, std::int64_t end_step);

  // The memory that the copies take.
  std::vector<Held> held() const;

 private:
  // A copy of a value on an IPU other than its own.
  struct Brought {
    RegionId region;  // where it is certain to exist
    Held held;
  };
  void copy_between(int from, int to, std::int64_t bytes, const std::string& what, const Node& node,
                    Instruction& sequence);

  const Graph& graph_;
  const Analysis& facts_;
  const Fusion& fusion_;
  const CostModel& costs_;
  TreeBuilder& builder_;
  ValueBuffers& buffers_;
  int num_ipus_ = 1;  // of a replica
  std::vector<Brought> brought_;
  std::map<std::pair<ValueId, int>, std::size_t> latest_;  // index into brought_, by value and IPU
};

}  // namespace pipette
