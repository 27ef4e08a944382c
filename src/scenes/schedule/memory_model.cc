#include "scenes/schedule/memory_model.h"

#include <algorithm>

#include "core/format_quantity.h"
#include "ui/format.h"

namespace pipette::app::schedule_scene {
namespace {

std::string parts(const StageMemory& stage, std::int32_t held) {
  if (stage.peak <= 0) return "Holds nothing";
  std::string words;
  if (stage.live > 0) words = format_bytes(stage.live) + " always live";
  if (held > 0 && stage.stash > 0) {
    words += (words.empty() ? "" : " + ") + std::to_string(held) + " × " +
             format_bytes(stage.stash) + " stashed";
  }
  return words;
}

}  // namespace

double MemoryModel::scale(std::size_t stage, bool own) const {
  if (own) return std::max(1.0, stages[stage].peak);
  return limit_in_sight() ? std::max(limit, most) : most;
}

MemoryModel memory_model(const PipelineInfo& info) {
  MemoryModel model;
  for (std::size_t i = 0; i < info.stages.size(); ++i) {
    const std::int32_t held = info.timing.peak_stash[i];
    StageMemory stage;
    stage.live = static_cast<double>(info.stages[i].variable_bytes);
    stage.stash = static_cast<double>(info.stages[i].stash_bytes);
    stage.peak = stage.live + held * stage.stash;
    stage.words = parts(stage, held);
    stage.brief = format_bytes(stage.peak);
    model.most = std::max(model.most, stage.peak);
    model.stages.push_back(std::move(stage));
  }
  for (const MemoryReport& ipu : info.memory) {
    model.limit = static_cast<double>(ipu.limit_bytes());
    model.fullest_ipu = std::max(model.fullest_ipu, static_cast<double>(ipu.total_bytes()));
  }
  if (model.limit > 0) {
    const std::string used = format_percent(model.fullest_ipu / model.limit);
    model.words = "An IPU has " + format_bytes(model.limit) + ": the fullest uses " + used;
    model.brief = used + " full";
  }
  return model;
}

}  // namespace pipette::app::schedule_scene
