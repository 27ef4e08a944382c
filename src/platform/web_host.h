// The thin interface between the page's JavaScript (web/main.mjs) and C++: requests of C++ to the
// browser, and calls from JavaScript. Everything for which html5.h has a callback comes through
// web_input.h instead.
//
// Outgoing calls go to `Module.host`, an object that main.mjs passes to the module; incoming ones
// are the exported C functions pipette_*. Emscripten only.
#pragma once

#include <span>
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
  void show(const std::string& what, const std::string& json) override;
  void announce(const std::string& text) override;
};

// The interface that JavaScript reaches through window.pipette_app and the exported functions.
class WebHostListener {
 public:
  virtual ~WebHostListener() = default;
  virtual Frontend& frontend() = 0;
  virtual RectRegistry& rects() = 0;
  virtual float zoom() const = 0;  // CSS pixels per pixel of the rectangles
  virtual long frame() const = 0;
  virtual bool idle() const = 0;
  virtual std::string picture(const std::string& card, bool dark) = 0;  // ui/card_picture.h
  virtual void wake() = 0;
  virtual void typed(const char* text) = 0;  // from beforeinput and paste
  virtual void backspace() = 0;              // from a phone's keyboard
  virtual void slice() = 0;                  // from the message channel: work at full speed
};
void set_web_host_listener(WebHostListener* listener);

// Requests a call of slice() once the browser has handled its pending events.
void request_slice();
void focus_text_input(bool wanted);
void first_frame_shown();
void context_lost(bool lost);
// Says where HTML may cover the canvas, and whether the page is dark. Does nothing if neither has
// changed.
void place_html(std::span<const HtmlPlace> places, bool dark);
std::string remembered(const std::string& key);
bool prefers_dark();
bool prefers_reduced_motion();
bool has_coarse_pointer();
bool embedded_in_frame();
bool one_card();  // the page is one card framed in another page, which gets wheel and touch

}  // namespace pipette::app
