#include "scenes/model/builder_view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/choices.h"
#include "core/item.h"
#include "scenes/model/builder_parts.h"
#include "ui/explained.h"
#include "ui/widgets.h"

namespace pipette::app::model_scene {
namespace {

constexpr float kRow = 32;
constexpr float kHeads = 22;
constexpr float kStage = 24;  // the line above the first layer of a stage
constexpr float kKind = 92;
constexpr float kNamed = 30;  // a kind with a name below it
constexpr float kParams = 68;
constexpr float kShape = 88;
constexpr float kButton = 28;

std::string of_layer(int index, const char* what) {
  return "layers/" + std::to_string(index) + "/" + what;
}

// On a phone the fields have a line of their own.
float line_height(const Ui& ui) { return ui.thumbs() ? sizes::kControlTouch : kRow; }

// The row before which a dragged item at `y` would be dropped; `tops`: of the rows, and the end.
int gap_at(const std::vector<float>& tops, float y) {
  int best = 0;
  for (std::size_t i = 0; i < tops.size(); ++i) {
    if (std::fabs(tops[i] - y) < std::fabs(item(tops, best) - y)) {
      best = static_cast<int>(i);
    }
  }
  return best;
}

class Builder {
 public:
  Builder(Ui& ui, const BuilderModel& model, BuilderViewState* state, float width)
      : ui_(ui),
        model_(model),
        state_(state),
        theme_(ui.colors()),
        two_lines_(ui.display.touch_layout || width < (ui.thumbs() ? 760 : 540)) {}

  bool staged() const { return model_.stages.size() > 1; }

  float row_height(int index) const {
    const BuilderModel::Row& row = item(model_.rows, index);
    const int lines =
        (two_lines_ && !row.fields.empty() ? 2 : 1) + (index == state_->selected ? 1 : 0);
    return static_cast<float>(lines) * line_height(ui_) + 4;
  }
  bool begins_stage(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return staged() && (index == 0 || model_.rows[at].stage != model_.rows[at - 1].stage);
  }
  // All but the first can be dragged, on a phone with a thumb.
  float stage_height(int index) const {
    return !begins_stage(index) ? 0 : ui_.thumbs() && index > 0 ? sizes::kControlTouch : kStage;
  }
  float height(float width) const {
    float sum = kHeads;
    for (int i = 0; i < static_cast<int>(model_.rows.size()); ++i) {
      const auto& row = item(model_.rows, i);
      sum += row_height(i) + stage_height(i) +
             model_problem_height(ui_, row.error, width, !row.suggestions.empty());
    }
    return sum +
           model_problem_height(ui_, model_.end_error, width, !model_.end_suggestions.empty()) +
           line_height(ui_) + 10;
  }

  void draw(Rect body) {
    draw_heads(body.cut_top(kHeads));
    const Rect whole = body;
    tops_.clear();
    for (int i = 0; i < static_cast<int>(model_.rows.size()); ++i) draw_layer(i, &body);
    tops_.push_back(body.y);
    const float problem =
        model_problem_height(ui_, model_.end_error, body.w, !model_.end_suggestions.empty());
    const Rect end = body.cut_top(problem);
    draw_model_problem(ui_, "layers/end", model_.end_error, model_.end_suggestions, end);
    if (problem > 0) reveal(ui_, "layers/" + std::to_string(model_.rows.size()), end);
    draw_add(body.cut_top(line_height(ui_) + 10));
    follow_drag(whole);
  }

 private:
  void draw_heads(Rect line) {
    line = line.inset(2, 0);
    line.cut_right(2 * button_size() + 2 + result_gap());
    explained_heading(ui_, line.cut_right(params_width(), 6), "Parameters",
                      "How many numbers the layer learns: its weights and offsets.");
    explained_heading(ui_, line.cut_right(shape_width(), 8), "Output",
                      "The shape of what the layer gives for one image.");
    line.cut_left(grip_width() + 2);
    const auto fits = [&](const std::string& words) {
      return text_width(ui_, words, sizes::kTiny, ui_.fonts.strong) <= line.w;
    };
    std::string input = "Images of " + model_.input + " come in";
    if (!fits(input)) input = model_.input + " in";
    if (!fits(input)) input = model_.input;
    if (fits(input)) text_in(ui_, line, input, theme_.text_dim, sizes::kTiny, ui_.fonts.strong);
  }
  float button_size() const { return ui_.thumbs() ? sizes::kControlTouch : kButton; }
  float grip_width() const { return ui_.thumbs() ? sizes::kControlTouch : kGripWidth; }
  float field_inset() const { return ui_.thumbs() ? 0.0f : 2.0f; }
  float result_gap() const { return ui_.display.touch_layout ? 4 : 10; }
  float shape_width() const { return ui_.display.touch_layout ? 66 : kShape; }
  float params_width() const { return ui_.display.touch_layout ? 50 : kParams; }

  void draw_layer(int index, Rect* body) {
    const BuilderModel::Row& row = item(model_.rows, index);
    if (begins_stage(index)) draw_stage(index, body->cut_top(stage_height(index)));
    tops_.push_back(body->y);
    Rect area = body->cut_top(row_height(index));
    draw_row(index, row, area.inset(0, 1));
    const float problem = model_problem_height(ui_, row.error, body->w, !row.suggestions.empty());
    draw_model_problem(ui_, "layers/" + std::to_string(index), row.error, row.suggestions,
                       body->cut_top(problem));
    if (problem > 0) {
      reveal(ui_, "layers/" + std::to_string(index), {area.x, area.y, area.w, body->y - area.y});
    }
  }

  // The line at which a stage begins; dragging it moves the stage's begin.
  void draw_stage(int index, Rect area) {
    const auto stage = static_cast<int>(item(model_.rows, index).stage);
    const std::string& label = item(model_.stages, stage);
    const std::string name = "stages/" + std::to_string(stage) + "/first";
    if (stage > 0) keep_if_grabbed(grab(ui_, name, area), name, index, true);
    const float y = area.center_y();
    const float width = text_width(ui_, label, sizes::kTiny, ui_.fonts.strong);
    ui_.draw()->AddLine({area.x, y}, {area.x + 12, y}, theme_.line, stage > 0 ? 2.0f : 1.0f);
    text_in(ui_, {area.x + 18, area.y, width + 2, area.h}, label, theme_.text_dim, sizes::kTiny,
            ui_.fonts.strong);
    ui_.draw()->AddLine({area.x + 26 + width, y}, {area.right() - (stage > 0 ? 22.0f : 0.0f), y},
                        theme_.line, stage > 0 ? 2.0f : 1.0f);
    if (stage > 0) {
      draw_icon(ui_, Icon::grip, {area.right() - 20, y - 8, 16, 16}, theme_.text_dim);
    }
  }

  void draw_row(int index, const BuilderModel::Row& row, Rect area) {
    const std::string name = "layers/" + std::to_string(index);
    const bool selected = index == state_->selected;
    ui_.rects.publish(name, area);
    if (selected || !row.error.empty()) fill_rect(ui_, area, theme_.hover, 6);
    if (!row.error.empty()) outline_rect(ui_, area, theme_.bad, 6, 1.5f);
    area = area.inset(2, 1);
    Rect line = area.cut_top(line_height(ui_));
    const Rect grip = line.cut_left(grip_width(), 2);
    const Grab grabbed = grab(ui_, of_layer(index, "grip"), grip);
    keep_if_grabbed(grabbed, of_layer(index, "move"), index, false);
    draw_icon(ui_, Icon::grip, grip, grabbed == Grab::held ? theme_.text : theme_.text_dim);
    draw_buttons(index, row, &line);
    draw_result(row, &line);
    draw_kind(index, row, line.cut_left(two_lines_ ? line.w : kKind, 6));
    Rect fields = two_lines_ && !row.fields.empty() ? area.cut_top(line_height(ui_)) : line;
    draw_layer_fields(ui_, row.fields, false, fields.inset(0, field_inset()));
    if (selected) {
      Rect more = area.cut_top(line_height(ui_)).inset(0, field_inset());
      more.cut_left(kGripWidth + 2);
      draw_layer_fields(ui_, row.more, true, more);
    }
  }

  void draw_kind(int index, const BuilderModel::Row& row, const Rect& area) {
    const std::string name = of_layer(index, "kind");
    publish_control(ui_, name, area);
    if (invisible_button(name, area)) {
      state_->selected = index == state_->selected ? -1 : index;
    }
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip_for_last_item(ui_, "Click for its name and more   ( Up, Down; Alt moves it )");
    Rect kind = area;
    if (!row.name.empty()) {
      kind = area.inset(0, (area.h - kNamed) / 2);
      text_in(ui_, kind.cut_bottom(kNamed / 2 - 1), row.name, theme_.text_dim, sizes::kTiny);
    }
    const bool fits = text_width(ui_, row.kind, sizes::kText, ui_.fonts.strong) <= kind.w;
    text_in(ui_, kind, row.kind, theme_.text, fits ? sizes::kText : sizes::kSmall,
            ui_.fonts.strong);
  }

  void draw_buttons(int index, const BuilderModel::Row& row, Rect* line) {
    const float size = button_size();
    if (button(ui_, of_layer(index, "remove"), line->cut_right(size, 2).inset(0, 2),
               {.icon = Icon::close, .quiet = true}, "Remove this layer   ( Delete )")) {
      ask_model(ui_, of_layer(index, "remove"), 0);
    }
    if (button(ui_, of_layer(index, "outfeed"), line->cut_right(size, result_gap()).inset(0, 2),
               {.icon = Icon::outfeed, .quiet = true, .selected = row.outfeed},
               row.outfeed ? "Its output comes to the host through an outfeed queue"
                           : "Click to have its output come to the host")) {
      ask_model(ui_, of_layer(index, "outfeed"), row.outfeed ? 0 : 1);
    }
  }

  void draw_result(const BuilderModel::Row& row, Rect* line) {
    constexpr float kRoomForParams = 190;
    const bool roomy = line->w >= kRoomForParams;
    const Rect params = roomy ? line->cut_right(params_width(), 6) : Rect();
    const Rect shape = line->cut_right(shape_width(), 8);
    if (roomy)
      text_in(ui_, params, row.params, theme_.text_dim, sizes::kSmall, ui_.fonts.mono,
              Align::right);
    text_in(ui_, shape, row.shape, theme_.text, sizes::kSmall, ui_.fonts.mono, Align::right);
  }

  void draw_add(Rect area) {
    area.cut_top(8);
    Rect place = area;
    if (!ui_.display.touch_layout) place.w = 150;
    const int chosen = choice_box(ui_, "layers/add", place, "Add layer", kind_labels(), -1);
    if (chosen < 0) return;
    // After the selected layer; else before the last one, which usually gives the probabilities.
    const int count = static_cast<int>(model_.rows.size());
    const int at = state_->selected >= 0 ? state_->selected + 1 : std::max(0, count - 1);
    ask_model(ui_, of_layer(at, "insert"), 0, keras::names_of(item(chain_kinds(), chosen)).word);
    state_->selected = at;
  }

  void keep_if_grabbed(Grab grab, std::string name, int index, bool stage) {
    if (grab != Grab::none) dragged_ = {grab, std::move(name), index, stage};
  }

  // Marks where a dragged item would be dropped, and drops it when released. All rows have their
  // places by now.
  void follow_drag(const Rect& body) {
    if (dragged_.grab == Grab::none) return;
    const int last = static_cast<int>(model_.rows.size()) - 1;
    int gap = gap_at(tops_, ImGui::GetIO().MousePos.y);
    if (dragged_.stage) gap = std::clamp(gap, 1, std::max(1, last));
    if (dragged_.grab == Grab::let_go) {
      const int to = gap > dragged_.index && !dragged_.stage ? gap - 1 : gap;
      if (to == dragged_.index) return;
      ask_model(ui_, dragged_.parameter, to);
      if (!dragged_.stage && state_->selected == dragged_.index) state_->selected = to;
      return;
    }
    const float y = item(tops_, gap);
    ui_.draw()->AddLine({body.x, y}, {body.right(), y}, theme_.ink, 2.5f);
    ui_.draw()->AddCircleFilled({body.x, y}, 4, theme_.ink);
  }

  // The item dragged in this frame: a layer, or the stage that begins with it.
  struct Dragged {
    Grab grab = Grab::none;
    std::string parameter;
    int index = 0;
    bool stage = false;
  };

  Ui& ui_;
  const BuilderModel& model_;
  BuilderViewState* state_;
  const Theme& theme_;
  bool two_lines_;  // the fields of a layer are below its name
  std::vector<float> tops_;
  Dragged dragged_;
};

}  // namespace

void handle_builder_keys(Ui& ui, const BuilderModel& model, BuilderViewState* state) {
  const ImGuiIO& io = ImGui::GetIO();
  const int count = static_cast<int>(model.rows.size());
  state->selected = std::min(state->selected, count - 1);
  if (io.WantTextInput || io.KeyCtrl || io.KeySuper || !ui.edit.field.empty()) return;
  const int way = (ImGui::IsKeyPressed(ImGuiKey_DownArrow) ? 1 : 0) -
                  (ImGui::IsKeyPressed(ImGuiKey_UpArrow) ? 1 : 0);
  const int to = std::clamp(state->selected + way, 0, std::max(0, count - 1));
  if (way != 0 && io.KeyAlt && state->selected >= 0 && to != state->selected) {
    ask_model(ui, of_layer(state->selected, "move"), to);
  }
  if (way != 0) state->selected = to;
  if (ImGui::IsKeyPressed(ImGuiKey_Delete) && state->selected >= 0) {
    ask_model(ui, of_layer(state->selected, "remove"), 0);
  }
}

float builder_height(Ui& ui, const BuilderModel& model, const BuilderViewState& state) {
  BuilderViewState copy = state;
  const Builder builder(ui, model, &copy, 320);
  return 20 + sizes::kCardHeader + sizes::kHalf + builder.height(320) + 12;
}

void draw_builder(Ui& ui, const BuilderModel& model, BuilderViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  const Rect content = card(ui, "builder", area, "Layers", &header);
  const std::string words =
      model.draft ? "The run still has the last model that fitted" : model.total;
  text_in(ui, header, words, model.draft ? theme.bad : theme.text_dim, sizes::kSmall, nullptr,
          Align::right);
  ImGui::SetCursorScreenPos({content.x, content.y});
  ImGui::BeginChild("builder", {content.w + 8, content.h}, 0, ImGuiWindowFlags_NoNav);
  ui.wheel_used = ui.wheel_used || (ImGui::IsWindowHovered() && ImGui::GetScrollMaxY() > 0);
  Builder builder(ui, model, state, content.w);
  const float wanted = builder.height(content.w);
  builder.draw({content.x, content.y - ImGui::GetScrollY(), content.w - 4, wanted});
  ImGui::SetCursorScreenPos({content.x, content.y - ImGui::GetScrollY() + wanted});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace pipette::app::model_scene
