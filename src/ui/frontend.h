// What the platform layer drives: something that works in slices and draws itself.
//
//   platform.run(frontend);   // platform/web_platform.h
//
// Tests drive a frontend by hand (tests/ui/harness.h). The platform owns the canvas, the clock and
// the events; a Frontend owns the experiment. All calls come from the one thread of the page, never
// nested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ui/ui.h"

namespace pipette::app {

// How much of the machine the frontend wants now.
enum class Pace : std::uint8_t {
  idle,        // nothing runs: frames only after input
  animated,    // one slice before each frame
  full_speed,  // slices back to back; a frame now and then
};

class Frontend {
 public:
  virtual ~Frontend() = default;

  virtual Pace pace() const = 0;
  // Works for about `budget_us` of real time. `now_s` paces animations.
  virtual void advance(double now_s, double budget_us) = 0;
  // Called between ImGui::NewFrame() and ImGui::Render(); `page` is the whole canvas in CSS pixels.
  virtual void draw(Ui& ui, const Rect& page) = 0;

  // One JSON object for tests and screen readers: {"step": 10, "running": false, ...}.
  virtual std::string state_json() = 0;

  // The profiles of what runs, {"profile": [...], "twin": {...}}, for HTML that shows them;
  // and a text that changes whenever they do.
  virtual std::string profile_json() = 0;
  virtual std::string profile_version() const = 0;

  // The values behind a picture as comma-separated values, by the name of the table; empty where
  // nothing shown now has one.
  virtual std::string csv(const std::string& table) const = 0;
  // What has been learnt, as a file of the safetensors format; empty arrays where nothing learns.
  virtual std::vector<std::byte> weights() const = 0;

  // Takes a data file that the user dropped, picked or downloaded, already unpacked. The bytes are
  // only borrowed.
  virtual void receive_file(const std::string& name, std::span<const std::byte> bytes) = 0;
  // Reports the progress of loading data, 0..1; negative when it is over. The errors of one load
  // add up.
  virtual void download_progress(double fraction, const std::string& text,
                                 const std::string& error) = 0;
  // Whether an action of that name may be asked for from outside.
  virtual bool takes(const std::string& action) const = 0;
  // Called by the HTML controls for screen readers and by tests; the effect is that of the widget.
  virtual void post(Intent intent) = 0;
};

// What the frontend may ask of the browser.
class Host {
 public:
  virtual ~Host() = default;
  virtual void copy_text(const std::string& text) = 0;
  // `said` is what the person is told once it is copied.
  virtual void copy_link(const std::string& address_json, const std::string& said) = 0;
  // What is shown has changed: its address as JSON (page/address.h). `push` says that going back
  // should lead to the one before.
  virtual void show_address(const std::string& address_json, bool push) = 0;
  virtual void pick_files() = 0;
  virtual void fetch_data(const std::string& url) = 0;
  virtual void remember(const std::string& key, const std::string& value) = 0;
  // Something that HTML shows beside or over the canvas, by its name in web/main.mjs: "lessons",
  // "presentation", "class", or "catalogue" and "help" with what they list as JSON.
  virtual void open(const std::string& what, const std::string& json) = 0;
  // Gives the reader a file of what a card shows: {"card", "as", "dark", "file"}, the last without
  // its ending.
  virtual void save(const std::string& json) = 0;
  virtual void announce(const std::string& text) = 0;     // to screen readers
  virtual void show_task(const std::string& json) = 0;    // of a teacher's link; "": there is none
  virtual void show_result(const std::string& json) = 0;  // of a finished run; "": there is none
};

}  // namespace pipette::app
