#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/error.h"
#include "pipeline/schedule_text.h"
#include "theme/theme.h"

namespace pipette::pipelining {

namespace {

using theme::Activity, theme::Surface;

// Sizes in px of the picture.
constexpr double kLeft = 78, kRight = 110, kTop = 96, kBottom = 92;
constexpr double kRowHeight = 36, kRowStep = 46;
constexpr double kBoxWidth = 30;  // of the shortest program, as long as the picture allows
constexpr double kMinWidth = 660, kMaxWidth = 30000;
constexpr double kDigitWidth = 7;  // of the numbers in the boxes

// Printed on paper: the light colours.
template <class Named>
std::string css(Named what) {
  return fmt::format("#{:06x}", theme::shades_of(what).light);
}

const std::string kSmall = fmt::format("font-size=\"10\" fill=\"{}\"", css(Surface::text_dim));

std::string percent(double fraction) { return fmt::format("{:.1f} %", 100 * fraction); }

class Picture {
 public:
  Picture(const ScheduleTable& table, const ScheduleTiming& timing, std::ostream& out)
      : table_(table), timing_(timing), out_(out) {
    std::int64_t shortest = std::max<std::int64_t>(timing.makespan_cycles, 1);
    for (std::size_t i = 0; i < timing.begin.size(); ++i) {
      const std::int64_t cycles = timing.end[i] - timing.begin[i];
      if (cycles > 0) shortest = std::min(shortest, cycles);
    }
    const auto whole = static_cast<double>(std::max<std::int64_t>(timing.makespan_cycles, 1));
    const double wanted = kBoxWidth / static_cast<double>(shortest) * whole;
    width_ = std::clamp(wanted, kMinWidth, kMaxWidth);
    scale_ = width_ / whole;
    rows_bottom_ = kTop + kRowStep * table.num_rows();
    stages_.resize(table.devices.size());
    for (const ScheduleBox& box : table.boxes) {
      std::vector<int>& stages = stages_[static_cast<std::size_t>(box.row)];
      if (std::find(stages.begin(), stages.end(), box.stage) == stages.end()) {
        stages.push_back(box.stage);
      }
    }
  }

  void draw() {
    open();
    for (int row = 0; row < table_.num_rows(); ++row) draw_row(row);
    draw_barriers();
    draw_parts();
    draw_slot_numbers();
    draw_legend();
    out_ << "</svg>\n";
  }

 private:
  double x(std::int64_t time) const { return kLeft + scale_ * static_cast<double>(time); }
  static double y(int row) { return kTop + kRowStep * row; }

  void text(double at_x, double at_y, const std::string& attributes, const std::string& what) {
    out_ << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at_x, at_y, attributes,
                        what);
  }

  void rect(double from_x, double to_x, double at_y, double height, const std::string& colour,
            const std::string& title) {
    out_ << fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\"><title>{}"
        "</title></rect>\n",
        from_x, at_y, std::max(to_x - from_x, 0.2), height, colour, title);
  }

  void open() {
    const double w = kLeft + width_ + kRight, h = rows_bottom_ + kBottom;
    const std::string title =
        fmt::format("{} schedule, {}: {} stages on {} IPUs, {} mini-batches",
                    schedule_name(table_.schedule), table_.training ? "training" : "inference",
                    table_.num_stages, table_.num_rows(), table_.num_mini_batches);
    out_ << fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" font-family=\"system-ui, sans-serif\" "
        "font-size=\"12\" fill=\"{3}\">\n<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n",
        w, h, title, css(Surface::text), css(Surface::card));
    text(16, 26, "font-size=\"16\" font-weight=\"600\"", title);
    text(16, 46, fmt::format("fill=\"{}\"", css(Surface::text_dim)),
         fmt::format("{} cycles in {} slots; utilisation {}, bubble {}", timing_.makespan_cycles,
                     table_.num_slots(), percent(table_.utilisation()),
                     percent(timing_.total.bubble_fraction())));
  }

  void draw_row(int row) {
    const auto r = static_cast<std::size_t>(row);
    text(16, y(row) + 16, "font-weight=\"600\"", fmt::format("IPU {}", table_.devices[r]));
    std::string stages = stages_[r].size() == 1 ? "stage" : "stages";
    for (std::size_t i = 0; i < stages_[r].size(); ++i) {
      stages += fmt::format("{}{}", i > 0 ? "," : " ", stages_[r][i]);
    }
    text(16, y(row) + 30, kSmall,
         stages.size() > 12 ? fmt::format("{} stages", stages_[r].size()) : stages);
    for (const IdleSpan& idle : timing_.idle_of(row)) {
      rect(x(idle.begin), x(idle.end), y(row), kRowHeight, css(Activity::idle),
           explain(table_, idle));
    }
    for (std::int32_t index : table_.row(row)) draw_box(static_cast<std::size_t>(index));
    const std::int64_t update = timing_.update_cycles[r];
    if (update > 0) {
      rect(x(timing_.update_begin), x(timing_.update_begin + update), y(row), kRowHeight,
           css(Activity::update),
           fmt::format("Weight update on IPU {}: {} cycles", table_.devices[r], update));
    }
  }

  void draw_box(std::size_t index) {
    const ScheduleBox& box = table_.boxes[index];
    const double from = x(timing_.begin[index]), to = x(timing_.end[index]);
    const char* direction = box.backward ? "Backward" : "Forward";
    // A hair of white between neighbours.
    const double hair = to - from > 6 ? 0.75 : 0;
    rect(from + hair, to - hair, y(box.row), kRowHeight,
         box.backward ? css(Activity::backward) : css(Activity::forward),
         fmt::format("{} of mini-batch {}, stage {}, IPU {}, slot {}: cycles {} to {} ({})",
                     direction, box.mini_batch + 1, box.stage,
                     table_.devices[static_cast<std::size_t>(box.row)], box.slot,
                     timing_.begin[index], timing_.end[index],
                     timing_.end[index] - timing_.begin[index]));
    const std::string number = std::to_string(box.mini_batch + 1);
    if (kDigitWidth * static_cast<double>(number.size()) + 2 > to - from) return;
    const bool shared = stages_[static_cast<std::size_t>(box.row)].size() > 1;
    const double middle = (from + to) / 2;
    const std::string ink = fmt::format(
        "text-anchor=\"middle\" pointer-events=\"none\" fill=\"{}\"", css(Surface::text_on_color));
    text(middle, y(box.row) + (shared ? 16 : 22), ink, number);
    if (shared) {
      text(middle, y(box.row) + 29, ink + " font-size=\"9\"", fmt::format("s{}", box.stage));
    }
  }

  void draw_barriers() {
    if (table_.num_rows() < 2) return;
    for (std::size_t slot = 0; slot < timing_.slot_compute_end.size(); ++slot) {
      const std::int64_t barrier = timing_.slot_compute_end[slot];
      const std::int64_t end = timing_.slot_begin[slot + 1];
      const std::string title =
          fmt::format("End of slot {}: sync {} and copies {} cycles", slot, timing_.sync_cycles,
                      end - barrier - timing_.sync_cycles);
      if (end > barrier) {
        rect(x(barrier), x(end), kTop - 4, rows_bottom_ - kTop - 2, css(Activity::exchange), title);
      }
      out_ << fmt::format(
          "<path d=\"M{0:.2f} {1:.1f}V{2:.1f}\" stroke=\"{3}\" stroke-width=\"1.4\" "
          "stroke-dasharray=\"5 3\"><title>{4}</title></path>\n",
          x(barrier), kTop - 6, rows_bottom_ - 4, css(Surface::sync_line), title);
    }
  }

  // A brace over [begin, end) with what it is.
  void brace(std::int64_t begin, std::int64_t end, const std::string& name,
             const std::string& detail) {
    if (begin == end) return;
    const double from = x(begin) + 1, to = x(end) - 1, line = kTop - 16, middle = (from + to) / 2;
    out_ << fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}v-5H{2:.1f}v5M{3:.1f} {4:.1f}v-4\" fill=\"none\" "
        "stroke=\"{7}\"><title>{5}: {6}</title></path>\n",
        from, line, to, middle, line - 5, name, detail, css(Surface::text_dim));
    const double room = to - from;
    const std::string both = name + ": " + detail;
    const std::string label = 6.4 * static_cast<double>(both.size()) < room   ? both
                              : 6.4 * static_cast<double>(name.size()) < room ? name
                                                                              : "";
    if (!label.empty()) {
      text(middle, line - 12, "text-anchor=\"middle\"", label);
    } else if (end == timing_.makespan_cycles) {  // beside the last brace there is room
      text(to + 6, line, "", name);
    }
  }

  void draw_parts() {
    const std::int64_t ends[] = {0, timing_.ramp_up_end, timing_.main_end, timing_.update_begin};
    for (SchedulePart part : {SchedulePart::ramp_up, SchedulePart::main, SchedulePart::ramp_down}) {
      const auto i = static_cast<std::size_t>(part);
      brace(ends[i], ends[i + 1], part_name(part), percent(table_.utilisation(part)));
    }
    brace(timing_.update_begin, timing_.makespan_cycles, "weight update",
          fmt::format("{} cycles", timing_.makespan_cycles - timing_.update_begin));
  }

  void draw_slot_numbers() {
    text(16, rows_bottom_ + 10, kSmall, "slot");
    double free_from = 0;
    for (int slot = 0; slot < table_.num_slots(); ++slot) {
      const auto s = static_cast<std::size_t>(slot);
      const double middle = (x(timing_.slot_begin[s]) + x(timing_.slot_compute_end[s])) / 2;
      const std::string number = std::to_string(slot);
      const double half = 3.5 * static_cast<double>(number.size()) + 2;
      if (middle - half < free_from) continue;
      free_from = middle + half;
      text(middle, rows_bottom_ + 10, "text-anchor=\"middle\" " + kSmall, number);
    }
  }

  void draw_legend() {
    const double at = rows_bottom_ + 34;
    double from = kLeft;
    const auto item = [&](const std::string& colour, const char* name) {
      rect(from, from + 16, at, 14, colour, name);
      text(from + 22, at + 11, "", name);
      from += 40 + 6.6 * static_cast<double>(std::string_view(name).size());
    };
    item(css(Activity::forward), "forward");
    if (table_.training) item(css(Activity::backward), "backward");
    if (table_.training) item(css(Activity::update), "weight update");
    item(css(Activity::idle), "idle");
    if (table_.num_rows() > 1) item(css(Surface::sync_line), "synchronisation");
    text(kLeft, at + 36, kSmall,
         "Numbers are mini-batches, counted from 1. Rest on a box or a gap to read what it is.");
  }

  const ScheduleTable& table_;
  const ScheduleTiming& timing_;
  std::ostream& out_;
  double width_ = 0, scale_ = 1, rows_bottom_ = 0;
  std::vector<std::vector<int>> stages_;  // of each row
};

}  // namespace

void write_schedule_svg(const ScheduleTable& table, const ScheduleTiming& timing,
                        std::ostream& out) {
  if (table.boxes.size() > kMaxSvgBoxes) {
    const std::size_t each = table.boxes.size() / static_cast<std::size_t>(table.num_mini_batches);
    const auto overlap = static_cast<std::size_t>(table.overlap);
    throw InvalidArgument(fmt::format(
        "a picture has at most {} boxes, but {} mini-batches have {}; draw at most {} mini-batches",
        kMaxSvgBoxes, table.num_mini_batches, table.boxes.size(),
        kMaxSvgBoxes / each / overlap * overlap));
  }
  Picture(table, timing, out).draw();
}

}  // namespace pipette::pipelining
