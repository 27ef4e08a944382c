#include "ui/explained.h"

#include <algorithm>
#include <cmath>

#include "theme/glossary.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

using theme::FoundWord;

constexpr std::size_t kMostTexts = 512;  // captions with numbers keep changing

std::string meaning(const theme::GlossaryEntry& entry) {
  std::string words;
  for (const std::string& word : entry.words) words += (words.empty() ? "" : ", ") + word;
  return words + ": " + entry.text;
}

// Searches a text when it is first seen.
const Ui::Words::Found& words_of(Ui& ui, const std::string& string) {
  auto& searched = ui.words.searched;
  const auto known = searched.find(string);
  if (known != searched.end()) return known->second;
  if (searched.size() >= kMostTexts) searched.clear();
  Ui::Words::Found found = {theme::words_in(string), {}};
  for (const FoundWord& word : found.words) {
    found.meaning += (found.meaning.empty() ? "" : "\n\n") + meaning(*word.entry);
  }
  return searched.emplace(string, std::move(found)).first->second;
}

void draw_dots(Ui& ui, float x, float right, float y, ImU32 color) {
  for (; x < right; x += 3) ui.draw()->AddRectFilled({x, y}, {x + 1, y + 1}, color);
}

std::string said(const std::string& help, const std::string& meanings) {
  return help.empty() || meanings.empty() ? help + meanings : help + "\n\n" + meanings;
}

// An area with the explanation `string`; the keyboard can reach it if `stop`.
void explain(Ui& ui, const std::string& name, const Rect& area, const std::string& string,
             bool stop) {
  const bool focused = stop && ui.words.focus == ui.words.drawn++;
  ui.rects.publish(name, area);
  invisible_button(name, area);
  if (!focused) return tooltip_beside(ui, area, string);
  outline_rect(ui, area.inset(-2, -1), ui.colors().ink, 3, 1.5f);
  show_tooltip(ui, area, string);
  if (ui.words.said != ui.words.focus) ui.intents.push_back({kSayIntent, {}, 0, string});
  ui.words.said = ui.words.focus;
}

// Explains the words of one line, which begins at `begin` of the whole text.
void explain_line(Ui& ui, const std::string& line, std::size_t begin, float x, float y,
                  const std::vector<FoundWord>& words, ImU32 color, float size) {
  for (const FoundWord& found : words) {
    const std::size_t from = std::max(found.begin, begin),
                      to = std::min(found.end, begin + line.size());
    if (from >= to) continue;
    const float left = x + text_width(ui, line.substr(0, from - begin), size);
    const float right = x + text_width(ui, line.substr(0, to - begin), size);
    draw_dots(ui, std::round(left), right, std::round(y + size + 1), with_alpha(color, 0.55f));
    explain(ui, "word/" + found.entry->words[0], {left, y - 2, right - left, size + 5},
            meaning(*found.entry), found.begin >= begin);
  }
}

}  // namespace

float explained_text(Ui& ui, const Rect& area, const std::string& string, ImU32 color, float size) {
  static const std::vector<FoundWord> kNone;
  const std::vector<FoundWord>& words = ui.display.pictured ? kNone : words_of(ui, string).words;
  float y = area.y;
  ImGui::PushID(string.c_str());
  for (const std::string_view part : wrapped_lines(ui, string, area.w, size)) {
    const std::string line(part);
    text(ui, area.x, y, line, color, size);
    const auto begin = static_cast<std::size_t>(part.data() - string.data());
    explain_line(ui, line, begin, area.x, y, words, color, size);
    y += size;
  }
  ImGui::PopID();
  return y - area.y;
}

void explained_label(Ui& ui, const Rect& area, const std::string& label, const std::string& help,
                     ImU32 color, float size) {
  text_in(ui, area, label, color, size);
  const Ui::Words::Found& known = words_of(ui, label);
  const float y = std::round(area.center_y() + size / 2 + 1);
  for (const FoundWord& found : known.words) {
    const float left = area.x + text_width(ui, label.substr(0, found.begin), size);
    const float right = area.x + text_width(ui, label.substr(0, found.end), size);
    if (right <= area.right() && !ui.display.pictured) {
      draw_dots(ui, std::round(left), right, y, with_alpha(color, 0.4f));
    }
  }
  const std::string string = said(help, known.meaning);
  if (!string.empty()) explain(ui, "label/" + label, area, string, true);
}

void explain_words(Ui& ui, const std::string& kind, const Rect& area, const std::string& term,
                   const std::string& help) {
  if (ui.display.pictured) return;
  const Ui::Words::Found& known = words_of(ui, term);
  if (known.words.empty() && help.empty()) return;
  ImGui::PushID(static_cast<int>(area.x));  // the same word may be in several places
  ImGui::PushID(static_cast<int>(area.y));
  explain(ui, kind + "/" + term, area, said(help, known.meaning), true);
  const bool pointed = ImGui::IsItemHovered();
  ImGui::PopID();
  ImGui::PopID();
  if (!pointed) return;
  draw_dots(ui, std::round(area.x), area.right(), std::round(area.bottom()),
            with_alpha(ui.colors().text_dim, 0.55f));
}

void explained_heading(Ui& ui, const Rect& area, const std::string& heading,
                       const std::string& help) {
  text_in(ui, area, heading, ui.colors().text_dim, sizes::kTiny, ui.fonts.strong, Align::right);
  const float width = text_width(ui, heading, sizes::kTiny, ui.fonts.strong);
  explain_words(ui, "head", {area.right() - width, area.y, width, area.h - 3}, heading, help);
}

void go_to_word(Ui& ui, int by) {
  const int count = ui.words.in_last_frame;
  if (count == 0) return;
  const int from = ui.words.focus < 0 ? (by > 0 ? -1 : 0) : ui.words.focus;
  ui.words.focus = (from + by + count) % count;
}

}  // namespace pipette::app
