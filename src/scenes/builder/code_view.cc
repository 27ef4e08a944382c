// The program that a model stands for, in three languages.
#include <algorithm>

#include "cards/actions.h"
#include "code/model_code.h"
#include "core/item.h"
#include "scenes/builder/builder_view.h"
#include "ui/widgets.h"

namespace pipette::app {

void draw_code(Ui& ui, const BuilderModel& model, BuilderViewState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "code", area, "Code", &header);
  const std::string code = model.draft ? "" : item(model.code, state->language);
  Rect line =
      ui.touch_layout ? content.cut_top(sizes::kControlTouch, sizes::kHalf) : header.inset(0, -2);
  const ButtonLook copy = {.label = "Copy", .enabled = !code.empty(), .quiet = true};
  if (button(ui, "code/copy", line.cut_right(button_width(ui, copy), 8), copy,
             "Copy the program")) {
    ui.intents.push_back({action::kCopyText, {}, 0, code});
  }
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < model.code.size(); ++i) {
    labels.emplace_back(to_label(static_cast<code::CodeLanguage>(i)));
  }
  const Rect choice =
      ui.touch_layout ? line : line.cut_right(std::min(line.w, segmented_width(ui, labels)));
  state->language = segmented(ui, "code/language", choice, labels, state->language);
  if (code.empty()) {
    text_wrapped(ui, content.inset(0, 8), "The program appears here when everything fits together",
                 ui.colors().text_dim);
    return;
  }
  std::vector<ColoredSpan> spans;
  for (const code::CodeSpan& span : item(model.code_parts, state->language)) {
    const bool dim = span.part == code::CodePart::comment;
    const auto part = static_cast<std::size_t>(span.part);
    spans.push_back({span.begin, span.end, dim ? ui.colors().text_dim : ui.colors().code[part]});
  }
  draw_listing(ui, "listing", content, code, false, spans);
}

}  // namespace pipette::app
