#include "page/shell_view.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/item.h"
#include "page/actions.h"
#include "page/commands.h"
#include "page/parameters_view.h"
#include "page/run_tables.h"
#include "page/transport_view.h"
#include "ui/json_writer.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr int kWindow = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                        ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
constexpr float kWheelStep = 80;

// The smallest rectangle around two, which lie side by side or one below the other.
Rect around(const Rect& a, const Rect& b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

// Whether the card's menu offers the learnt weights.
bool shows_learning(const std::string& card) {
  return card == "loss" || card == "accuracy" || card == "builder";
}

// The choice between scenes, if there are several.
void draw_scenes(Ui& ui, const ShellModel& model, const Rect& area) {
  if (model.scenes.size() < 2) return;
  std::vector<std::string> labels;
  for (const ShellModel::Choice& scene : model.scenes) labels.emplace_back(scene.title);
  Rect place = area;
  if (!ui.display.touch_layout) place.w = std::min(area.w, segmented_width(ui, labels) * 1.25f);
  const int after = segmented(ui, "scenes", place, labels, model.scene);
  if (after == model.scene) return;
  ui.intents.push_back({action::kShowScene, {}, 0, item(model.scenes, after).name});
}

}  // namespace

void ShellView::scroll(Ui& ui, const PageFrame& frame) {
  const float most = std::max(0.0f, frame.content_height - frame.view.h);
  const ImGuiIO& io = ImGui::GetIO();
  const bool over_popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (io.MouseWheel != 0 && !ui.wheel_used && !over_popup) {
    ui.page_scroll -= io.MouseWheel * kWheelStep;
  }
  if (ui.reveal.frames > 0) {
    --ui.reveal.frames;
    ui.animate(0.1);
    const Rect area = std::exchange(ui.reveal.area, {});
    if (area.h > 0) ui.page_scroll += way_into(frame.view, area.inset(0, -sizes::kHalf));
  }
  ui.page_scroll = std::clamp(ui.page_scroll, 0.0f, most);
  if (most <= 0) return;
  // A thin bar that only shows the position.
  const Rect& view = frame.view;
  const float length = std::max(30.0f, view.h * view.h / frame.content_height);
  const float top = view.y + (view.h - length) * ui.page_scroll / most;
  ui.draw()->AddRectFilled({view.right() - 5, top}, {view.right() - 2, top + length},
                           with_alpha(ui.colors().line, 0.8f), 2);
}

void ShellView::draw_cards(Ui& ui, const ShellModel& model, Scene& scene, const PageFrame& frame) {
  const float up = -ui.page_scroll;
  ui.draw()->PushClipRect({frame.view.x, frame.view.y}, {frame.view.right(), frame.view.bottom()},
                          true);
  ui.saving.possible = !ui.display.pictured && model.only == nullptr;
  scene.draw(ui);
  if (model.loss.possible) draw_loss(ui, model.loss, &loss_, frame.loss.moved(0, up));
  if (model.accuracy.possible) {
    draw_accuracy(ui, model.accuracy, model.transport.words.several, frame.accuracy.moved(0, up));
  }
  ui.saving.possible = false;
  if (model.only == nullptr) {
    draw_scenes(ui, model, frame.choice.moved(0, up));
    draw_parameters(ui, model.parameters, model.data, model.transport, &parameters_,
                    frame.parameters.moved(0, up));
  }
  scroll(ui, frame);
  ui.draw()->PopClipRect();
}

void ShellView::draw_save_menu(Ui& ui, const ShellModel& model, const Scene& scene) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool asked = !io.WantTextInput && !io.KeyCtrl && !io.KeyAlt && !io.KeySuper &&
                     ImGui::IsKeyPressed(ImGuiKey_E, false);
  if (asked && !cards_.empty()) {
    ui.saving.menu = cards_.front();
    for (const char* card : cards_) {
      const auto area = ui.rects.find(card);
      if (area && area->contains(io.MousePos.x, io.MousePos.y)) ui.saving.menu = card;
    }
  }
  save_menu_.draw(ui, [&](const std::string& card) -> SaveMenu::Content {
    return {tables_of(scene, card), scene.moves(card), model.loss.possible && shows_learning(card)};
  });
}

std::string ShellView::alone_json() const {
  JsonWriter json;
  return json.add("card", only_).add("zoom", static_cast<double>(zoom_)).text();
}

PageFrame ShellView::lay_out(Ui& ui, const ShellModel& model, Scene& scene,
                             const Rect& page) const {
  if (model.only != nullptr) {
    const PageFrame alone = scene.lay_out(ui, around_one_card(model.only, page.w, page.h));
    const auto is_asked = [&](std::string_view card) { return card == model.only; };
    if (std::any_of(alone.cards.begin(), alone.cards.end(), is_asked)) return alone;
    // The scene shown does not have that card: its first card is shown instead.
    return scene.lay_out(ui, around_one_card(alone.cards.front(), page.w, page.h));
  }
  PageFrame frame = scene.lay_out(
      ui, {.width = page.w,
           .height = page.h,
           .parameters = parameters_height(ui, model.parameters, model.data, parameters_),
           .choice = model.scenes.size() > 1,
           .sidebar = ui.sidebar(),
           .control = ui.control(),
           .charts = model.loss.possible});
  if (!model.accuracy.possible) frame.loss = around(frame.loss, frame.accuracy);
  return frame;
}

void ShellView::draw(Ui& ui, const ShellModel& model, Scene& scene, const Rect& page) {
  ui.display.touch_layout = page.w < sizes::kPhoneWidth;
  ui.wheel_used = false;
  ui.words.in_last_frame = std::exchange(ui.words.drawn, 0);
  const PageFrame frame = lay_out(ui, model, scene, page);
  wanted_height_ = frame.wanted_height;
  zoom_ = ui.display.zoom;
  only_ = model.only == nullptr ? "" : model.only;
  ui.display.page_height = page.h - frame.view.h + frame.content_height;
  cards_ = frame.cards;
  if (!model.accuracy.possible)
    std::erase_if(cards_, [](std::string_view card) { return card == "accuracy"; });
  Commands commands = page_commands(model.transport, ui.theme_kind);
  for (Command& command : scene.commands()) commands.push_back(std::move(command));
  ask_by_keys(ui, commands);
  handle_transport_keys(ui, model.transport, &open_);

  ImGui::SetNextWindowPos({frame.view.x, frame.view.y});
  ImGui::SetNextWindowSize({frame.view.w, frame.view.h});
  ImGui::Begin("page", nullptr, kWindow);
  draw_cards(ui, model, scene, frame);
  if (model.only == nullptr) draw_save_menu(ui, model, scene);
  ImGui::End();
  if (model.only != nullptr) return;

  ImGui::SetNextWindowPos({frame.bar.x, frame.bar.y});
  ImGui::SetNextWindowSize({frame.bar.w, frame.bar.h});
  ImGui::Begin("bar", nullptr, kWindow);
  if (frame.phone) {
    draw_title(ui, model.transport, frame.bar, &open_);
  } else {
    draw_transport(ui, model.transport, frame.bar, &open_);
  }
  ImGui::End();

  if (frame.phone) {
    ImGui::SetNextWindowPos({frame.transport.x, frame.transport.y});
    ImGui::SetNextWindowSize({frame.transport.w, frame.transport.h});
    ImGui::Begin("transport", nullptr, kWindow);
    draw_transport_phone(ui, model.transport, frame.transport);
    ImGui::End();
  }
  draw_error(ui, model.transport.error, page);
  draw_stop(ui, model.transport, page, &open_.stop);
}

}  // namespace pipette::app
