#include "platform/key_map.h"

#include <array>

namespace pipette::app {
namespace {

struct Name {
  std::string_view dom;
  ImGuiKey key;
};

constexpr std::array<Name, 24> kByCode = {{
    {"Space", ImGuiKey_Space},
    {"Enter", ImGuiKey_Enter},
    {"NumpadEnter", ImGuiKey_Enter},
    {"Escape", ImGuiKey_Escape},
    {"Backspace", ImGuiKey_Backspace},
    {"Delete", ImGuiKey_Delete},
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"AltLeft", ImGuiKey_LeftAlt},
    {"AltRight", ImGuiKey_RightAlt},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
    {"NumpadAdd", ImGuiKey_Equal},
    {"NumpadSubtract", ImGuiKey_Minus},
}};

constexpr std::array<Name, 8> kBySign = {{
    {".", ImGuiKey_Period},
    {">", ImGuiKey_Period},
    {",", ImGuiKey_Comma},
    {"/", ImGuiKey_Slash},
    {"-", ImGuiKey_Minus},
    {"=", ImGuiKey_Equal},
    {"+", ImGuiKey_Equal},
    {"?", ImGuiKey_Slash},
}};

}  // namespace

ImGuiKey key_from_dom(std::string_view code, std::string_view key) {
  if (key.size() == 1) {
    const char sign = key[0];
    if (sign >= 'a' && sign <= 'z') return static_cast<ImGuiKey>(ImGuiKey_A + (sign - 'a'));
    if (sign >= 'A' && sign <= 'Z') return static_cast<ImGuiKey>(ImGuiKey_A + (sign - 'A'));
    if (sign >= '0' && sign <= '9') return static_cast<ImGuiKey>(ImGuiKey_0 + (sign - '0'));
    for (const Name& name : kBySign) {
      if (name.dom == key) return name.key;
    }
  }
  for (const Name& name : kByCode) {
    if (name.dom == code) return name.key;
  }
  return ImGuiKey_None;
}

bool page_takes(const KeyChord& chord) {
  if (chord.alt) return false;
  if (chord.control) {
    return chord.key == ImGuiKey_Z || chord.key == ImGuiKey_Y ||
           (chord.key == ImGuiKey_K && !chord.typing);
  }
  if (chord.typing) return false;
  switch (chord.key) {
    case ImGuiKey_Space:
    case ImGuiKey_Slash:
    case ImGuiKey_LeftArrow:
    case ImGuiKey_RightArrow:
    case ImGuiKey_UpArrow:
    case ImGuiKey_DownArrow:
    case ImGuiKey_Backspace:
      return true;
    default:
      return false;
  }
}

}  // namespace pipette::app
