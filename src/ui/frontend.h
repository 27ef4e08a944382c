// The interface that the platform layer drives: it works in slices and draws itself.
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

// How much of the machine the frontend needs now.
enum class Pace : std::uint8_t {
  idle,        // nothing is running: frames only after input
  animated,    // one slice before each frame
  full_speed,  // slices back to back, occasional frames
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

  // As JSON, what the HTML of that name shows at its place (RectRegistry::keep_for_html); and a
  // text that changes whenever it does. Empty for a name that has none.
  virtual std::string html_json(const std::string& name) = 0;
  virtual std::string html_version(const std::string& name) const = 0;

  // A table of the values behind a picture, as comma-separated values, by its name; empty if no
  // picture shown has such a table.
  virtual std::string csv(const std::string& table) const = 0;
  // The learnt weights as a safetensors file; no arrays if the program does not learn.
  virtual std::vector<std::byte> weights() const = 0;

  // Takes a data file that the user dropped, picked or downloaded, already unpacked. The bytes are
  // only borrowed.
  virtual void receive_file(const std::string& name, std::span<const std::byte> bytes) = 0;
  // Reports the progress of loading data, 0..1, or negative once it is over. The errors of one load
  // add up.
  virtual void download_progress(double fraction, const std::string& text,
                                 const std::string& error) = 0;
  // Whether JavaScript may ask for that action.
  virtual bool takes(const std::string& action) const = 0;
  // Called by the HTML controls for screen readers and by tests; the effect is that of the widget.
  virtual void post(Intent intent) = 0;
};

// The frontend's requests to the browser.
class Host {
 public:
  virtual ~Host() = default;
  virtual void copy_text(const std::string& text) = 0;
  // `said` is announced once the link is copied.
  virtual void copy_link(const std::string& address_json, const std::string& said) = 0;
  // Shows a new address, as JSON (page/address.h). `push` adds an entry to the browser's history,
  // so that going back leads to the previous address.
  virtual void show_address(const std::string& address_json, bool push) = 0;
  virtual void pick_files() = 0;
  virtual void fetch_data(const std::string& url) = 0;
  virtual void remember(const std::string& key, const std::string& value) = 0;
  // Opens HTML beside or over the canvas, by its name in web/main.mjs: "lessons", "presentation",
  // "class", or "catalogue" and "help" with their content as JSON.
  virtual void open(const std::string& what, const std::string& json) = 0;
  // Saves the content of a card as a file: {"card", "as", "dark", "file"}; "file" has no extension.
  virtual void save(const std::string& json) = 0;
  // Shows HTML beside the canvas for as long as `json`, its content, is not empty; by its name in
  // web/main.mjs.
  virtual void show(const std::string& what, const std::string& json) = 0;
  virtual void announce(const std::string& text) = 0;  // to screen readers
};

}  // namespace pipette::app
