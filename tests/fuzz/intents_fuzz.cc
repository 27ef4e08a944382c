// The whole page, as the browser drives it: a first line that is a link, then lines
//
//   ACTION|NAME|NUMBER|TEXT       asks for something, as JavaScript may
//   file|NAME|BYTES               a dropped file
//   wait                          a slice of work
//
// and a frame after each of them.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/json.h"
#include "fuzz/fuzz_target.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "ui/harness.h"

namespace pipette::fuzz {
namespace {

using app::Intent;

constexpr std::size_t kMaxLines = 6;
constexpr double kSliceUs = 500;
constexpr std::size_t kMaxDigits = 2;  // of a size: larger models would take long

// An experiment that is quick to make: no number has more digits.
bool is_small(const std::string& text) {
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > kMaxDigits) return false;
  }
  return true;
}

class Page {
 public:
  explicit Page(const std::string& link) : app_(host_, link) { frame(); }

  void act(std::string line) {
    const std::string action = take_part(line, '|');
    if (action == "wait") {
      now_s_ += 1.0 / 60;
      app_.advance(now_s_, kSliceUs);
    } else if (action == "file") {
      const std::string name = take_part(line, '|');
      if (is_utf8(name)) app_.receive_file(name, bytes_of(line));
    } else if (app_.takes(action)) {
      Intent intent{action, take_part(line, '|')};
      const std::string number = take_part(line, '|');
      intent.number = std::strtod(number.c_str(), nullptr);
      intent.text = line;
      if (std::abs(intent.number) >= 100 && std::abs(intent.number) < 1e9) return;
      if (!is_small(line) || !is_utf8(intent.name) || !is_utf8(line)) return;
      app_.post(std::move(intent));
    }
    frame();
  }

  void check() {
    const Json state = parse_json(app_.state_json());
    require(state.is_object(), "the page's state is JSON");
    require(!state.value("scene", "").empty(), "a scene is shown");
  }

 private:
  void frame() {
    // One for all inputs: making the font's pictures would take most of the time.
    static app::Harness screen(900, 600);
    screen.frame(app_);
  }

  app::FakeHost host_;
  app::App app_;
  double now_s_ = 1;
};

void feed(Bytes input) {
  const std::vector<std::string> lines = lines_of(input, kMaxLines);
  // The browser hands on UTF-8.
  if (lines.empty() || !is_small(lines[0]) || !is_utf8(lines[0])) return;
  Page page(lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) page.act(lines[i]);
  page.check();
}

const bool kAdded = add_target("intents", feed);

}  // namespace
}  // namespace pipette::fuzz
