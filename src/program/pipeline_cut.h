// Cuts every pipeline of a graph into stage programs, before anything is emitted: which nodes each
// program runs, what it sends to other IPUs, and which values exist for several mini-batches at
// once.
//
//   const PipelineCuts cuts = cut_pipelines(graph, facts);
//   for (const PipelineCut::Part& part : cuts.of(node).parts) ...   // part.nodes
//   int ring = cuts.entries(value);               // 0: does not leave its stage program
//
// A value that is used by a program other than the one that made it is stored in a ring, whose
// entry is the mini-batch modulo the ring's size. The size is found by walking the plan: it is the
// largest number of mini-batches that have passed through the one program and not yet through the
// other.
//
// With overlapped I/O the streams of stage programs are programs of their own, the plan's host
// transfers. On the modelled device their elements are copied to the compute tiles, so what an IPU
// holds there (`held`) is counted as if its stage program did the transfer.
//
// The recomputation of a stage (Phase::recompute) is a program of its own as well.
//
// This is a pass: it returns plain values and keeps only ids of its inputs.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/item.h"
#include "program/analysis.h"

namespace pipette {

struct PipelineCut {
  // A stage program, or a host transfer or recomputation that belongs to one
  // (PipelinePlan::program_of).
  struct Part {
    int stage = 0;
    bool backward = false;  // also true for recomputations, which belong to a backward program
    bool recomputes = false;
    std::vector<NodeId> nodes;  // live ones, in the order in which they run
    std::vector<int> ipus;      // that it runs on, in the order of their first nodes
    // Bytes that it sends, by the two IPUs of the link (from, to).
    std::map<std::pair<int, int>, std::int64_t> sent_bytes;
  };
  struct Stage {
    std::int64_t stash_bytes = 0;  // that each mini-batch keeps for the backward pass
    // The stashed values that wait in streaming memory.
    std::vector<ValueId> offloaded;
    // Weights that the stage reads, its accumulators, and the state of their optimizer.
    std::vector<Variable> variables;
  };
  std::vector<Part> parts;  // all parts, as the plan numbers them
  std::vector<Stage> stages;
  int num_ipus = 1;  // of all nodes

  // The stage whose stash a program makes or uses.
  const Stage& stage_of(int program) const { return item(stages, item(parts, program).stage); }
};

class PipelineCuts {
 public:
  explicit PipelineCuts(std::size_t num_values)
      : entries_(num_values, 0), held_(num_values, 1), stashed_(num_values, false) {}

  bool empty() const { return pipelines_.empty(); }  // no pipelines
  const PipelineCut& of(NodeId pipeline) const { return pipelines_.at(pipeline); }
  // The number of mini-batches for which a value is alive at once in the host's memory, which
  // stands in for all IPUs and where a copy between IPUs is only another name; 0 for a value that
  // does not leave its stage program.
  int entries(ValueId value) const { return item(entries_, value); }
  // That number on the modelled IPU that made the value.
  int held(ValueId value) const { return item(held_, value); }
  // True if the value is kept for the backward pass of its own stage.
  bool stashed(ValueId value) const { return item(stashed_, value); }

 private:
  friend class PipelineCutter;
  std::vector<int> entries_, held_;
  std::vector<bool> stashed_;
  std::map<NodeId, PipelineCut> pipelines_;
};

PipelineCuts cut_pipelines(const Graph& graph, const Analysis& facts);

// The most mini-batches that are between programs p and q at once. In memory shared by threads that
// run the programs of a slot together (`together`), all of a slot count; on an IPU of its own, q
// releases its inputs before the next program of the slot starts.
int held_between(const PipelinePlan& plan, int p, int q, bool together);

}  // namespace pipette
