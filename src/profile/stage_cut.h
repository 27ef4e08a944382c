// The cut of a pipelined program's layers into stages, and the best possible cut.
//
//   if (const auto cut = stage_cut(profile.program)) {
//     cut->bound();                            // cycles of the slowest stage
//     best_cut(*cut).bound();
//   }
//
// The load of a stage is the cycles of its forward and backward programs, without waits. Layers
// keep their order and stay whole; operations without a layer count for the layer before them.
// Cycles are summed as in the profile: over runs, mini-batches and replicas.
//
// Inaccuracies: moving a layer changes the values that travel between IPUs, which is left out.
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
  std::vector<LayerLoad> layers;  // in the order in which a mini-batch passes them
  std::vector<int> layers_of;     // number of layers per stage; together all of them

  std::int64_t load_of(int stage) const;
  int slowest() const;
  std::int64_t bound() const { return load_of(slowest()); }
  std::vector<std::vector<std::string>> stages() const;  // the layers of each
  std::string to_string() const;                         // "dense | dense_1 dense_2"
};

// None for programs without a pipeline, or whose operations have no layers.
std::optional<StageCut> stage_cut(const ProgramNode& program);
// The same layers in as many stages, cut so that the slowest stage takes as little as possible.
StageCut best_cut(const StageCut& cut);

}  // namespace pipette::profile
