// DOM key names to ImGui's: by position on the keyboard (KeyboardEvent.code), except for letters
// and signs, which go by the character (KeyboardEvent.key), so that "/" is "/" on every keyboard.
//
//   key_from_dom("Space", " ")   // ImGuiKey_Space
//   page_takes(chord)            // true: the browser must not handle it
//
// Tab is never mapped: it must be able to leave the canvas. Pure.
#pragma once

#include <string_view>

#include "imgui.h"

namespace pipette::app {

// ImGuiKey_None for keys that the page does not use.
ImGuiKey key_from_dom(std::string_view code, std::string_view key);

struct KeyChord {
  ImGuiKey key = ImGuiKey_None;
  bool control = false;  // Ctrl, or Command on a Mac
  bool alt = false;
  bool typing = false;  // a text field has the keyboard
};
// True if the browser's own action must not happen: Space and arrows scroll, "/" opens a search,
// Ctrl+Z undoes in a form. Ctrl+W, T, R, F and the like are always left to the browser.
bool page_takes(const KeyChord& chord);

}  // namespace pipette::app
