#include "core/json.h"

#include <set>
#include <string>
#include <vector>

namespace pipette {

namespace {

// Counts brackets outside of strings. Text that is not JSON is left to the parser.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// How many bytes the first character has; 0 where it is none (Unicode 15, table 3-7).
std::size_t character_bytes(std::string_view text) {
  const auto in = [&](std::size_t i, unsigned least, unsigned most) {
    const unsigned byte = i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    return byte >= least && byte <= most;
  };
  const auto follows = [&](std::size_t i) { return in(i, 0x80, 0xbf); };
  if (in(0, 0, 0x7f)) return 1;
  if (in(0, 0xc2, 0xdf)) return follows(1) ? 2 : 0;
  if (in(0, 0xe0, 0xef)) {
    const bool second = in(1, in(0, 0xe0, 0xe0) ? 0xa0 : 0x80, in(0, 0xed, 0xed) ? 0x9f : 0xbf);
    return second && follows(2) ? 3 : 0;
  }
  if (!in(0, 0xf0, 0xf4)) return 0;
  const bool second = in(1, in(0, 0xf0, 0xf0) ? 0x90 : 0x80, in(0, 0xf4, 0xf4) ? 0x8f : 0xbf);
  return second && follows(2) && follows(3) ? 4 : 0;
}

}  // namespace

Json parse_json(std::string_view text) {
  // The parser takes a NUL for the end, and the last of several values of a key.
  const bool has_nul = text.find('\0') != text.npos;
  if (has_nul || too_deep(text)) return Json(Json::value_t::discarded);
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  bool repeated = false;
  const auto note = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key) {
      repeated = !keys.back().insert(value.get<std::string>()).second || repeated;
    }
    return true;
  };
  Json json = Json::parse(text, note, /*allow_exceptions=*/false);
  return repeated ? Json(Json::value_t::discarded) : json;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string shown_json(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace pipette
