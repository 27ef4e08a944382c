#include "ui/ui.h"

#include <algorithm>
#include <cmath>

#include "ui/wrapping.h"

namespace pipette::app {
namespace {

ImFont* or_text(Ui& ui, ImFont* font) { return font == nullptr ? ui.fonts.text : font; }

// Length in bytes of the longest prefix that fits together with an ellipsis.
std::size_t fitting_prefix(Ui& ui, const std::string& string, float width, float size,
                           ImFont* font) {
  const float free = width - text_width(ui, "…", size, font);
  std::size_t fits = 0;
  for (std::size_t end = 1; end <= string.size(); ++end) {
    const bool boundary = end == string.size() || (string[end] & 0xc0) != 0x80;
    if (!boundary) continue;
    if (text_width(ui, string.substr(0, end), size, font) > free) break;
    fits = end;
  }
  while (fits > 0 && string[fits - 1] == ' ') --fits;
  return fits;
}

void publish_text(Ui& ui, const std::string& string, const Rect& wanted, bool cut = false) {
  if (!ui.rects.collects_texts() || string.empty()) return;
  ui.rects.add_text({string, wanted, clip_of(ui), cut});
}

float width_of(Ui& ui, std::string_view string, float size, ImFont* font) {
  const char* begin = string.data();
  return or_text(ui, font)->CalcTextSizeA(size, FLT_MAX, 0, begin, begin + string.size()).x;
}

float draw_text(Ui& ui, float x, float y, std::string_view string, ImU32 color, float size,
                ImFont* font) {
  const char* begin = string.data();
  ui.draw()->AddText(or_text(ui, font), size, {std::round(x), std::round(y)}, color, begin,
                     begin + string.size());
  return width_of(ui, string, size, font);
}

}  // namespace

float text_width(Ui& ui, const std::string& string, float size, ImFont* font) {
  return width_of(ui, string, size, font);
}

float text(Ui& ui, float x, float y, const std::string& string, ImU32 color, float size,
           ImFont* font) {
  const float width = draw_text(ui, x, y, string, color, size, font);
  publish_text(ui, string, {x, y, width, size});
  return width;
}

void text_in(Ui& ui, const Rect& area, const std::string& string, ImU32 color, float size,
             ImFont* font, Align align) {
  const float width = text_width(ui, string, size, font);
  const float y = area.y + (area.h - size) / 2 - 0.5f;
  if (width > area.w) {
    const std::size_t prefix = fitting_prefix(ui, string, area.w, size, font);
    if (prefix > 0) draw_text(ui, area.x, y, string.substr(0, prefix) + "…", color, size, font);
    return publish_text(ui, string, {area.x, y, area.w, size}, true);
  }
  float x = area.x;
  if (align == Align::center) x += (area.w - width) / 2;
  if (align == Align::right) x += area.w - width;
  text(ui, x, y, string, color, size, font);
}

std::vector<std::string_view> wrapped_lines(Ui& ui, const std::string& string, float width,
                                            float size) {
  return wrap(string, width,
              [&](std::string_view part) { return width_of(ui, part, size, nullptr); });
}

float wrapped_height(Ui& ui, const std::string& string, float width, float size) {
  return static_cast<float>(wrapped_lines(ui, string, width, size).size()) * size;
}

float text_wrapped(Ui& ui, const Rect& area, const std::string& string, ImU32 color, float size) {
  float used = 0, y = area.y;
  for (const std::string_view line : wrapped_lines(ui, string, area.w, size)) {
    used = std::max(used, draw_text(ui, area.x, y, line, color, size, nullptr));
    y += size;
  }
  publish_text(ui, string, {area.x, area.y, used, y - area.y});
  return y - area.y;
}

}  // namespace pipette::app
