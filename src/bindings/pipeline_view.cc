#include "bindings/pipeline_view.h"

#include "bindings/views.h"
#include "core/json.h"

namespace pipette::bindings {

namespace {

Json stage_object(const StageInfo& stage, std::int32_t peak_stash) {
  return {{"name", stage.name},
          {"ipus", stage.ipus},
          {"forward_cycles", stage.forward_cycles},
          {"backward_cycles", stage.backward_cycles},
          {"forward_send_bytes", stage.forward_send_bytes},
          {"backward_send_bytes", stage.backward_send_bytes},
          {"variable_bytes", stage.variable_bytes},
          {"stash_bytes", stage.stash_bytes},
          {"peak_stash", peak_stash}};
}

Json box_objects(const PipelineInfo& info) {
  Json boxes = Json::array();
  for (std::size_t i = 0; i < info.table.boxes.size(); ++i) {
    const pipelining::ScheduleBox& box = info.table.boxes[i];
    boxes.push_back({{"slot", box.slot},
                     {"ipu", info.table.devices[static_cast<std::size_t>(box.row)]},
                     {"stage", box.stage},
                     {"backward", box.backward},
                     {"mini_batch", box.mini_batch},
                     {"begin_cycles", info.timing.begin[i]},
                     {"end_cycles", info.timing.end[i]}});
  }
  return boxes;
}

Json idle_objects(const PipelineInfo& info) {
  Json spans = Json::array();
  for (int row = 0; row < info.table.num_rows(); ++row) {
    for (const pipelining::IdleSpan& idle : info.timing.idle_of(row)) {
      spans.push_back({{"ipu", info.table.devices[static_cast<std::size_t>(row)]},
                       {"begin_cycles", idle.begin},
                       {"end_cycles", idle.end},
                       {"reason", wait_reason_key(idle.reason)},
                       {"text", explain(info.table, idle)}});
    }
  }
  return spans;
}

}  // namespace

std::string pipeline_json(const PipelineInfo* info, const PipelinePosition& at) {
  if (info == nullptr) return "null";
  Json object = {{"schedule", pipelining::schedule_name(info->table.schedule)},
                 {"mini_batches", info->table.num_mini_batches},
                 {"slots", info->table.num_slots()},
                 {"replicas", info->num_replicas},
                 {"makespan_cycles", info->timing.makespan_cycles},
                 {"update_begin_cycles", info->timing.update_begin},
                 {"utilisation", info->table.utilisation()},
                 {"bubble_fraction", info->timing.total.bubble_fraction()}};
  for (std::size_t i = 0; i < info->stages.size(); ++i) {
    object["stages"].push_back(stage_object(info->stages[i], info->timing.peak_stash[i]));
  }
  object["boxes"] = box_objects(*info);
  object["idle"] = idle_objects(*info);
  for (const MemoryReport& report : info->memory) {
    object["memory"].push_back({{"always_live_bytes", report.total_always_live_bytes},
                                {"peak_not_always_live_bytes", report.peak_not_always_live_bytes},
                                {"limit_bytes", report.limit_bytes()}});
  }
  object["position"] = {{"running", at.running}, {"updating", at.updating},
                        {"slot", at.slot},       {"done", at.done},
                        {"update", at.update},   {"begin_cycle", at.begin_cycle}};
  return object.dump();
}

}  // namespace pipette::bindings
