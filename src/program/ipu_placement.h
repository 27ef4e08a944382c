// Placement on the IPUs of a replica, outside of pipelines: where values and operators are, and the
// copies that bring one to the other.
//
//   IpuPlacement placement(graph, facts, fusion, costs, builder, buffers);
//   placement.bring_inputs(node, sequence);       // then the node itself is emitted
//   int ipu = placement.ipu_of(node);
//
// A value lies where its node was placed, a variable where it was first used. An operator runs
// where the variable that it writes lies. A copy is used again wherever it is known to be made.
//
// Inaccuracies: a copy between two IPUs holds up those two only; a condition or trip count that one
// IPU computes is known to all at once; elements of a stream and constants lie where they are used.
//
// Part of the compiler (emission.h). Keeps references to what it is made of.
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
  // The IPU in whose memory a value lies; kEverywhere for constants and counters.
  int home_of(ValueId value);
  int ipu_of(const Node& node);

  // Copies what the group emitted at `id` reads to the IPU it runs on, and counts those copies as
  // used. Not in stage programs, where stage_copy does it.
  void bring_inputs(NodeId id, Instruction& sequence);
  // Sends what a node makes to the IPUs of its users in `region` as soon as it is there: in a
  // pipeline's weight update all IPUs work at the same time, and would otherwise wait for one
  // another.
  void send_outputs(NodeId id, RegionId region, Instruction& sequence);
  // `region` is the one in which `reader`, which comes next, is emitted.
  void bring(ValueId value, int ipu, RegionId region, const Node& reader, Instruction& sequence);
  // Copies another IPU's variable that a fused group updates to the group's IPU, or back (`back`).
  void move_variable(NodeId id, bool back, Instruction& sequence);
  // Copies that the next iteration reads again stay.
  void end_loop(std::int64_t begin_step, std::int64_t end_step);

  // The memory that copies take.
  std::vector<Held> held() const;

 private:
  // A copy of a value on another IPU than its own.
  struct Brought {
    RegionId region;  // where it is known to be made
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
