#include "cards/code_view.h"

#include <algorithm>

#include "cards/actions.h"
#include "code/model_code.h"
#include "core/item.h"
#include "ui/widgets.h"

namespace pipette::app {

CodeModel code_of(const Experiment& experiment) {
  CodeModel model;
  if (!code::has_code(experiment)) return model;
  for (std::size_t i = 0; i < model.code.size(); ++i) {
    const auto language = static_cast<code::CodeLanguage>(i);
    model.code[i] = code::model_code(experiment, language);
    model.parts[i] = code::parts_of(model.code[i], language);
  }
  return model;
}

void draw_code(Ui& ui, const CodeModel& model, int* language, const Rect& area) {
  Rect header;
  Rect content = card(ui, "code", area, "Code", &header);
  const std::string& code = item(model.code, *language);
  Rect line = ui.display.touch_layout ? content.cut_top(sizes::kControlTouch, sizes::kHalf)
                                      : header.inset(0, -2);
  const ButtonLook copy = {.label = "Copy", .enabled = !code.empty(), .quiet = true};
  if (button(ui, "code/copy", line.cut_right(button_width(ui, copy), 8), copy,
             "Copy the program")) {
    ui.intents.push_back({action::kCopyText, {}, 0, code});
  }
  if (static_cast<code::CodeLanguage>(*language) == code::CodeLanguage::python) {
    const ButtonLook open = {.label = "Open", .enabled = !code.empty(), .quiet = true};
    if (button(ui, "code/open", line.cut_right(button_width(ui, open), 8), open,
               "Open the program on the page for Python, and run it there")) {
      ui.intents.push_back({action::kOpenPython, {}, 0, code});
    }
  }
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < model.code.size(); ++i) {
    labels.emplace_back(to_label(static_cast<code::CodeLanguage>(i)));
  }
  const Rect choice = ui.display.touch_layout
                          ? line
                          : line.cut_right(std::min(line.w, segmented_width(ui, labels)));
  *language = segmented(ui, "code/language", choice, labels, *language);
  if (code.empty()) {
    text_wrapped(ui, content.inset(0, 8), "The program appears here when everything fits together",
                 ui.colors().text_dim);
    return;
  }
  std::vector<ColoredSpan> spans;
  for (const code::CodeSpan& span : item(model.parts, *language)) {
    const bool dim = span.part == code::CodePart::comment;
    const auto part = static_cast<std::size_t>(span.part);
    spans.push_back({span.begin, span.end, dim ? ui.colors().text_dim : ui.colors().code[part]});
  }
  draw_listing(ui, "listing", content, code, false, spans);
}

}  // namespace pipette::app
