// The browser as the platform of a Frontend: canvas, WebGL2 context, fonts, frames.
//
//   WebPlatform platform;
//   App app(platform.host());
//   platform.run(app);      // returns at once; the browser calls back
//
// The canvas has the resolution of the screen: CSS size times device pixel ratio, read again each
// frame, so that it stays sharp when the browser zooms or moves to another screen. Frames are drawn
// only if something has changed (frame_scheduler.h). A lost WebGL context takes all GL objects with
// it; they are rebuilt when the context returns, and the experiment is not affected. Emscripten
// only.
#pragma once

#include <emscripten/html5.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "platform/frame_scheduler.h"
#include "platform/web_host.h"
#include "platform/web_input.h"
#include "render/imgui_renderer.h"
#include "render/span_renderer.h"
#include "ui/frontend.h"

namespace pipette::app {

class WebPlatform final : public WebHostListener {
 public:
  WebPlatform();
  ~WebPlatform() override;

  Host& host() { return host_; }
  void run(Frontend& frontend);

  // WebHostListener.
  Frontend& frontend() override { return *frontend_; }
  RectRegistry& rects() override { return ui_.rects; }
  float zoom() const override { return scale_; }
  long frame() const override { return frame_; }
  bool idle() const override { return !frame_requested_; }
  std::string picture(const std::string& card, bool dark) override;
  void wake() override;
  void typed(const char* text) override { input_->type(text); }
  void backspace() override { input_->press_backspace(); }
  void slice() override;

 private:
  void create_context();
  void build_gl_objects();
  void listen();
  void schedule();
  bool on_frame(double time_ms);
  void advance_unseen(Pace pace);
  void resize_canvas();
  void draw(double now_s);
  void draw_spans(const ImDrawCmd& command);
  void update_cursor();

  WebHost host_;
  Ui ui_;
  Frontend* frontend_ = nullptr;
  FrameScheduler scheduler_;
  Pace last_pace_ = Pace::idle;
  std::unique_ptr<WebInput> input_;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_ = 0;
  std::optional<render::ImGuiRenderer> renderer_;
  std::optional<render::SpanRenderer> spans_;
  const Theme* palette_of_ = nullptr;
  bool frame_requested_ = false;
  bool slice_requested_ = false;
  bool tick_requested_ = false;
  bool text_wanted_ = false;
  int cursor_ = -2;
  long frame_ = 0;
  double last_draw_s_ = 0;
  double draw_cost_s_ = 0;
  float width_ = 0, height_ = 0, density_ = 1;
  float scale_ = 1;  // CSS pixels per page pixel
};

}  // namespace pipette::app
