// What the stages of a pipeline hold, by what measure it is drawn, and how much an IPU can hold.
//
//   MemoryModel model = memory_model(info);
//   model.scale(stage, /*own=*/false);   // bytes that a strip is high: the same for all stages
//   model.stages[0].words;               // "804 KiB always live + 7 × 168 KiB stashed"
//   model.words;                         // "An IPU has 897 MiB: the fullest uses 0.3 %"
//
// Bytes. A stage's are those of its variables and its stash, an IPU's all that lies on it at its
// peak. Pure: made once for each set of parameters.
#pragma once

#include <string>
#include <vector>

#include "observe/pipeline_info.h"

namespace pipette::app {

struct StageMemory {
  double live = 0;    // weights, accumulators, optimizer state
  double stash = 0;   // of one mini-batch
  double peak = 0;    // with all that are stashed at once
  std::string words;  // what the peak is made of
  std::string brief;  // the peak alone
};

struct MemoryModel {
  // So many times the fullest stage at most, a limit is drawn to scale.
  static constexpr double kInSight = 3;

  std::vector<StageMemory> stages;
  double most = 1;         // the peak of the fullest stage
  double limit = 0;        // of an IPU; 0 where it is not known
  double fullest_ipu = 0;  // peak of the IPU that holds most
  std::string words;       // of the two
  std::string brief;       // the same where there is little room

  bool limit_in_sight() const { return limit > 0 && limit <= kInSight * most; }
  double scale(std::size_t stage, bool own) const;
};

MemoryModel memory_model(const PipelineInfo& info);

}  // namespace pipette::app
