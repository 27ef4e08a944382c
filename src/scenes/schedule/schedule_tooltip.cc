// The schedule's tooltip for the item under the pointer.
#include <algorithm>
#include <map>
#include <set>

#include "core/format_quantity.h"
#include "core/item.h"
#include "scenes/schedule/machine_model.h"
#include "scenes/schedule/schedule_track.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {

using pipelining::ScheduleBox;

namespace {

void title(Ui& ui, const std::string& string) {
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  ImGui::TextUnformatted(string.c_str());
  ImGui::PopFont();
}

void line(Ui& ui, const char* name, const std::string& value) {
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.colors().text_dim), "%s", name);
  ImGui::SameLine(72);
  ImGui::PushFont(ui.fonts.mono, sizes::kText);
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopFont();
}

// Places the tooltip where it does not cover a mini-batch's path.
void stand_clear(const Rect& rows) {
  constexpr float kRoom = 180;  // of the tallest tooltip
  constexpr float kWidth = 230;
  const ImGuiIO& io = ImGui::GetIO();
  const float x = std::min(io.MousePos.x + 12, io.DisplaySize.x - kWidth);
  const bool below = rows.bottom() + kRoom < io.DisplaySize.y;
  ImGui::SetNextWindowPos({x, below ? rows.bottom() + 8 : rows.y - 8}, ImGuiCond_Always,
                          {0, below ? 0.0f : 1.0f});
}

void cycles_line(Ui& ui, const char* name, std::int64_t cycles) {
  line(ui, name, format_count(cycles));
}

std::int64_t sent_bytes(const StageInfo& stage, const ScheduleBox& box) {
  if (box.recompute) return 0;
  return box.backward ? stage.backward_send_bytes : stage.forward_send_bytes;
}

// "  to IPU 2, 2 hops away"
std::string where_to(const PipelineInfo& info, const ScheduleBox& box) {
  if (info.table.pass(box) + 1 >= info.table.num_programs()) return "";
  const int from = item(info.table.devices, box.row);
  for (const ScheduleBox& next : boxes_of(info, info.table.pass(box) + 1, box.mini_batch)) {
    const int to = item(info.table.devices, next.row);
    const std::size_t hops = info.ladder.route(from, to).size();
    if (hops == 0) continue;
    return "  to IPU " + std::to_string(to) + ", " + std::to_string(hops) +
           (hops == 1 ? " hop" : " hops");
  }
  return "";
}

void box_tooltip(Ui& ui, const PipelinePicture& picture, std::size_t index,
                 const ScheduleLosses& losses) {
  const PipelineInfo& info = picture.info();
  const ScheduleBox& box = info.table.boxes[index];
  const std::size_t stage = static_cast<std::size_t>(box.stage);
  title(ui, std::string(name_of(box)) + " of mini-batch " + std::to_string(box.mini_batch + 1));
  std::string what = std::to_string(box.stage);
  if (stage < info.stages.size()) what += "  " + info.stages[stage].name;
  line(ui, "Stage", what);
  line(ui, "Slot", std::to_string(box.slot));
  cycles_line(ui, "Cycles", info.timing.end[index] - info.timing.begin[index]);
  cycles_line(ui, "Starts at", info.timing.begin[index]);
  if (stage >= info.stages.size()) return;
  const StageInfo& s = info.stages[stage];
  const std::int64_t sent = sent_bytes(s, box);
  if (sent > 0) line(ui, "Sends", format_bytes(sent) + where_to(info, box));
  if (!box.backward && !box.recompute && info.table.training) {
    line(ui, "Stashes", format_bytes(s.stash_bytes));
  }
  if (box.recompute) line(ui, "For", "the backward pass in the next slot");
  if (box.backward && picture.recomputes_within()) line(ui, "Also", "recomputes the forward pass");
  if (box.stage != info.table.num_stages - 1 || losses.losses == nullptr) return;
  const std::int64_t at = losses.first + box.mini_batch;
  const auto number = static_cast<std::size_t>(at);
  const bool known = at >= 0 && number >= losses.losses->first() && number < losses.losses->size();
  line(ui, "Loss",
       known ? format_fixed(static_cast<double>((*losses.losses)[number]), 4) : "not read yet");
}

void update_tooltip(Ui& ui, const PipelineInfo& info, std::size_t row) {
  title(ui, "Weight update");
  cycles_line(ui, "Cycles", info.timing.update_cycles[row]);
  cycles_line(ui, "Starts at", info.timing.update_begin);
  std::int64_t bytes = 0;
  for (const StageInfo& stage : info.stages) {
    const bool here = std::find(stage.ipus.begin(), stage.ipus.end(), info.table.devices[row]) !=
                      stage.ipus.end();
    if (here) bytes += stage.variable_bytes / static_cast<std::int64_t>(stage.ipus.size());
  }
  line(ui, "Variables", format_bytes(bytes));
}

// The number of programs in a slot whose copies share one link.
int most_on_a_link(const PipelineInfo& info, int slot) {
  std::map<LinkId, std::set<int>> programs;
  for (const ScheduleBox& box : info.table.slot(slot)) {
    if (info.costs.copies.empty()) break;
    if (box.recompute) continue;
    const int program = info.table.pass(box);
    for (const LinkLoad& load : item(info.costs.copies, program).links) {
      programs[load.link].insert(program);
    }
  }
  std::size_t most = 0;
  for (const auto& [link, sending] : programs) most = std::max(most, sending.size());
  return static_cast<int>(most);
}

// After the barrier of a slot: the copies of all its programs.
void copies_tooltip(Ui& ui, const PipelineInfo& info, int slot) {
  title(ui, "Sync and copies");
  const auto at = static_cast<std::size_t>(slot);
  cycles_line(ui, "Cycles", info.timing.slot_begin[at + 1] - info.timing.slot_compute_end[at]);
  std::int64_t bytes = 0;
  for (const ScheduleBox& box : info.table.slot(slot)) {
    const StageInfo& stage = item(info.stages, box.stage);
    bytes += sent_bytes(stage, box);
  }
  line(ui, "Bytes", format_bytes(bytes));
  const int sharing = most_on_a_link(info, slot);
  if (sharing > 1) line(ui, "One link", "carries " + std::to_string(sharing) + " of the copies");
  ImGui::TextUnformatted("All IPUs wait for each other, then all copies begin.");
}

// With overlapped I/O: the transfers of the row's I/O tiles in the slot.
void transfer_lines(Ui& ui, const PipelineInfo& info, const ScheduleHit& hit) {
  if (hit.update) return;
  for (const pipelining::TransferBox& transfer : info.table.transfers_of(hit.slot)) {
    if (transfer.row != hit.row) continue;
    line(ui, transfer.output ? "I/O out" : "I/O in",
         "mini-batch " + std::to_string(transfer.mini_batch + 1));
  }
}

}  // namespace

void schedule_tooltip(Ui& ui, const PipelinePicture& picture, const ScheduleHit& hit,
                      const ScheduleLosses& losses, const Rect* rows) {
  if (hit.row < 0) return;
  const PipelineInfo& info = picture.info();
  if (rows != nullptr) stand_clear(*rows);
  const auto row = static_cast<std::size_t>(hit.row);
  const std::string ipu = "IPU " + std::to_string(info.table.devices[row]);
  begin_tooltip(ui);
  if (hit.box >= 0) {
    box_tooltip(ui, picture, static_cast<std::size_t>(hit.box), losses);
  } else if (hit.update) {
    update_tooltip(ui, info, row);
  } else if (hit.idle >= 0) {
    const auto& idle = item(info.timing.idle_of(hit.row), hit.idle);
    title(ui, ipu + " is idle");
    ImGui::TextUnformatted(pipelining::explain(info.table, idle).c_str());
  } else {
    copies_tooltip(ui, info, hit.slot);
  }
  transfer_lines(ui, info, hit);
  end_tooltip();
}

}  // namespace pipette::app::schedule_scene
