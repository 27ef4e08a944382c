// The canvas's mouse, wheel, touch and keyboard events, from html5.h to ImGui's event queue.
//
//   WebInput input("#pipette-canvas", {.wake = ..., .claim_at = ...});
//   input.apply(ui, &ui.page_scroll);    // before NewFrame: gestures since the last frame
//
// ImGui's own queue passes on at most one press or release of a button per frame, so a click is not
// lost if both halves arrive between two frames. preventDefault is called only for events that the
// page uses: the wheel over it (inside a frame only if it has the focus or Ctrl is held), touches,
// and the keys of page_takes(). A page of one card leaves the wheel without Ctrl, and fingers that
// move up or down, to the page around it. Emscripten only; coordinates are CSS pixels.
#pragma once

#include <emscripten/html5.h>

#include <functional>
#include <string>
#include <vector>

#include "ui/touch_gestures.h"
#include "ui/ui.h"

namespace pipette::app {

class WebInput {
 public:
  struct Hooks {
    std::function<void()> wake;
    std::function<float()> zoom;  // of the page: CSS pixels per page pixel
    std::function<Claim(float, float)> claim_at;
    std::function<bool(float, float)> zooms_at;  // whether Ctrl+wheel zooms something there
    std::function<void()> tapped_text;           // opens the keyboard while the gesture allows it
  };
  WebInput(std::string canvas, Hooks hooks);
  WebInput(const WebInput&) = delete;
  WebInput& operator=(const WebInput&) = delete;

  // Passes on the pinch and the pointer's kind, and scrolls `page_scroll` by the fingers' movement.
  void apply(Ui& ui, float* page_scroll);

  // Take input from beforeinput and paste, and from a phone's keyboard.
  void type(const char* utf8);
  void press_backspace();

 private:
  bool on_mouse(int type, const EmscriptenMouseEvent& event);
  bool on_wheel(const EmscriptenWheelEvent& event);
  bool on_key(int type, const EmscriptenKeyboardEvent& event);
  bool on_touch(int type, const EmscriptenTouchEvent& event);
  void run_touch_actions();
  void set_touch(bool touch);

  std::string canvas_;
  Hooks hooks_;
  TouchGestures gestures_;
  bool touch_ = false;
  bool embedded_ = false;
  bool one_card_ = false;
  bool moved_ = false;  // since the fingers came down
  bool focused_ = false;
  // A text field needs a few frames to open; input typed meanwhile waits here, in order.
  struct Held {
    std::string text;  // empty: a key
    ImGuiKey key = ImGuiKey_None;
    bool down = false;
  };
  bool opening_field() const;
  std::vector<Held> held_;
  int opening_frames_ = 0;  // frames left for a tapped field to open
  float scroll_ = 0;
  Ui::Pinch pinch_;
};

}  // namespace pipette::app
