#include "scenes/schedule/schedule_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/format_quantity.h"
#include "ui/format.h"

namespace pipette::app::schedule_scene {

using pipelining::PipelineSchedule;

namespace {

// The closed form for N stages on IPUs of their own, if it applies to this schedule.
std::string closed_form(const PipelineInfo& info) {
  const auto& table = info.table;
  if (!table.training) return {};
  const double n = table.num_stages;
  const double g = table.num_mini_batches;
  const std::string gs = format_count(table.num_mini_batches);
  double value = 1 / n;
  std::string text = "1 / N = 1 / " + std::to_string(table.num_stages);
  if (table.schedule == PipelineSchedule::grouped) {
    value = g / (g + 2 * n - 1);
    text = "G / (G + 2N − 1) = " + gs + " / (" + gs + " + " +
           std::to_string(2 * table.num_stages - 1) + ")";
  } else if (table.schedule == PipelineSchedule::interleaved) {
    value = g / (g + n - 1);
    text = "G / (G + N − 1) = " + gs + " / (" + gs + " + " + std::to_string(table.num_stages - 1) +
           ")";
  }
  return std::fabs(value - table.utilisation()) < 1e-9 ? text : std::string();
}

std::string counted_form(const PipelineInfo& info) {
  const auto& table = info.table;
  return "programs / (slots × " + std::to_string(table.slot_capacity) +
         ") = " + format_count(static_cast<std::int64_t>(table.boxes.size())) + " / " +
         format_count(std::int64_t{table.num_slots()} * table.slot_capacity);
}

NumberLine bubble_line(const PipelineInfo& info) {
  const auto& total = info.timing.total;
  const std::int64_t waits = total.idle_cycles - total.update_wait_cycles;
  const std::int64_t all = total.makespan_cycles() - total.update_cycles - total.update_wait_cycles;
  return {"Bubble", "idle / all cycles = " + format_count(waits) + " / " + format_count(all),
          format_percent(total.bubble_fraction()),
          "Part of the IPUs' time in which they have nothing to do, before the weight update: the "
          "waits and the empty slots of the bar above"};
}

// Idle cycles before the weight update in slots in which the row has no program.
std::int64_t cycles_of_empty_slots(const PipelineInfo& info) {
  const auto& timing = info.timing;
  const auto slots = static_cast<std::size_t>(info.table.num_slots());
  std::vector<bool> taken(slots * static_cast<std::size_t>(info.table.num_rows()));
  const auto place = [&](std::int32_t row, std::int32_t slot) {
    return static_cast<std::size_t>(row) * slots + static_cast<std::size_t>(slot);
  };
  for (const pipelining::ScheduleBox& box : info.table.boxes)
    taken[place(box.row, box.slot)] = true;
  std::int64_t cycles = 0;
  for (const auto& row : timing.idle) {
    for (const pipelining::IdleSpan& idle : row) {
      const std::int64_t end = std::min(idle.end, timing.update_begin);
      for (std::int64_t at = idle.begin; at < end;) {  // may span several slots
        const int slot = timing.slot_at(at);
        const std::int64_t next = timing.slot_begin[static_cast<std::size_t>(slot) + 1];
        const std::int64_t stop = next > at ? std::min(next, end) : end;
        if (!taken[place(idle.row, slot)]) cycles += stop - at;
        at = stop;
      }
    }
  }
  return cycles;
}

// "7 + 5 + 3 + 1 mini-batches": one number per stage; the bytes are added up.
NumberLine stash_line(const PipelineInfo& info) {
  constexpr std::size_t kMostStages = 4;
  const std::vector<std::int32_t>& peaks = info.timing.peak_stash;
  std::string form;
  for (std::size_t stage = 0; stage < peaks.size(); ++stage) {
    const bool left_out = peaks.size() > kMostStages && stage > 1 && stage + 1 < peaks.size();
    if (left_out && stage > 2) continue;
    form += (stage == 0 ? "" : " + ") + (left_out ? "…" : std::to_string(peaks[stage]));
  }
  return {"Peak stash", form + (form == "1" ? " mini-batch" : " mini-batches"),
          format_bytes(peak_stash_bytes(info)),
          "Activations kept for the backward pass: of so many mini-batches in each stage, of all "
          "stages together. With N stages on IPUs of their own, stage i keeps 2(N − i) − 1 under "
          "Grouped, N − i under Interleaved, and 1 under Sequential"};
}

DifferenceLine difference(const char* name, double first, double second,
                          const std::string& first_text, const std::string& second_text,
                          const char* more, const char* less) {
  DifferenceLine line = {name, first_text, second_text, "the same", 0};
  if (std::fabs(first - second) <= 1e-9 * std::max(first, second)) return line;
  line.better = first < second ? -1 : 1;
  if (first <= 0 || second <= 0) {
    line.words = std::string("B ") + (second > first ? more : less);
    return line;
  }
  const double ratio = second / first;
  const std::string by =
      ratio >= 2     ? format_ratio(ratio) + " as much"
      : ratio <= 0.5 ? format_ratio(1 / ratio) + " less"
                     : format_percent(std::fabs(ratio - 1)) + " " + (ratio > 1 ? more : less);
  line.words = "B: " + by;
  return line;
}

DifferenceLine bubble_difference(double first, double second) {
  DifferenceLine line = {"Bubble", format_percent(first), format_percent(second), "the same", 0};
  if (std::fabs(first - second) <= 1e-9) return line;
  line.better = first < second ? -1 : 1;
  line.words = "B: " + format_number(100 * std::fabs(second - first), 3) + " points " +
               (second > first ? "more" : "less");
  return line;
}

}  // namespace

double peak_stash_bytes(const PipelineInfo& info) {
  double bytes = 0;
  for (std::size_t stage = 0; stage < info.stages.size(); ++stage) {
    bytes += static_cast<double>(info.timing.peak_stash[stage]) *
             static_cast<double>(info.stages[stage].stash_bytes);
  }
  return bytes;
}

double peak_memory_bytes(const PipelineInfo& info) {
  std::int64_t most = 0;
  for (const MemoryReport& ipu : info.memory) most = std::max(most, ipu.total_bytes());
  return static_cast<double>(most);
}

std::vector<TimeShare> shares_of(const PipelineInfo& info) {
  const auto& total = info.timing.total;
  const auto all = static_cast<double>(std::max<std::int64_t>(
      1, total.makespan_cycles() - total.update_cycles - total.update_wait_cycles));
  const double empty = static_cast<double>(cycles_of_empty_slots(info)) / all;
  const double bubble = total.bubble_fraction();
  const double waits = std::max(0.0, bubble - empty);
  return {{"working", format_percent(1 - bubble), "stage programs, sync and copies", 1 - bubble},
          {"waiting", format_percent(waits), "in a slot that is taken, for the slowest IPU of it",
           waits},
          {"empty", format_percent(empty),
           "slots without a program, as the pipeline fills and empties", empty}};
}

std::vector<NumberLine> numbers_of(const PipelineInfo& info, double clock_hz) {
  std::vector<NumberLine> lines;
  const std::string closed = closed_form(info);
  lines.push_back(
      {"Slots in use", closed.empty() ? counted_form(info) : closed,
       format_percent(info.table.utilisation()),
       "Places for stage programs that are taken: N stages, G mini-batches an update. It counts "
       "slots, the bubble counts cycles: an IPU waits in a slot that it takes, too"});
  lines.push_back(bubble_line(info));
  const auto cycles = static_cast<double>(info.timing.makespan_cycles);
  lines.push_back({"One update", format_count(info.timing.makespan_cycles) + " cycles",
                   format_time_us(cycles / clock_hz * 1e6),
                   "All slots and the weight update, in modelled time"});
  lines.push_back(stash_line(info));
  lines.push_back({"Fullest IPU", "weights, stash and live values",
                   format_bytes(peak_memory_bytes(info)),
                   "Peak memory of the IPU that holds most"});
  return lines;
}

std::vector<DifferenceLine> differences(const PipelineInfo& a, const PipelineInfo& b,
                                        double clock_hz) {
  const auto time = [&](double cycles) { return format_time_us(cycles / clock_hz * 1e6); };
  const auto cycles_a = static_cast<double>(a.timing.makespan_cycles);
  const auto cycles_b = static_cast<double>(b.timing.makespan_cycles);
  const double each_a = cycles_a / a.table.num_mini_batches;
  const double each_b = cycles_b / b.table.num_mini_batches;
  const double stash_a = peak_stash_bytes(a);
  const double stash_b = peak_stash_bytes(b);
  const double memory_a = peak_memory_bytes(a);
  const double memory_b = peak_memory_bytes(b);
  return {difference("Makespan", cycles_a, cycles_b, time(cycles_a), time(cycles_b), "longer",
                     "shorter"),
          difference("Time per mini-batch", each_a, each_b, time(each_a), time(each_b), "longer",
                     "shorter"),
          bubble_difference(a.timing.total.bubble_fraction(), b.timing.total.bubble_fraction()),
          difference("Peak stash", stash_a, stash_b, format_bytes(stash_a), format_bytes(stash_b),
                     "more", "less"),
          difference("Fullest IPU", memory_a, memory_b, format_bytes(memory_a),
                     format_bytes(memory_b), "more", "less")};
}

}  // namespace pipette::app::schedule_scene
