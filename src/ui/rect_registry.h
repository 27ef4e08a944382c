// The rectangle of every named widget in the last frame, and the meaning of a drag that starts
// there.
//
//   registry.begin_frame();
//   registry.publish("transport/run", rect);
//   registry.publish("pad/canvas", rect, Claim::drag);
//   registry.find("transport/run");   // for tests that click by name, never by position
//   registry.claim_at(x, y);          // for touch: scroll the page, or draw on the pad?
//   registry.layout_json(zoom);       // all controls, cards and texts, and their visible parts
//
// A new frame is collected separately and replaces the last one in end_frame(), so a reader between
// frames always sees a whole frame. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/rect.h"

namespace pipette::app {

// The effect of a one-finger drag that starts on the widget; elsewhere it scrolls the page.
enum class Claim : std::uint8_t {
  none,        // scrolls the page; a tap clicks
  horizontal,  // the widget gets sideways drags; up and down scrolls
  drag,        // the widget gets every drag
  text,        // a tap opens the keyboard
};

// A place that is kept free for HTML, over which web/main.mjs lays the element of that name.
struct HtmlPlace {
  std::string name;
  Rect rect;
};

// The kind of widget for a reader of the page: a control is pressed or held, a card is a panel.
enum class Part : std::uint8_t { place, control, card };

class RectRegistry {
 public:
  struct Entry {
    std::string name;
    Rect rect;
    Claim claim = Claim::none;
    Part part = Part::place;
    Rect clip = {};  // of a control or a card: the area outside is hidden
  };
  // A piece of text, with the size that it needs.
  struct Text {
    std::string string;
    Rect rect;
    Rect clip;
    bool cut = false;  // drawn shortened, because it does not fit
  };

  void begin_frame() {
    building_.clear();
    building_texts_.clear();
    building_html_.clear();
  }
  void publish(std::string name, const Rect& rect, Claim claim = Claim::none,
               Part part = Part::place, const Rect& clip = {}) {
    building_.push_back({std::move(name), rect, claim, part, clip});
  }
  void keep_for_html(std::string name, const Rect& rect) {
    building_html_.push_back({std::move(name), rect});
  }
  // There are many texts, so they are collected only from the first call of layout_json() on.
  bool collects_texts() const { return texts_wanted_; }
  void add_text(Text text) { building_texts_.push_back(std::move(text)); }
  void end_frame() {
    shown_.swap(building_);
    shown_texts_.swap(building_texts_);
    shown_html_.swap(building_html_);
  }

  // {"cards": [[name, x, y, width, height, clip's x, y, width, height]], "controls": the same,
  // "texts": [[string, the same, cut]]}, in CSS pixels.
  std::string layout_json(float zoom);

  const std::vector<Entry>& entries() const { return shown_; }
  const std::vector<HtmlPlace>& html_places() const { return shown_html_; }

  std::optional<Rect> find(const std::string& name) const {
    for (const Entry& entry : shown_) {
      if (entry.name == name) return entry.rect;
    }
    return std::nullopt;
  }

  // The claim of the topmost widget at that point that has one: later entries are on top.
  Claim claim_at(float x, float y) const {
    for (std::size_t i = shown_.size(); i-- > 0;) {
      if (shown_[i].claim != Claim::none && shown_[i].rect.contains(x, y)) return shown_[i].claim;
    }
    return Claim::none;
  }

 private:
  std::vector<Entry> shown_, building_;
  std::vector<Text> shown_texts_, building_texts_;
  std::vector<HtmlPlace> shown_html_, building_html_;
  bool texts_wanted_ = false;
};

}  // namespace pipette::app
