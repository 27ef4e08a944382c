#include "platform/web_input.h"

#include <emscripten.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "platform/key_map.h"
#include "platform/web_host.h"

namespace pipette::app {
namespace {

constexpr float kPixelsPerNotch = 100;  // as browsers report for one click of a wheel
constexpr float kLinesPerNotch = 3;
constexpr int kOpeningFrames = 8;  // twice the frames for press, release and opening a field

float notches(double delta, unsigned long mode) {
  const auto value = static_cast<float>(-delta);
  if (mode == DOM_DELTA_LINE) return value / kLinesPerNotch;
  if (mode == DOM_DELTA_PAGE) return value * 3;
  return value / kPixelsPerNotch;
}

// Whether a KeyboardEvent.key is the character it types, rather than a name such as "Enter".
bool is_character(const char* key) {
  const bool ascii = (key[0] & 0x80) == 0;
  return !ascii || (key[0] != '\0' && key[1] == '\0');
}

}  // namespace

WebInput::WebInput(std::string canvas, Hooks hooks)
    : canvas_(std::move(canvas)),
      hooks_(std::move(hooks)),
      embedded_(embedded_in_frame()),
      one_card_(one_card()) {
  const char* target = canvas_.c_str();
  const auto mouse = [](int type, const EmscriptenMouseEvent* event, void* self) {
    return static_cast<EM_BOOL>(static_cast<WebInput*>(self)->on_mouse(type, *event));
  };
  emscripten_set_mousedown_callback(target, this, false, mouse);
  emscripten_set_mouseenter_callback(target, this, false, mouse);
  emscripten_set_mouseleave_callback(target, this, false, mouse);
  // On the window: a drag continues, and may end, outside the canvas.
  emscripten_set_mousemove_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, false, mouse);
  emscripten_set_mouseup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, false, mouse);

  emscripten_set_wheel_callback(
      target, this, false, [](int, const EmscriptenWheelEvent* event, void* self) {
        return static_cast<EM_BOOL>(static_cast<WebInput*>(self)->on_wheel(*event));
      });

  const auto key = [](int type, const EmscriptenKeyboardEvent* event, void* self) {
    return static_cast<EM_BOOL>(static_cast<WebInput*>(self)->on_key(type, *event));
  };
  emscripten_set_keydown_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, false, key);
  emscripten_set_keyup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, this, false, key);

  const auto touch = [](int type, const EmscriptenTouchEvent* event, void* self) {
    return static_cast<EM_BOOL>(static_cast<WebInput*>(self)->on_touch(type, *event));
  };
  emscripten_set_touchstart_callback(target, this, false, touch);
  emscripten_set_touchmove_callback(target, this, false, touch);
  emscripten_set_touchend_callback(target, this, false, touch);
  emscripten_set_touchcancel_callback(target, this, false, touch);

  const auto focus = [](int type, const EmscriptenFocusEvent*, void* self) -> EM_BOOL {
    auto& input = *static_cast<WebInput*>(self);
    input.focused_ = type == EMSCRIPTEN_EVENT_FOCUS;
    if (type == EMSCRIPTEN_EVENT_BLUR) ImGui::GetIO().ClearInputKeys();
    return EM_FALSE;
  };
  emscripten_set_focus_callback(target, this, false, focus);
  emscripten_set_blur_callback(target, this, false, focus);
}

void WebInput::set_touch(bool touch) {
  touch_ = touch;
  ImGui::GetIO().AddMouseSourceEvent(touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
}

bool WebInput::on_mouse(int type, const EmscriptenMouseEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  set_touch(false);
  // The canvas begins where the page does, so client and canvas coordinates differ only by the
  // zoom.
  const auto x = static_cast<float>(event.clientX) / hooks_.zoom();
  const auto y = static_cast<float>(event.clientY) / hooks_.zoom();
  constexpr int kButtons[] = {ImGuiMouseButton_Left, ImGuiMouseButton_Middle,
                              ImGuiMouseButton_Right};
  switch (type) {
    case EMSCRIPTEN_EVENT_MOUSELEAVE:
      if (event.buttons == 0) io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
      break;
    case EMSCRIPTEN_EVENT_MOUSEDOWN:
    case EMSCRIPTEN_EVENT_MOUSEUP:
      io.AddMousePosEvent(x, y);
      if (event.button < 3) {
        io.AddMouseButtonEvent(kButtons[event.button], type == EMSCRIPTEN_EVENT_MOUSEDOWN);
      }
      if (type == EMSCRIPTEN_EVENT_MOUSEUP && hooks_.claim_at(x, y) == Claim::text) {
        opening_frames_ = kOpeningFrames;
        hooks_.tapped_text();
      }
      break;
    default:
      io.AddMousePosEvent(x, y);
      break;
  }
  hooks_.wake();
  return false;
}

bool WebInput::on_wheel(const EmscriptenWheelEvent& event) {
  const bool outer_scrolls = one_card_ || (embedded_ && !focused_);
  if (outer_scrolls && !event.mouse.ctrlKey) return false;
  const auto x = static_cast<float>(event.mouse.clientX) / hooks_.zoom();
  const auto y = static_cast<float>(event.mouse.clientY) / hooks_.zoom();
  const float up = notches(event.deltaY, event.deltaMode);
  if (event.mouse.ctrlKey) {  // touch pads send this for a pinch too
    if (!hooks_.zooms_at(x, y)) return false;
    pinch_.x = x;
    pinch_.y = y;
    pinch_.factor *= std::exp(up * 0.9f);
  } else {
    ImGui::GetIO().AddMouseWheelEvent(notches(event.deltaX, event.deltaMode), up);
  }
  hooks_.wake();
  return true;
}

bool WebInput::on_key(int type, const EmscriptenKeyboardEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  const bool down = type == EMSCRIPTEN_EVENT_KEYDOWN;
  const bool control = event.ctrlKey || event.metaKey;
  io.AddKeyEvent(ImGuiMod_Ctrl, control);
  io.AddKeyEvent(ImGuiMod_Shift, event.shiftKey);
  io.AddKeyEvent(ImGuiMod_Alt, event.altKey);
  const ImGuiKey key = key_from_dom(event.code, event.key);
  if (key == ImGuiKey_None) return false;
  const bool typing = io.WantTextInput || opening_field();
  // A typed character and Ctrl+V arrive again, as input and paste events with the text.
  const bool arrives_as_text =
      down && (control ? key == ImGuiKey_V : typing && is_character(event.key));
  if (!arrives_as_text) {
    if (opening_field() || !held_.empty()) {
      held_.push_back({{}, key, down});
    } else {
      io.AddKeyEvent(key, down);
    }
  }
  hooks_.wake();
  return down && page_takes({key, control, event.altKey != 0, typing});
}

bool WebInput::on_touch(int type, const EmscriptenTouchEvent& event) {
  set_touch(true);
  std::vector<TouchPoint> points;
  for (int i = 0; i < event.numTouches; ++i) {
    const EmscriptenTouchPoint& touch = event.touches[i];
    const bool lifted = touch.isChanged && type == EMSCRIPTEN_EVENT_TOUCHEND;
    if (lifted) continue;
    points.push_back({touch.identifier, static_cast<float>(touch.clientX) / hooks_.zoom(),
                      static_cast<float>(touch.clientY) / hooks_.zoom()});
  }
  switch (type) {
    case EMSCRIPTEN_EVENT_TOUCHSTART:
      gestures_.start(points, hooks_.claim_at);
      break;
    case EMSCRIPTEN_EVENT_TOUCHMOVE:
      gestures_.move(points);
      break;
    case EMSCRIPTEN_EVENT_TOUCHEND:
      gestures_.end(points);
      break;
    default:
      gestures_.cancel();
      break;
  }
  run_touch_actions();
  hooks_.wake();
  // The end of a tap would arrive again as a mouse click; that of a scroll belongs to the browser.
  moved_ = type == EMSCRIPTEN_EVENT_TOUCHMOVE || (moved_ && type != EMSCRIPTEN_EVENT_TOUCHSTART);
  return !one_card_ || (type == EMSCRIPTEN_EVENT_TOUCHEND && !moved_);
}

void WebInput::run_touch_actions() {
  ImGuiIO& io = ImGui::GetIO();
  for (const TouchAction& action : gestures_.take_actions()) {
    switch (action.kind) {
      case TouchAction::Kind::move:
        io.AddMousePosEvent(action.x, action.y);
        break;
      case TouchAction::Kind::down:
      case TouchAction::Kind::up:
        io.AddMousePosEvent(action.x, action.y);
        io.AddMouseButtonEvent(0, action.kind == TouchAction::Kind::down);
        break;
      case TouchAction::Kind::leave:
        io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
        break;
      case TouchAction::Kind::scroll:
        scroll_ -= action.dy;
        break;
      case TouchAction::Kind::pinch:
        pinch_.x = action.x;
        pinch_.y = action.y;
        pinch_.factor *= action.factor;
        pinch_.dx += action.dx;
        break;
      case TouchAction::Kind::tap:
        if (hooks_.claim_at(action.x, action.y) == Claim::text) {
          opening_frames_ = kOpeningFrames;
          hooks_.tapped_text();
        }
        break;
    }
  }
}

bool WebInput::opening_field() const {
  return opening_frames_ > 0 && !ImGui::GetIO().WantTextInput;
}

void WebInput::apply(Ui& ui, float* page_scroll) {
  ui.display.touch = touch_;
  ui.pinch = std::exchange(pinch_, {});
  *page_scroll += std::exchange(scroll_, 0.0f);
  ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput) opening_frames_ = 0;  // it is open
  if (opening_frames_ > 0) {
    --opening_frames_;
    ui.animate(0.1);
    return;
  }
  for (const Held& held : std::exchange(held_, {})) {
    if (held.text.empty()) {
      io.AddKeyEvent(held.key, held.down);
    } else {
      io.AddInputCharactersUTF8(held.text.c_str());
    }
  }
}

void WebInput::type(const char* utf8) {
  // Ctrl is still down while Ctrl+V is; ImGui takes no text then.
  held_.push_back({{}, ImGuiMod_Ctrl, false});
  held_.push_back({utf8, ImGuiKey_None, false});
  hooks_.wake();
}

void WebInput::press_backspace() {
  held_.push_back({{}, ImGuiKey_Backspace, true});
  held_.push_back({{}, ImGuiKey_Backspace, false});
  hooks_.wake();
}

}  // namespace pipette::app
