#include "cards/printed_view.h"

#include <algorithm>

#include "cards/actions.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr std::size_t kShownCharacters = 60000;  // the latest
constexpr std::size_t kTailCharacters = 400;

}  // namespace

std::string tail_of(const std::string& printed) {
  return printed.substr(printed.size() - std::min(printed.size(), kTailCharacters));
}

std::string on_terminal(const std::string& printed) {
  std::string shown;
  std::size_t line = 0;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const char c = printed[i];
    if (c == '\r') {
      if (i + 1 < printed.size() && printed[i + 1] != '\n') shown.resize(line);
      continue;
    }
    shown += c;
    if (c == '\n') line = shown.size();
  }
  return shown;
}

void draw_printed(Ui& ui, const PrintedModel& model, PrintedViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  const Rect content = card(ui, "printed", area, "Printed", &header);
  const std::size_t size = model.text == nullptr ? 0 : model.text->size();
  const bool more = size != state->size || model.session != state->session;
  if (more) {
    state->shown = size == 0 ? "" : on_terminal(*model.text);
    if (state->shown.size() > kShownCharacters) {
      state->shown.erase(0, state->shown.find('\n', state->shown.size() - kShownCharacters) + 1);
    }
    state->size = size;
    state->session = model.session;
  }
  if (state->shown.find_first_not_of(" \n") == std::string::npos) {
    text_wrapped(ui, content.inset(0, 8), "What the tutorial's program prints appears here",
                 theme.text_dim);
    return;
  }
  const ButtonLook copy = {.label = "Copy", .quiet = true};
  if (button(ui, "printed/copy", header.cut_right(button_width(ui, copy)).inset(0, -2), copy,
             "Copy all of it")) {
    ui.intents.push_back({action::kCopyText, {}, 0, *model.text});
  }
  draw_listing(ui, "printed", content, state->shown, more);
}

}  // namespace pipette::app
