#include "ui/command.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace pipette::app {
namespace {

struct Chord {
  ImGuiKey key = ImGuiKey_None;
  bool ctrl = false, shift = false;
};

constexpr std::array<std::pair<std::string_view, ImGuiKey>, 14> kNames = {{
    {"Space", ImGuiKey_Space},
    {"Left", ImGuiKey_LeftArrow},
    {"Right", ImGuiKey_RightArrow},
    {"Up", ImGuiKey_UpArrow},
    {"Down", ImGuiKey_DownArrow},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Delete", ImGuiKey_Delete},
    {".", ImGuiKey_Period},
    {",", ImGuiKey_Comma},
    {"/", ImGuiKey_Slash},
    {"-", ImGuiKey_Minus},
    {"=", ImGuiKey_Equal},
    {"Escape", ImGuiKey_Escape},
}};

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Chord chord_of(std::string_view text) {
  Chord chord;
  chord.ctrl = take(text, "Ctrl + ");
  chord.shift = take(text, "Shift + ");
  for (const auto& [name, key] : kNames) {
    if (name == text) chord.key = key;
  }
  if (text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z') {
    chord.key = static_cast<ImGuiKey>(ImGuiKey_A + (text[0] - 'A'));
  }
  PIPETTE_CHECK(chord.key != ImGuiKey_None, std::string(text));
  return chord;
}

std::vector<Chord> chords_of(const Command& command) {
  std::vector<Chord> chords;
  std::string_view text = command.keys;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(", "), text.size());
    chords.push_back(chord_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return chords;
}

}  // namespace

void ask_by_keys(Ui& ui, const Commands& commands) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyAlt || io.KeySuper) return;
  // Where commands have exactly the keys that are held, no others are asked for.
  for (const bool exact : {true, false}) {
    if (!exact && !io.KeyShift) return;
    bool found = false;
    for (const Command& command : commands) {
      if (command.intent.action.empty()) continue;
      for (const Chord& chord : chords_of(command)) {
        const bool as_held = chord.ctrl == io.KeyCtrl && chord.shift == io.KeyShift;
        const bool with_shift = chord.ctrl == io.KeyCtrl && !chord.shift && io.KeyShift;
        if (!(exact ? as_held : with_shift)) continue;
        if (!ImGui::IsKeyPressed(chord.key, command.repeats)) continue;
        found = true;
        if (!command.possible) continue;
        ui.intents.push_back(command.intent);
        return;
      }
    }
    if (found) return;
  }
}

}  // namespace pipette::app
