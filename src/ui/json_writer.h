// One flat JSON object, written field by field, for the little that the page reports to its tests.
//
//   JsonWriter json;
//   json.add("step", std::int64_t{10}).add("running", true).add("error", "none");
//   json.text();   // {"step":10,"running":true,"error":"none"}
//
// Numbers that are not finite become null. A library would do more, but would make the page larger.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace pipette::app {

class JsonWriter {
 public:
  JsonWriter& add(const char* name, std::int64_t value) { return raw(name, std::to_string(value)); }
  JsonWriter& add(const char* name, int value) { return raw(name, std::to_string(value)); }
  JsonWriter& add(const char* name, bool value) { return raw(name, value ? "true" : "false"); }
  JsonWriter& add(const char* name, double value) {
    char text[40] = "null";
    if (std::isfinite(value)) std::snprintf(text, sizeof text, "%.17g", value);
    return raw(name, text);
  }
  JsonWriter& add(const char* name, const std::string& value) { return raw(name, quoted(value)); }
  JsonWriter& add(const char* name, const char* value) { return add(name, std::string(value)); }

  // `json` is already JSON.
  JsonWriter& raw(const char* name, const std::string& json) {
    text_ += text_.empty() ? "{" : ",";
    text_ += quoted(name) + ":" + json;
    return *this;
  }
  std::string text() const { return text_.empty() ? "{}" : text_ + "}"; }

  static std::string quoted(const std::string& value) {
    std::string result = "\"";
    for (const char c : value) {
      if (c == '"' || c == '\\') result += '\\';
      if (static_cast<unsigned char>(c) < 0x20) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
        result += code;
      } else {
        result += c;
      }
    }
    return result + "\"";
  }

 private:
  std::string text_;
};

}  // namespace pipette::app
