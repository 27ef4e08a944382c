// The tables behind the cards of the pipeline scene. Mini-batches are numbered from 1, as in the
// picture; IPUs, stages and slots from 0.
#include "core/csv.h"
#include "core/item.h"
#include "scenes/schedule/schedule_scene.h"

namespace pipette::app::schedule_scene {
namespace {

std::string schedule_csv(const PipelineInfo& info) {
  Csv csv("ipu,stage,program,mini_batch,slot,begin_cycle,end_cycle");
  const pipelining::ScheduleTable& table = info.table;
  for (std::size_t i = 0; i < table.boxes.size(); ++i) {
    const pipelining::ScheduleBox& box = table.boxes[i];
    csv.row(item(table.devices, box.row), box.stage, name_of(box), box.mini_batch + 1, box.slot,
            info.timing.begin[i], info.timing.end[i]);
  }
  for (std::size_t i = 0; i < table.transfers.size(); ++i) {
    const pipelining::TransferBox& box = table.transfers[i];
    csv.row(item(table.devices, box.row), box.stage, box.output ? "Output" : "Input",
            box.mini_batch + 1, box.slot, info.timing.transfer_begin[i],
            info.timing.transfer_end[i]);
  }
  return csv.text();
}

std::string memory_csv(const PipelinePicture& picture) {
  Csv csv("stage,cycle,stashed_mini_batches,stash_bytes,variable_bytes");
  const std::vector<StageInfo>& stages = picture.info().stages;
  for (int stage = 0; stage < to_int(stages.size()); ++stage) {
    const StageInfo& info = item(stages, stage);
    for (const pipelining::StashPoint& point : picture.stash(stage)) {
      csv.row(stage, point.time, point.held, point.held * info.stash_bytes, info.variable_bytes);
    }
  }
  return csv.text();
}

std::string times_csv(const PipelineInfo& info) {
  Csv csv("ipu,busy_cycles,weight_update_cycles,exchange_cycles,idle_cycles,bubble");
  for (std::size_t row = 0; row < info.timing.rows.size(); ++row) {
    const pipelining::RowTime& time = info.timing.rows[row];
    csv.row(info.table.devices[row], time.busy_cycles, time.update_cycles, time.exchange_cycles,
            time.idle_cycles, time.bubble_fraction());
  }
  return csv.text();
}

}  // namespace

std::vector<const char*> ScheduleScene::tables(const std::string& card) const {
  if (card == "schedule" || card == "machine") return {"schedule", "memory"};
  return card == "numbers" ? std::vector<const char*>{"times"} : std::vector<const char*>{};
}

std::string ScheduleScene::csv(const std::string& table) const {
  if (table == "schedule") return schedule_csv(picture_.info());
  if (table == "memory") return memory_csv(picture_);
  return table == "times" ? times_csv(picture_.info()) : "";
}

}  // namespace pipette::app::schedule_scene
