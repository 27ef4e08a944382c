#include "ui/rect_registry.h"

#include "ui/json_writer.h"

namespace pipette::app {
namespace {

std::string numbers(const Rect& rect, float zoom) {
  std::string text;
  for (const float number : {rect.x, rect.y, rect.w, rect.h}) {
    text += "," + std::to_string(number * zoom);
  }
  return text;
}

}  // namespace

std::string RectRegistry::layout_json(float zoom) {
  texts_wanted_ = true;
  std::string cards, controls, texts;
  const auto add = [](std::string* list, const std::string& item) {
    *list += (list->empty() ? "[" : ",[") + item + "]";
  };
  for (const Entry& entry : shown_) {
    if (entry.part == Part::place) continue;
    add(entry.part == Part::card ? &cards : &controls,
        JsonWriter::quoted(entry.name) + numbers(entry.rect, zoom) + numbers(entry.clip, zoom));
  }
  for (const Text& text : shown_texts_) {
    add(&texts, JsonWriter::quoted(text.string) + numbers(text.rect, zoom) +
                    numbers(text.clip, zoom) + (text.cut ? ",1" : ",0"));
  }
  return JsonWriter()
      .raw("cards", "[" + cards + "]")
      .raw("controls", "[" + controls + "]")
      .raw("texts", "[" + texts + "]")
      .text();
}

}  // namespace pipette::app
