// How the layers of a pipelined program are cut into stages, and what the best cut would be.
//
//   if (const auto cut = stage_cut(profile.program)) {
//     cut->bound();                            // cycles of the stage that takes most
//     best_cut(*cut).bound();
//   }
//
// The load of a stage is what its forward and backward programs take, waits left out. Layers keep
// their order, and each stays whole; what belongs to none goes with the layer before it. Cycles are
// summed as the profile's are: over runs, mini-batches and replicas.
//
// Inaccuracies: moving a layer changes which values travel between IPUs, which is left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/program_tree.h"

namespace pipette::profile {

struct LayerLoad {
  std::string layer;
  std::int64_t cycles = 0;  // forward and backward
};

struct StageCut {
  std::vector<LayerLoad> layers;  // in the order in which a mini-batch meets them
  std::vector<int> layers_of;     // how many each stage has; together all of them

  std::int64_t load_of(int stage) const;
  int slowest() const;
  std::int64_t bound() const { return load_of(slowest()); }
  std::vector<std::vector<std::string>> stages() const;  // the layers of each
  std::string to_string() const;                         // "dense | dense_1 dense_2"
};

// Nothing for programs without a pipeline, or whose operations tell no layers.
std::optional<StageCut> stage_cut(const ProgramNode& program);
// The same layers in as many stages, so that the slowest takes least.
StageCut best_cut(const StageCut& cut);

}  // namespace pipette::profile
