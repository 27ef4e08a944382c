// JavaScript functions that are called while a function is traced. Emscripten only.
//
//   const Callback body = callback_from(extra["body"]);
//   return text_of(tracing().repeat(options, inputs, body, nullptr));
//
// A single Tracing traces everything for JavaScript. Values cross the border as JSON text.
#pragma once

#include <emscripten/val.h>

#include <string>

#include "bindings/js_values.h"
#include "bindings/layer_builder.h"
#include "bindings/tracing.h"

namespace pipette::bindings {

inline Tracing& tracing() {
  static Tracing one;
  return one;
}
inline TracedValues& values() { return tracing().values(); }

inline Json json_of(const std::string& text) {
  Json json = parse_json(text);
  if (json.is_discarded()) throw InvalidArgument("a value is nested too deeply");
  return json;
}

// An exception of the JavaScript function is kept there (core.mjs), and thrown in place of this
// error.
inline Callback callback_from(const val& function) {
  return [function](const Json& given) {
    const val text = function(given.dump());
    if (text.isNull()) throw RuntimeError("a function of JavaScript threw an error");
    return json_of(text.as<std::string>());
  };
}

inline void use_outfeed(const QueuePtr& queue) { tracing().use(queue, queue->queue()); }

inline val text_of(const Json& json) { return val(json.dump()); }
inline val operation_text(const Operation& operation) {
  return text_of({{"operation", operation.node}});
}

}  // namespace pipette::bindings
