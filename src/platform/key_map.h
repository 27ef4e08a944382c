// DOM key names to ImGui's, by physical place (KeyboardEvent.code) except for letters and signs,
// which go by what they print (KeyboardEvent.key), so that "/" is "/" on every keyboard.
//
//   key_from_dom("Space", " ")   // ImGuiKey_Space
//   page_takes(chord)            // must the browser leave it alone?
//
// Tab is never mapped: it must be able to leave the canvas. Pure.
#pragma once

#include <string_view>

#include "imgui.h"

namespace pipette::app {

// ImGuiKey_None for keys the page has no use for.
ImGuiKey key_from_dom(std::string_view code, std::string_view key);

struct KeyChord {
  ImGuiKey key = ImGuiKey_None;
  bool control = false;  // Ctrl, or Command on a Mac
  bool alt = false;
  bool typing = false;  // a text field has the keyboard
};
// True when the browser's own action should not happen: Space and arrows scroll, "/" opens a
// search, Ctrl+Z undoes in a form. Ctrl+W, T, R, F and the like are always left to the browser.
bool page_takes(const KeyChord& chord);

}  // namespace pipette::app
