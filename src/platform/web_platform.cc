#include "platform/web_platform.h"

#include <emscripten.h>
#include <emscripten/eventloop.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "imgui_internal.h"
#include "ui/card_picture.h"
#include "ui/fonts.h"

namespace pipette::app {
namespace {

constexpr const char* kCanvas = "#pipette-canvas";
constexpr double kSliceUs = 6000;       // while animating: leaves most of a frame to the browser
constexpr double kFullSliceUs = 14000;  // at full speed: input is still handled 70 times a second
constexpr double kUnseenTickMs = 250;

WebPlatform* platform = nullptr;  // for the one callback type without user data: ImDrawCallback

double now_seconds() { return emscripten_get_now() / 1000; }

}  // namespace

WebPlatform::WebPlatform() {
  platform = this;
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "pipette_html5";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.ConfigInputTrickleEventQueue = true;
  ImGui::GetPlatformIO().Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    platform->host_.copy_text(text);
  };
  ui_.fonts = load_fonts();
  ui_.theme_kind = remembered("theme") == "dark" || (remembered("theme").empty() && prefers_dark())
                       ? ThemeKind::dark
                       : ThemeKind::light;
  ui_.display.reduced_motion = prefers_reduced_motion();
  ui_.display.draw_spans = [](const ImDrawList*, const ImDrawCmd* command) {
    platform->draw_spans(*command);
  };
  create_context();
  build_gl_objects();
}

WebPlatform::~WebPlatform() { platform = nullptr; }

void WebPlatform::create_context() {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.alpha = false;
  attributes.depth = false;
  attributes.stencil = false;
  attributes.antialias = false;  // ImGui smooths its own edges
  attributes.majorVersion = 2;
  attributes.minorVersion = 0;
  context_ = emscripten_webgl_create_context(kCanvas, &attributes);
  if (context_ <= 0) throw RuntimeError("this browser gives no WebGL2 context");
  emscripten_webgl_make_context_current(context_);
}

void WebPlatform::build_gl_objects() {
  renderer_.emplace();
  spans_.emplace();
  palette_of_ = nullptr;
}

void WebPlatform::run(Frontend& frontend) {
  frontend_ = &frontend;
  set_web_host_listener(this);
  input_ = std::make_unique<WebInput>(
      kCanvas,
      WebInput::Hooks{.wake = [this] { wake(); },
                      .zoom = [this] { return scale_; },
                      .claim_at = [this](float x, float y) { return ui_.rects.claim_at(x, y); },
                      .zooms_at =
                          [this](float x, float y) {
                            const auto area = ui_.rects.find("traces");
                            return area && area->contains(x, y);
                          },
                      .tapped_text = [] { focus_text_input(true); }});
  listen();
  wake();
}

void WebPlatform::listen() {
  emscripten_set_resize_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, false,
                                 [](int, const EmscriptenUiEvent*, void* self) -> EM_BOOL {
                                   static_cast<WebPlatform*>(self)->wake();
                                   return EM_FALSE;
                                 });
  emscripten_set_visibilitychange_callback(
      this, false, [](int, const EmscriptenVisibilityChangeEvent* event, void* self) -> EM_BOOL {
        auto& page = *static_cast<WebPlatform*>(self);
        page.scheduler_.set_visible(event->hidden == EM_FALSE);
        page.schedule();
        return EM_FALSE;
      });
  emscripten_set_webglcontextlost_callback(kCanvas, this, false,
                                           [](int, const void*, void* self) -> EM_BOOL {
                                             auto& page = *static_cast<WebPlatform*>(self);
                                             page.spans_.reset();
                                             page.renderer_.reset();
                                             context_lost(true);
                                             return EM_TRUE;  // preventDefault: it may return
                                           });
  emscripten_set_webglcontextrestored_callback(kCanvas, this, false,
                                               [](int, const void*, void* self) -> EM_BOOL {
                                                 auto& page = *static_cast<WebPlatform*>(self);
                                                 page.build_gl_objects();
                                                 context_lost(false);
                                                 page.wake();
                                                 return EM_FALSE;
                                               });
}

void WebPlatform::wake() {
  scheduler_.wake();
  schedule();
}

void WebPlatform::schedule() {
  const Pace pace = frontend_->pace();
  // After a run has ended, a few frames let the page settle: scroll bars, for example.
  if (std::exchange(last_pace_, pace) != pace) scheduler_.wake();
  if (pace == Pace::full_speed && !slice_requested_) {
    slice_requested_ = true;
    request_slice();
  }
  if (!scheduler_.visible()) return advance_unseen(pace);
  const bool events_left = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  if (frame_requested_ ||
      !(events_left || scheduler_.wants_frame(now_seconds(), pace != Pace::idle))) {
    return;
  }
  frame_requested_ = true;
  emscripten_request_animation_frame(
      [](double time_ms, void* self) -> EM_BOOL {
        return static_cast<WebPlatform*>(self)->on_frame(time_ms) ? EM_TRUE : EM_FALSE;
      },
      this);
}

void WebPlatform::slice() {
  slice_requested_ = false;
  if (frontend_->pace() != Pace::full_speed) return;
  frontend_->advance(now_seconds(), kFullSliceUs);
  schedule();
}

// A hidden page gets no frames, so animated work continues on a timer, which browsers slow down.
void WebPlatform::advance_unseen(Pace pace) {
  if (pace != Pace::animated || tick_requested_) return;
  tick_requested_ = true;
  emscripten_set_timeout(
      [](void* self) {
        auto& page = *static_cast<WebPlatform*>(self);
        page.tick_requested_ = false;
        if (page.scheduler_.visible()) return;
        if (page.frontend_->pace() == Pace::animated) {
          page.frontend_->advance(now_seconds(), kFullSliceUs);
        }
        page.schedule();
      },
      kUnseenTickMs, this);
}

bool WebPlatform::on_frame(double) {
  frame_requested_ = false;
  const double now = now_seconds();
  const Pace pace = frontend_->pace();
  if (pace == Pace::animated) frontend_->advance(now, kSliceUs);
  const bool due =
      pace != Pace::full_speed || scheduler_.frame_is_due(now, last_draw_s_, draw_cost_s_);
  if (scheduler_.visible() && due) draw(now);
  schedule();
  return false;
}

void WebPlatform::resize_canvas() {
  double width = 0;
  double height = 0;
  emscripten_get_element_css_size(kCanvas, &width, &height);
  scale_ = ui_.display.zoom == 1
               ? sizes::growth(static_cast<float>(width), static_cast<float>(height))
               : ui_.display.zoom;
  width /= scale_;
  height /= scale_;
  density_ = scale_ * static_cast<float>(std::max(0.25, emscripten_get_device_pixel_ratio()));
  width_ = static_cast<float>(std::max(1.0, width));
  height_ = static_cast<float>(std::max(1.0, height));
  const int pixels_wide = static_cast<int>(std::lround(width_ * density_));
  const int pixels_high = static_cast<int>(std::lround(height_ * density_));
  int old_wide = 0;
  int old_high = 0;
  emscripten_get_canvas_element_size(kCanvas, &old_wide, &old_high);
  if (old_wide != pixels_wide || old_high != pixels_high) {
    emscripten_set_canvas_element_size(kCanvas, pixels_wide, pixels_high);
  }
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width_, height_};
  io.DisplayFramebufferScale = {density_, density_};
}

void WebPlatform::draw(double now_s) {
  resize_canvas();
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(std::clamp(now_s - last_draw_s_, 0.001, 0.1));
  last_draw_s_ = now_s;
  ui_.now_s = now_s;
  ui_.display.coarse = has_coarse_pointer();
  ui_.theme = &theme_for(ui_.theme_kind);
  if (palette_of_ != ui_.theme) {
    palette_of_ = ui_.theme;
    apply_to_imgui(*ui_.theme);
    if (spans_) spans_->set_palette(activity_palette(*ui_.theme));
  }
  input_->apply(ui_, &ui_.page_scroll);
  ImGui::NewFrame();
  ui_.rects.begin_frame();
  frontend_->draw(ui_, {0, 0, width_, height_});
  ui_.rects.end_frame();
  ImGui::Render();
  if (ui_.theme != &theme_for(ui_.theme_kind)) scheduler_.wake();
  scheduler_.animate_until(ui_.animate_until_s);
  scheduler_.drew();
  if (renderer_) {
    const ImVec4 clear = ImGui::ColorConvertU32ToFloat4(ui_.theme->page);
    glClearColor(clear.x, clear.y, clear.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer_->draw(*ImGui::GetDrawData());
  }
  draw_cost_s_ = now_seconds() - now_s;
  update_cursor();
  if (io.WantTextInput != text_wanted_) focus_text_input(text_wanted_ = io.WantTextInput);
  place_html(ui_.rects.html_places(), ui_.theme_kind == ThemeKind::dark);
  if (frame_++ == 0) first_frame_shown();
}

std::string WebPlatform::picture(const std::string& card, bool dark) {
  const ThemeKind colors = dark ? ThemeKind::dark : ThemeKind::light;
  wake();  // rectangles published by these frames are not those of the page
  return card_picture(ui_, *frontend_, card, colors, {0, 0, width_, height_});
}

void WebPlatform::draw_spans(const ImDrawCmd& command) {
  const auto& what = *static_cast<const render::SpanDraw*>(command.UserCallbackData);
  spans_->draw(renderer_->target(), command.ClipRect, what);
}

void WebPlatform::update_cursor() {
  const int wanted = ImGui::GetMouseCursor();
  if (wanted == cursor_) return;
  cursor_ = wanted;
  const char* name = "default";
  if (wanted == ImGuiMouseCursor_Hand) name = "pointer";
  if (wanted == ImGuiMouseCursor_TextInput) name = "text";
  if (wanted == ImGuiMouseCursor_ResizeAll) name = "grab";
  if (wanted == ImGuiMouseCursor_ResizeEW) name = "ew-resize";
  EM_ASM({ document.querySelector('#pipette-canvas').style.cursor = UTF8ToString($0); }, name);
}

}  // namespace pipette::app
