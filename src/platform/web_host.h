// The thin line between the page's JavaScript (web/main.mjs) and C++: what C++ asks of the browser,
// and what JavaScript hands in. Everything for which html5.h has a callback comes through
// web_input.h instead.
//
// Outgoing calls go to `Module.host`, an object that main.mjs passes to the module; incoming ones
// are the exported C functions pipette_*. Emscripten only.
#pragma once

#include <string>

#include "ui/frontend.h"

namespace pipette::app {

class WebHost final : public Host {
 public:
  void copy_text(const std::string& text) override;
  void copy_link(const std::string& address_json, const std::string& said) override;
  void show_address(const std::string& address_json, bool push) override;
  void pick_files() override;
  void fetch_data(const std::string& url) override;
  void remember(const std::string& key, const std::string& value) override;
  void open(const std::string& what, const std::string& json) override;
  void save(const std::string& json) override;
  void announce(const std::string& text) override;
  void show_task(const std::string& json) override;
  void show_result(const std::string& json) override;
};

// What JavaScript reads through window.pipette_app and the exported functions.
class WebHostListener {
 public:
  virtual ~WebHostListener() = default;
  virtual Frontend& frontend() = 0;
  virtual RectRegistry& rects() = 0;
  virtual float zoom() const = 0;  // CSS pixels for each pixel of theirs
  virtual long frame() const = 0;
  virtual bool idle() const = 0;
  virtual std::string picture(const std::string& card, bool dark) = 0;  // ui/card_picture.h
  virtual void wake() = 0;
  virtual void typed(const char* text) = 0;  // from beforeinput and paste
  virtual void backspace() = 0;              // from a phone's keyboard
  virtual void slice() = 0;                  // from the message channel: work at full speed
};
void set_web_host_listener(WebHostListener* listener);

// Asks for slice() as soon as the browser has handled what is waiting.
void request_slice();
void focus_text_input(bool wanted);
void first_frame_shown();
void context_lost(bool lost);
// Where HTML that shows the profile may lie over the canvas, and whether the page is dark; null for
// nowhere. Nothing happens where it is what it was.
void place_profile(const Rect* place, bool dark);
std::string remembered(const std::string& key);
bool prefers_dark();
bool prefers_reduced_motion();
bool has_coarse_pointer();
bool embedded_in_frame();
bool one_card();  // the page is one card in somebody's page, through which wheel and touch pass

}  // namespace pipette::app
