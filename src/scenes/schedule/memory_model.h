// The memory held by the stages of a pipeline, the scale for drawing it, and an IPU's limit.
//
//   MemoryModel model = memory_model(info);
//   model.scale(stage, /*own=*/false);   // the height of a strip in bytes: the same for all stages
//   model.stages[0].words;               // "804 KiB always live + 7 × 168 KiB stashed"
//   model.words;                         // "An IPU has 897 MiB: the fullest uses 0.3 %"
//
// In bytes. A stage holds its variables and its stash; an IPU's peak includes everything in its
// memory. Pure: made once for each set of parameters.
#pragma once

#include <string>
#include <vector>

#include "observe/pipeline_info.h"

namespace pipette::app::schedule_scene {

struct StageMemory {
  double live = 0;    // weights, accumulators, optimizer state
  double stash = 0;   // of one mini-batch
  double peak = 0;    // with the full stash
  std::string words;  // the parts of the peak
  std::string brief;  // the peak alone
};

struct MemoryModel {
  // The limit is drawn to scale up to this multiple of the fullest stage's peak.
  static constexpr double kInSight = 3;

  std::vector<StageMemory> stages;
  double most = 1;         // the peak of the fullest stage
  double limit = 0;        // of an IPU; 0: unknown
  double fullest_ipu = 0;  // peak of the fullest IPU
  std::string words;       // about the limit and the fullest IPU
  std::string brief;       // the same, for narrow places

  bool limit_in_sight() const { return limit > 0 && limit <= kInSight * most; }
  double scale(std::size_t stage, bool own) const;
};

MemoryModel memory_model(const PipelineInfo& info);

}  // namespace pipette::app::schedule_scene
