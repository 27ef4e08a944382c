// Where every named widget was drawn in the last frame, and what a drag that starts there means.
//
//   registry.begin_frame();
//   registry.publish("transport/run", rect);
//   registry.publish("pad/canvas", rect, Claim::drag);
//   registry.find("transport/run");   // for tests that click by name, never by position
//   registry.claim_at(x, y);          // for touch: scroll the page, or draw on the pad?
//
// A frame is collected aside and replaces the last one in end_frame(), so a reader between frames
// always sees a whole frame. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/rect.h"

namespace pipette::app {

// What a one-finger drag that starts on the widget does; elsewhere it scrolls the page.
enum class Claim : std::uint8_t {
  none,        // scrolls the page; a tap clicks
  horizontal,  // sideways drags belong to the widget, up and down scrolls
  drag,        // every drag belongs to the widget
  text,        // a tap opens the keyboard
};

class RectRegistry {
 public:
  struct Entry {
    std::string name;
    Rect rect;
    Claim claim = Claim::none;
  };

  void begin_frame() { building_.clear(); }
  void publish(std::string name, const Rect& rect, Claim claim = Claim::none) {
    building_.push_back({std::move(name), rect, claim});
  }
  void end_frame() { shown_.swap(building_); }

  const std::vector<Entry>& entries() const { return shown_; }

  std::optional<Rect> find(const std::string& name) const {
    for (const Entry& entry : shown_) {
      if (entry.name == name) return entry.rect;
    }
    return std::nullopt;
  }

  // The claim of the topmost widget there that has one: later entries are on top.
  Claim claim_at(float x, float y) const {
    for (std::size_t i = shown_.size(); i-- > 0;) {
      if (shown_[i].claim != Claim::none && shown_[i].rect.contains(x, y)) return shown_[i].claim;
    }
    return Claim::none;
  }

 private:
  std::vector<Entry> shown_;
  std::vector<Entry> building_;
};

}  // namespace pipette::app
