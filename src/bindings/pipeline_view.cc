#include "bindings/pipeline_view.h"

#include "bindings/views.h"
#include "core/item.h"
#include "core/json.h"
#include "pipeline/schedule_layout.h"

namespace pipette::bindings {

namespace {

using pipelining::AxisSpan;
using pipelining::ScheduleLayout;

Json stage_object(const StageInfo& stage, std::int32_t peak_stash) {
  return {{"name", stage.name},
          {"ipus", stage.ipus},
          {"forward_cycles", stage.forward_cycles},
          {"backward_cycles", stage.backward_cycles},
          {"recompute_cycles", stage.recompute_cycles},
          {"forward_send_bytes", stage.forward_send_bytes},
          {"backward_send_bytes", stage.backward_send_bytes},
          {"variable_bytes", stage.variable_bytes},
          {"stash_bytes", stage.stash_bytes},
          {"peak_stash", peak_stash}};
}

// Adds where something stands; the layout has columns of cycles.
Json with_times(Json object, const AxisSpan& at) {
  object["begin_cycles"] = static_cast<std::int64_t>(at.begin);
  object["end_cycles"] = static_cast<std::int64_t>(at.end);
  return object;
}

Json box_objects(const PipelineInfo& info, const ScheduleLayout& layout) {
  Json boxes = Json::array();
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    const pipelining::ScheduleBox& box = info.table.boxes[i];
    const pipelining::LaidOutBox& at = layout.boxes[i];
    const Json object = {{"slot", box.slot},
                         {"row", at.row},
                         {"ipu", item(layout.rows, at.row).device},
                         {"stage", at.stage},
                         {"backward", box.backward},
                         {"recompute", box.recompute},
                         {"activity", theme::entry_of(at.activity).key},
                         {"mini_batch", box.mini_batch},
                         {"number", at.number}};
    boxes.push_back(with_times(object, at));
  }
  return boxes;
}

Json transfer_objects(const PipelineInfo& info, const ScheduleLayout& layout) {
  Json transfers = Json::array();
  for (std::size_t i = 0; i < layout.transfers.size(); ++i) {
    const pipelining::LaidOutTransfer& at = layout.transfers[i];
    const Json object = {{"slot", info.table.transfers[i].slot},
                         {"row", at.row},
                         {"ipu", item(layout.rows, at.row).device},
                         {"stage", at.stage},
                         {"output", at.output},
                         {"mini_batch", info.table.transfers[i].mini_batch},
                         {"number", at.number}};
    transfers.push_back(with_times(object, at));
  }
  return transfers;
}

// Rows with their stages, and what stands in them besides boxes.
void add_rows(const PipelineInfo& info, const ScheduleLayout& layout, Json* object) {
  Json rows = Json::array(), updates = Json::array(), gaps = Json::array();
  for (std::size_t r = 0; r < layout.rows.size(); ++r) {
    const pipelining::LaidOutRow& row = layout.rows[r];
    rows.push_back({{"ipu", row.device}, {"name", row.name()}, {"stages", row.stages}});
    const Json own = {{"row", r}, {"ipu", row.device}};
    if (row.updates()) updates.push_back(with_times(own, row.update));
    for (std::size_t i = 0; i < row.idle.size(); ++i) {
      const pipelining::IdleSpan& idle = info.timing.idle[r][i];
      Json gap = with_times(own, row.idle[i]);
      gap["reason"] = to_key(idle.reason);
      gap["text"] = explain(info.table, idle);
      gaps.push_back(std::move(gap));
    }
  }
  (*object)["rows"] = std::move(rows);
  (*object)["weight_updates"] = std::move(updates);
  (*object)["idle"] = std::move(gaps);
}

Json barrier_objects(const ScheduleLayout& layout) {
  Json barriers = Json::array();
  for (const pipelining::LaidOutBarrier& barrier : layout.barriers) {
    barriers.push_back(with_times(Json::object(), barrier));
  }
  return barriers;
}

Json part_objects(const ScheduleLayout& layout) {
  Json parts = Json::array();
  for (const pipelining::LaidOutPart& part : layout.parts) {
    Json object = with_times({{"name", part.name}}, part);
    object["utilisation"] = part.is_update ? Json(nullptr) : Json(part.utilisation);
    parts.push_back(std::move(object));
  }
  return parts;
}

}  // namespace

std::string pipeline_json(const PipelineInfo* info, const PipelinePosition& at) {
  if (info == nullptr) return "null";
  Json object = {{"schedule", to_label(info->table.schedule)},
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
  const ScheduleLayout layout =
      lay_out_schedule(info->table, info->timing, pipelining::Columns::cycles);
  add_rows(*info, layout, &object);
  object["boxes"] = box_objects(*info, layout);
  object["transfers"] = transfer_objects(*info, layout);
  object["barriers"] = barrier_objects(layout);
  object["parts"] = part_objects(layout);
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
