#include "platform/web_host.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace pipette::app {
namespace {

WebHostListener* listener = nullptr;

// clang-format off
EM_JS(void, js_call, (const char* name, const char* a, const char* b), {
  const host = Module['host'];
  const call = host && host[UTF8ToString(name)];
  if (call) call(UTF8ToString(a), UTF8ToString(b));
});
EM_JS(int, js_ask, (const char* name), {
  const host = Module['host'];
  const call = host && host[UTF8ToString(name)];
  return call && call() ? 1 : 0;
});
EM_JS(char*, js_text, (const char* name, const char* a), {
  const host = Module['host'];
  const call = host && host[UTF8ToString(name)];
  const text = (call && call(UTF8ToString(a))) || "";
  const size = lengthBytesUTF8(text) + 1;
  const at = _malloc(size);
  if (at === 0) throw new Error('the page has no memory left for a text of ' + size + ' bytes');
  stringToUTF8(text, at, size);
  return at;
});
EM_JS(void, js_no_memory, (double size), {
  throw new Error('the page has no memory left for a text or file of ' + size + ' bytes');
});
EM_JS(void, js_request_slice, (), {
  if (!Module['sliceChannel']) {
    const channel = new MessageChannel();
    channel.port2.onmessage = () => _pipette_slice();
    Module['sliceChannel'] = channel;
  }
  Module['sliceChannel'].port1.postMessage(0);
});
// clang-format on

// A copy for the caller in JavaScript, which is told if memory is short. A zero byte follows.
char* heap_copy(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) js_no_memory(static_cast<double>(text.size()));
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace

void WebHost::copy_text(const std::string& text) { js_call("copyText", text.c_str(), ""); }
void WebHost::copy_link(const std::string& address_json, const std::string& said) {
  js_call("copyLink", address_json.c_str(), said.c_str());
}
void WebHost::show_address(const std::string& address_json, bool push) {
  js_call("showAddress", address_json.c_str(), push ? "push" : "");
}
void WebHost::pick_files() { js_call("pickFiles", "", ""); }
void WebHost::fetch_data(const std::string& url) { js_call("fetchData", url.c_str(), ""); }
void WebHost::remember(const std::string& key, const std::string& value) {
  js_call("remember", key.c_str(), value.c_str());
}
void WebHost::open(const std::string& what, const std::string& json) {
  js_call("open", what.c_str(), json.c_str());
}
void WebHost::save(const std::string& json) { js_call("save", json.c_str(), ""); }
void WebHost::show(const std::string& what, const std::string& json) {
  js_call("show", what.c_str(), json.c_str());
}
void WebHost::announce(const std::string& text) { js_call("announce", text.c_str(), ""); }

void set_web_host_listener(WebHostListener* new_listener) { listener = new_listener; }
void request_slice() { js_request_slice(); }
void focus_text_input(bool wanted) { js_call("focusText", wanted ? "1" : "", ""); }
void first_frame_shown() { js_call("firstFrame", "", ""); }
void context_lost(bool lost) { js_call("contextLost", lost ? "1" : "", ""); }
void place_html(std::span<const HtmlPlace> places, bool dark) {
  static std::string last;
  std::string now;
  for (const auto& [name, place] : places) {
    now += fmt::format(R"({}"{}":[{},{},{},{},{}])", now.empty() ? "" : ",", name, place.x, place.y,
                       place.w, place.h, listener->zoom());
  }
  now = "{" + now + "}";
  const char* theme = dark ? "dark" : "light";
  if (now + theme == last) return;
  last = now + theme;
  js_call("placeHtml", now.c_str(), theme);
}
bool prefers_dark() { return js_ask("prefersDark") != 0; }
bool prefers_reduced_motion() { return js_ask("prefersReducedMotion") != 0; }
bool has_coarse_pointer() { return js_ask("coarsePointer") != 0; }
bool embedded_in_frame() { return js_ask("embedded") != 0; }
bool one_card() { return !remembered("embed").empty(); }

std::string remembered(const std::string& key) {
  char* text = js_text("remembered", key.c_str());
  const std::string result = text;
  std::free(text);
  return result;
}

}  // namespace pipette::app

// Called by web/main.mjs. Strings returned are malloc'ed; JavaScript frees them.
extern "C" {

using pipette::app::listener;

EMSCRIPTEN_KEEPALIVE void pipette_slice() { listener->slice(); }
EMSCRIPTEN_KEEPALIVE void pipette_wake() { listener->wake(); }
EMSCRIPTEN_KEEPALIVE int pipette_frame() { return static_cast<int>(listener->frame()); }
EMSCRIPTEN_KEEPALIVE int pipette_idle() { return listener->idle() ? 1 : 0; }

// Writes x, y, width, height; returns 0 if nothing of that name was drawn.
EMSCRIPTEN_KEEPALIVE int pipette_rect(const char* name, float* out) {
  const auto rect = listener->rects().find(name);
  if (!rect) return 0;
  const float zoom = listener->zoom();
  out[0] = rect->x * zoom;
  out[1] = rect->y * zoom;
  out[2] = rect->w * zoom;
  out[3] = rect->h * zoom;
  return 1;
}

EMSCRIPTEN_KEEPALIVE char* pipette_names() {
  std::string names;
  for (const auto& entry : listener->rects().entries()) names += entry.name + "\n";
  return pipette::app::heap_copy(names);
}

// RectRegistry::layout_json(); after the first call, texts are included from the next frame on.
EMSCRIPTEN_KEEPALIVE char* pipette_layout() {
  listener->wake();
  return pipette::app::heap_copy(listener->rects().layout_json(listener->zoom()));
}

EMSCRIPTEN_KEEPALIVE char* pipette_state() {
  return pipette::app::heap_copy(listener->frontend().state_json());
}

// A card as SVG, in light or dark colours, and a table as comma-separated values; "" for none.
EMSCRIPTEN_KEEPALIVE char* pipette_picture(const char* card, int dark) {
  return pipette::app::heap_copy(listener->picture(card, dark != 0));
}
EMSCRIPTEN_KEEPALIVE char* pipette_csv(const char* table) {
  return pipette::app::heap_copy(listener->frontend().csv(table));
}

// The bytes of a file; stores their number in `size`.
EMSCRIPTEN_KEEPALIVE char* pipette_weights(std::uint32_t* size) {
  const std::vector<std::byte> file = listener->frontend().weights();
  *size = static_cast<std::uint32_t>(file.size());
  return pipette::app::heap_copy({reinterpret_cast<const char*>(file.data()), file.size()});
}

EMSCRIPTEN_KEEPALIVE char* pipette_html(const char* name) {
  return pipette::app::heap_copy(listener->frontend().html_json(name));
}
EMSCRIPTEN_KEEPALIVE char* pipette_html_version(const char* name) {
  return pipette::app::heap_copy(listener->frontend().html_version(name));
}

// Both borrow their arguments for the call.
EMSCRIPTEN_KEEPALIVE void pipette_file(const char* name, const char* bytes, int size) {
  listener->frontend().receive_file(
      name, {reinterpret_cast<const std::byte*>(bytes), static_cast<std::size_t>(size)});
  listener->wake();
}
EMSCRIPTEN_KEEPALIVE void pipette_progress(double fraction, const char* text, const char* error) {
  listener->frontend().download_progress(fraction, text, error);
  listener->wake();
}

// Returns 0 if no intent has that name.
EMSCRIPTEN_KEEPALIVE int pipette_intent(const char* intent, double number, const char* name,
                                        const char* text) {
  if (!listener->frontend().takes(intent)) return 0;
  listener->frontend().post({intent, name, number, text});
  listener->wake();
  return 1;
}

EMSCRIPTEN_KEEPALIVE void pipette_typed(const char* text) { listener->typed(text); }
EMSCRIPTEN_KEEPALIVE void pipette_backspace() { listener->backspace(); }

}  // extern "C"
