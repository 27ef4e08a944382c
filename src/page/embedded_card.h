// The cards that can stand alone in a frame on another page (docs/embedding.md).
//
//   const EmbeddedCard* card = embedded_card("schedule");    // null for an unknown name
#pragma once

#include <string_view>

namespace pipette::app {

struct EmbeddedCard {
  const char* name;        // in an address: "?embed=trace"
  const char* scene;       // the scene that draws it
  const char* card;        // its name in that scene
  const char* experiment;  // the default if a link names none
};

inline constexpr EmbeddedCard kEmbeddedCards[] = {
    {"flow", "feeds", "flow", "mnist-with-feeds"},
    {"trace", "feeds", "traces", "mnist-with-feeds"},
    {"schedule", "schedule", "schedule", "mnist-pipelined"},
    {"machine", "schedule", "machine", "mnist-pipelined"},
    {"tensors", "tensors", "heat", "inspect-keras"},
    {"builder", "model", "builder", "inspect-keras"},
    {"profile", "profile", "profile", "mnist-with-feeds"},
    {"way", "way", "way", "mnist-with-feeds"},
};

constexpr const EmbeddedCard* embedded_card(std::string_view name) {
  for (const EmbeddedCard& card : kEmbeddedCards) {
    if (name == card.name) return &card;
  }
  return nullptr;
}

}  // namespace pipette::app
