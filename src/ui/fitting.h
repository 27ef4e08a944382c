// Words and numbers as complete as the room allows.
//
//   fitting(ui, {"Engine::run #9,871", "Run #9,871", "#9,871"}, area.w, sizes::kSmall, font);
//   fitting_number(ui, 1121, place.w, sizes::kTiny, font);   // "1,121", "…121" or "…1"
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/ui.h"

namespace pipette::app {

// The first of the `ways` that fits, else the last.
std::string fitting(Ui& ui, const std::vector<std::string>& ways, float width, float size,
                    ImFont* font);
// The number, or as many of its last digits as fit: they tell consecutive numbers apart.
std::string fitting_number(Ui& ui, std::int64_t number, float width, float size, ImFont* font);
// Shorter forms of a text, which keep its number: "Preparing batch 1,204", "Batch 1,204", "1,204";
// "98,704 losses to read", "98,704 losses to", "98,704 losses".
std::vector<std::string> shorter_ways(const std::string& words);

}  // namespace pipette::app
