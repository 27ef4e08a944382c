#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.h"
#include "core/format_count.h"
#include "core/item.h"
#include "pipeline/schedule_layout.h"
#include "pipeline/schedule_text.h"

namespace pipette::pipelining {

namespace {

using theme::Activity, theme::Surface;

// Sizes in px of the picture.
constexpr double kLeft = 78, kRight = 110, kTop = 96, kBottom = 92;
constexpr double kRowHeight = 36, kRowStep = 46;
constexpr double kStripHeight = 5;  // of host transfers, below a row
constexpr double kBoxWidth = 30;    // of the shortest program, as long as the picture allows
constexpr double kMinWidth = 660, kMaxWidth = 30000;
constexpr double kDigitWidth = 7;  // of the numbers in the boxes

// Printed on paper: the light colours.
template <class Named>
std::string css(Named what) {
  return fmt::format("#{:06x}", theme::shades_of(what).light);
}

std::string span(std::int64_t begin, std::int64_t end) {
  return fmt::format("cycles {} to {} ({})", format_count(begin), format_count(end),
                     format_count(end - begin));
}

const std::string kSmall = fmt::format("font-size=\"10\" fill=\"{}\"", css(Surface::text_dim));

class Picture {
 public:
  Picture(const ScheduleTable& table, const ScheduleTiming& timing)
      : table_(table), timing_(timing), layout_(lay_out_schedule(table, timing, Columns::cycles)) {
    double shortest = layout_.end;
    for (const LaidOutBox& box : layout_.boxes) {
      if (box.end > box.begin) shortest = std::min(shortest, box.end - box.begin);
    }
    width_ = std::clamp(kBoxWidth / shortest * layout_.end, kMinWidth, kMaxWidth);
    scale_ = width_ / layout_.end;
    rows_bottom_ = kTop + kRowStep * static_cast<double>(layout_.rows.size());
  }

  std::string draw() {
    open();
    for (std::size_t row = 0; row < layout_.rows.size(); ++row) draw_row(row);
    for (std::size_t box = 0; box < layout_.boxes.size(); ++box) draw_box(box);
    for (std::size_t i = 0; i < layout_.transfers.size(); ++i) draw_transfer(i);
    draw_barriers();
    for (const LaidOutPart& part : layout_.parts) draw_part(part);
    draw_slot_numbers();
    draw_legend();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  double x(double axis) const { return kLeft + scale_ * axis; }
  static double y(int row) { return kTop + kRowStep * row; }

  void text(double at_x, double at_y, const std::string& attributes, const std::string& what) {
    out_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at_x, at_y, attributes, what);
  }

  void rect(const AxisSpan& at, double at_y, double height, const std::string& colour,
            const std::string& title) {
    swatch(x(at.begin), x(at.end), at_y, height, colour, title);
  }

  void swatch(double from_x, double to_x, double at_y, double height, const std::string& colour,
              const std::string& title) {
    out_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" "
        "fill=\"{}\"><title>{}</title></rect>\n",
        from_x, at_y, std::max(to_x - from_x, 0.2), height, colour, title);
  }

  void open() {
    const double w = kLeft + width_ + kRight, h = rows_bottom_ + kBottom;
    const std::string title = fmt::format(
        "{} schedule, {}: {} stages on {} IPUs, {} mini-batches{}", to_label(table_.schedule),
        table_.training ? "training" : "inference", table_.num_stages, table_.num_rows(),
        table_.num_mini_batches, extras_of(table_));
    out_ += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" font-family=\"system-ui, sans-serif\" "
        "font-size=\"12\" fill=\"{3}\">\n<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n",
        w, h, title, css(Surface::text), css(Surface::card));
    text(16, 26, "font-size=\"16\" font-weight=\"600\"", title);
    text(16, 46, fmt::format("fill=\"{}\"", css(Surface::text_dim)),
         fmt::format("{} cycles in {} slots; utilisation {}, bubble {}",
                     format_count(timing_.makespan_cycles), format_count(table_.num_slots()),
                     percent(table_.utilisation()), percent(timing_.total.bubble_fraction())));
  }

  void draw_row(std::size_t index) {
    const LaidOutRow& row = layout_.rows[index];
    const double top = y(static_cast<int>(index));
    text(16, top + 16, "font-weight=\"600\"", row.name());
    std::string stages = row.stages.size() == 1 ? "stage" : "stages";
    for (std::size_t i = 0; i < row.stages.size(); ++i) {
      stages += fmt::format("{}{}", i > 0 ? "," : " ", row.stages[i]);
    }
    text(16, top + 30, kSmall,
         stages.size() > 12 ? fmt::format("{} stages", row.stages.size()) : stages);
    for (std::size_t i = 0; i < row.idle.size(); ++i) {
      rect(row.idle[i], top, kRowHeight, css(Activity::idle),
           explain(table_, timing_.idle[index][i]));
    }
    if (!row.updates()) return;
    rect(row.update, top, kRowHeight, css(Activity::update),
         fmt::format("{} on {}: {} cycles", theme::label_of(Activity::update), row.name(),
                     format_count(timing_.update_cycles[index])));
  }

  void draw_box(std::size_t index) {
    const LaidOutBox& box = layout_.boxes[index];
    const LaidOutRow& row = item(layout_.rows, box.row);
    const double width = scale_ * (box.end - box.begin), top = y(box.row);
    const double hair = width > 6 ? 0.75 / scale_ : 0;  // of white between neighbours
    rect({box.begin + hair, box.end - hair}, top, kRowHeight, css(box.activity),
         fmt::format("{} of mini-batch {}, stage {}, {}, slot {}: {}", name_of(table_.boxes[index]),
                     box.number, box.stage, row.name(), table_.boxes[index].slot,
                     span(timing_.begin[index], timing_.end[index])));
    const std::string number = std::to_string(box.number);
    if (kDigitWidth * static_cast<double>(number.size()) + 2 > width) return;
    const std::string stage = row.stage_label(box.stage);
    const std::string ink = fmt::format(
        "text-anchor=\"middle\" pointer-events=\"none\" fill=\"{}\"", css(Surface::text_on_color));
    text(x(box.middle()), top + (stage.empty() ? 22 : 16), ink, number);
    if (!stage.empty()) text(x(box.middle()), top + 29, ink + " font-size=\"9\"", stage);
  }

  // A strip below its row.
  void draw_transfer(std::size_t index) {
    const LaidOutTransfer& transfer = layout_.transfers[index];
    rect(transfer, y(transfer.row) + kRowHeight + 1, kStripHeight, css(Activity::stream_mid),
         fmt::format("{}, {}, slot {}: {}", transfer.text(),
                     item(layout_.rows, transfer.row).name(), table_.transfers[index].slot,
                     span(timing_.transfer_begin[index], timing_.transfer_end[index])));
  }

  void draw_barriers() {
    for (std::size_t slot = 0; slot < layout_.barriers.size(); ++slot) {
      const LaidOutBarrier& barrier = layout_.barriers[slot];
      const std::string title =
          fmt::format("End of slot {}: sync {} and copies {} cycles", slot,
                      format_count(barrier.sync_cycles), format_count(barrier.copy_cycles));
      if (barrier.end > barrier.begin) {
        rect(barrier, kTop - 4, rows_bottom_ - kTop - 2, css(Activity::exchange), title);
      }
      out_ += fmt::format(
          "<path d=\"M{0:.2f} {1:.1f}V{2:.1f}\" stroke=\"{3}\" stroke-width=\"1.4\" "
          "stroke-dasharray=\"5 3\"><title>{4}</title></path>\n",
          x(barrier.begin), kTop - 6, rows_bottom_ - 4, css(Surface::sync_line), title);
    }
  }

  // A brace over a part with what it is.
  void draw_part(const LaidOutPart& part) {
    if (part.begin == part.end) return;
    const std::string detail = part.is_update
                                   ? format_count(std::llround(part.end - part.begin)) + " cycles"
                                   : percent(part.utilisation);
    const double from = x(part.begin) + 1, to = x(part.end) - 1, line = kTop - 16;
    const double middle = (from + to) / 2;
    out_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}v-5H{2:.1f}v5M{3:.1f} {4:.1f}v-4\" fill=\"none\" "
        "stroke=\"{7}\"><title>{5}: {6}</title></path>\n",
        from, line, to, middle, line - 5, part.name, detail, css(Surface::text_dim));
    const double room = to - from;
    const std::string both = part.name + ": " + detail;
    const std::string label = 6.4 * static_cast<double>(both.size()) < room        ? both
                              : 6.4 * static_cast<double>(part.name.size()) < room ? part.name
                                                                                   : "";
    if (!label.empty()) {
      text(middle, line - 12, "text-anchor=\"middle\"", label);
    } else if (part.end == layout_.end) {  // beside the last brace there is room
      text(to + 6, line, "", part.name);
    }
  }

  void draw_slot_numbers() {
    text(16, rows_bottom_ + 10, kSmall, "slot");
    double free_from = 0;
    for (std::size_t slot = 0; slot < layout_.slots.size(); ++slot) {
      const double middle = x(layout_.slots[slot].middle());
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
      swatch(from, from + 16, at, 14, colour, name);
      text(from + 22, at + 11, "", name);
      from += 40 + 6.6 * static_cast<double>(std::string_view(name).size());
    };
    for (const Activity activity :
         {Activity::forward, Activity::backward, Activity::update, Activity::idle}) {
      const bool trains = activity == Activity::backward || activity == Activity::update;
      if (trains && !table_.training) continue;
      item(css(activity), theme::label_of(activity));
    }
    if (table_.overlapped_io) item(css(Activity::stream_mid), "Host transfer");
    if (!layout_.barriers.empty()) item(css(Surface::sync_line), "Synchronisation");
    text(kLeft, at + 36, kSmall,
         "Numbers are mini-batches, counted from 1. Rest on a box or a gap to read what it is.");
  }

  const ScheduleTable& table_;
  const ScheduleTiming& timing_;
  const ScheduleLayout layout_;
  std::string out_;
  double width_ = 0, scale_ = 1, rows_bottom_ = 0;
};

}  // namespace

std::string schedule_svg(const ScheduleTable& table, const ScheduleTiming& timing) {
  if (table.boxes.size() > kMaxSvgBoxes) {
    const std::size_t each = table.boxes.size() / static_cast<std::size_t>(table.num_mini_batches);
    throw InvalidArgument(fmt::format(
        "a picture has at most {} boxes, but {} mini-batches have {}; draw at most {} mini-batches",
        kMaxSvgBoxes, table.num_mini_batches, table.boxes.size(),
        nearest_valid_counts(table.counts(), to_int(kMaxSvgBoxes / each)).below));
  }
  return Picture(table, timing).draw();
}

}  // namespace pipette::pipelining
