#include "pipeline/schedule_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/format_count.h"
#include "core/item.h"
#include "pipeline/schedule_layout.h"

namespace pipette::pipelining {

namespace {

constexpr std::size_t kLineWidth = 100;
constexpr SchedulePart kParts[] = {SchedulePart::ramp_up, SchedulePart::main,
                                   SchedulePart::ramp_down};

// A panel: the slots that fit beside each other.
class TextTable {
 public:
  TextTable(const ScheduleTable& table, std::ostream& out)
      : table_(table), stages_(stages_of_rows(table)), out_(out) {
    for (int device : table.devices) head_ = std::max(head_, ipu(device).size() + 1);
  }

  void print() {
    const int slots = table_.num_slots();
    if (slots <= kMaxTextSlots) {
      print(0, slots);
      return;
    }
    const int half = kMaxTextSlots / 2;
    print(0, half);
    out_ << fmt::format("... slots {} to {} are left out here; --json lists them all\n\n", half,
                        slots - half - 1);
    print(slots - half, slots);
  }

 private:
  static std::string ipu(int device) { return fmt::format("IPU{}", device); }

  std::string cell(int slot, int row) const {
    std::string text;
    for (const ScheduleBox& box : table_.slot(slot)) {
      if (box.row != row) continue;
      if (!text.empty()) text += '+';
      text += fmt::format("{}{}", letter_of(box), box.mini_batch + 1);
      if (item(stages_, row).size() > 1) text += fmt::format("s{}", box.stage);
    }
    return text.empty() ? "." : text;
  }

  // What the I/O tiles of a row move.
  std::string io_cell(int slot, int row) const {
    std::string text;
    for (const TransferBox& transfer : table_.transfers_of(slot)) {
      if (transfer.row != row) continue;
      if (!text.empty()) text += '+';
      text += fmt::format("{}{}", transfer.output ? "out" : "in", transfer.mini_batch + 1);
    }
    return text.empty() ? "." : text;
  }

  bool has_io(int row) const {
    return std::any_of(table_.transfers.begin(), table_.transfers.end(),
                       [&](const TransferBox& transfer) { return transfer.row == row; });
  }

  void print(int begin, int end) {
    std::size_t width = 5;  // "100%", slot numbers
    for (int slot = begin; slot < end; ++slot) {
      for (int row = 0; row < table_.num_rows(); ++row) {
        width = std::max({width, cell(slot, row).size() + 1, io_cell(slot, row).size() + 1});
      }
    }
    const int fit =
        std::max(1, static_cast<int>((kLineWidth - std::min(head_, kLineWidth)) / width));
    for (int first = begin; first < end; first += fit) {
      print_panel(first, std::min(first + fit, end), width);
    }
  }

  void print_panel(int begin, int end, std::size_t width) {
    const auto line = [&](const std::string& head, auto&& text_of) {
      out_ << fmt::format("{:<{}}", head, head_);
      for (int slot = begin; slot < end; ++slot)
        out_ << fmt::format("{:>{}}", text_of(slot), width);
      out_ << '\n';
    };
    line("slot", [](int slot) { return std::to_string(slot); });
    for (int row = 0; row < table_.num_rows(); ++row) {
      line(ipu(item(table_.devices, row)), [&](int slot) { return cell(slot, row); });
      if (has_io(row)) line(" I/O", [&](int slot) { return io_cell(slot, row); });
    }
    line("used",
         [&](int slot) { return fmt::format("{:.0f}%", 100 * table_.slot_utilisation(slot)); });
    out_ << std::string(head_, ' ');
    for (SchedulePart part : kParts) {
      const int from = std::max(begin, table_.part_begin(part));
      const int to = std::min(end, table_.part_end(part));
      if (from < to) out_ << brace(to_label(part), static_cast<std::size_t>(to - from) * width);
    }
    out_ << "\n\n";
  }

  // " |--- main ---|", as wide as the slots it spans.
  static std::string brace(std::string name, std::size_t width) {
    const std::size_t inside = width - 3;
    if (name.size() > inside) name = name.rfind("ramp-", 0) == 0 ? name.substr(5) : "";
    if (name.size() + 2 <= inside) name = " " + name + " ";
    return fmt::format(" |{:-^{}}|", name, inside);
  }

  const ScheduleTable& table_;
  const std::vector<std::vector<int>> stages_;  // of each row
  std::ostream& out_;
  std::size_t head_ = 6;
};

void print_parts(const ScheduleTable& table, std::ostream& out) {
  for (SchedulePart part : kParts) {
    const int begin = table.part_begin(part), end = table.part_end(part);
    if (begin == end) {
      out << fmt::format("{:<12}no slots\n", to_label(part));
      continue;
    }
    out << fmt::format("{:<12}{:<19} utilisation {}\n", to_label(part),
                       fmt::format("slots {} to {}", begin, end - 1),
                       percent(table.utilisation(part)));
  }
  out << fmt::format("{:<12}{:<19} utilisation {}\n", "all",
                     fmt::format("{} slots", table.num_slots()), percent(table.utilisation()));
}

}  // namespace

void write_schedule_text(const ScheduleTable& table, const ScheduleTiming& timing,
                         std::ostream& out) {
  out << fmt::format("{} schedule, {}: {} stages on {} IPU{}, {} mini-batches, overlap {}{}\n\n",
                     to_label(table.schedule), table.training ? "training" : "inference",
                     table.num_stages, table.num_rows(), table.num_rows() == 1 ? "" : "s",
                     table.num_mini_batches, table.overlap, extras_of(table));
  TextTable(table, out).print();
  print_parts(table, out);
  out << fmt::format("{:<12}{} cycles", "time", format_count(timing.makespan_cycles));
  if (table.overlap > 1) {
    out << fmt::format(": ramp-up {}, main {}, ramp-down {}", format_count(timing.ramp_up_end),
                       format_count(timing.main_end - timing.ramp_up_end),
                       format_count(timing.update_begin - timing.main_end));
  }
  if (table.training) {
    out << fmt::format("{} weight update {}", table.overlap > 1 ? "," : ":",
                       format_count(timing.makespan_cycles - timing.update_begin));
  }
  out << fmt::format("\n{:<12}{} of the slots' time; with the weight update: busy {}, idle {}\n",
                     "bubble", percent(timing.total.bubble_fraction()),
                     percent(timing.total.busy_fraction()), percent(timing.total.idle_fraction()));
  if (!table.training) return;
  out << fmt::format("{:<12}", "stash");
  for (std::size_t stage = 0; stage < timing.peak_stash.size(); ++stage) {
    out << (stage > 0 ? ", " : "") << timing.peak_stash[stage];
  }
  out << " mini-batches at most, by stage\n";
}

}  // namespace pipette::pipelining
