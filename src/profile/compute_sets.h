// The work of a program's compute sets, looked up by their names in the trace.
//
//   const ComputeSets sets(executable.root);
//   if (const auto* figures = sets.find(tally, machine.trace)) figures->flops;
#pragma once

#include <map>
#include <string>
#include <utility>

#include "profile/run_recorder.h"

namespace pipette::profile {

class ComputeSets {
 public:
  // Figures of all compute sets of one name in one instruction, of which there are `count`.
  struct Figures {
    int count = 0;
    std::int64_t flops = 0;  // of all
    int most_tiles = 0;      // at work
    double tile_cycles = 0;  // compute cycles times tiles, of all
    std::int64_t compute_cycles = 0;

    double mean_tiles() const {
      return compute_cycles > 0 ? tile_cycles / static_cast<double>(compute_cycles) : 0;
    }
  };

  explicit ComputeSets(const Instruction& root) { collect(root); }
  // Null if the cost model has no figures: streams, and operations that depend on the number of
  // replicas.
  const Figures* find(const Tally& tally, const Trace& names) const {
    const auto found = figures_.find({tally.instruction, names.name(tally.name)});
    return found == figures_.end() ? nullptr : &found->second;
  }

 private:
  void collect(const Instruction& instruction) {
    for (const Superstep& step : instruction.supersteps()) {
      Figures& figures = figures_[{instruction.id, step.name}];
      ++figures.count;
      figures.flops += step.cost.flops;
      figures.most_tiles = std::max(figures.most_tiles, step.cost.tiles);
      figures.tile_cycles += static_cast<double>(step.cost.compute_cycles) * step.cost.tiles;
      figures.compute_cycles += step.cost.compute_cycles;
    }
    for (const Instruction& child : instruction.children) collect(child);
  }

  std::map<std::pair<std::int32_t, std::string>, Figures> figures_;
};

}  // namespace pipette::profile
