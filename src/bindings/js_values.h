// Values that cross the border to JavaScript: errors and typed arrays. Emscripten only.
//
//   return guarded([&] { return typed_array(session.losses()); });
//
// guarded() returns what its function returns, or on an error the object {failure: true, name,
// code, message}, which pipette.mjs throws as an Error: a C++ exception that leaves a module built
// with -fwasm-exceptions cannot be read in JavaScript.
//
// Typed arrays are always copies, because a view of the heap silently loses its content when the
// memory grows.
#pragma once

#include <emscripten/bind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "bindings/trace_columns.h"
#include "core/convert.h"
#include "core/error.h"
#include "training/loss_record.h"

namespace pipette::bindings {

using emscripten::val;

inline val failure(const char* name, const char* code, const std::string& message) {
  val object = val::object();
  object.set("failure", true);
  object.set("name", std::string(name));
  object.set("code", std::string(code));
  object.set("message", message);
  return object;
}

template <class F>
val guarded(F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    return failure(error.name(), error_code_name(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return failure(error_name(ErrorCode::resource_exhausted),
                   error_code_name(ErrorCode::resource_exhausted),
                   "out of memory: WebAssembly cannot get more; use a smaller batch or data set");
  } catch (const std::exception& error) {
    return failure(error_name(ErrorCode::internal), error_code_name(ErrorCode::internal),
                   error.what());
  }
}

// Binds a function under this name, with its texts as vals: Embind's glue code frees a std::string
// wrongly if a bound function is called inside a call of itself, as happens in nested loops and
// scopes (emscripten 3.1.6 with DYNAMIC_EXECUTION=0).
template <class T>
struct OnWire {
  using Type = T;
  static T given(T value) { return value; }
};
template <>
struct OnWire<const std::string&> {
  using Type = val;
  static std::string given(const val& text) { return text.as<std::string>(); }
};
template <class Function>
struct Bound;
template <class R, class... Arguments>
struct Bound<R (*)(Arguments...)> {
  template <R (*kFunction)(Arguments...)>
  static R call(typename OnWire<Arguments>::Type... given) {
    return kFunction(OnWire<Arguments>::given(given)...);
  }
};
template <auto kFunction>
void bind(const char* name) {
  emscripten::function(name, &Bound<decltype(kFunction)>::template call<kFunction>);
}

// A new typed array with these elements.
template <class T>
val typed_array(const T* elements, std::size_t count) {
  return val(emscripten::typed_memory_view(count, elements)).template call<val>("slice");
}
template <class T>
val typed_array(const std::vector<T>& elements) {
  return typed_array(elements.data(), elements.size());
}
// A Uint8Array.
inline val typed_array_of(const std::vector<std::byte>& bytes) {
  return typed_array(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// The kept losses from number `from` on, as an object of typed arrays. Cycles and numbers are exact
// up to 2^53.
inline val loss_object(const LossRecord& record, double from) {
  const auto first =
      std::max(record.values.first(),
               static_cast<std::size_t>(std::clamp(from, 0.0, static_cast<double>(record.size()))));
  const std::size_t count = record.size() - first;
  std::vector<double> cycles(count), mini_batches(count);
  for (std::size_t i = 0; i < count; ++i) {
    cycles[i] = static_cast<double>(record.cycles[first + i]);
    mini_batches[i] = static_cast<double>(record.mini_batches[first + i]);
  }
  val object = val::object();
  object.set("values",
             typed_array(record.values.kept().data() + (first - record.values.first()), count));
  object.set("cycles", typed_array(cycles));
  object.set("miniBatches", typed_array(mini_batches));
  return object;
}

inline val string_array(const std::vector<std::string>& texts) {
  val array = val::array();
  for (const std::string& text : texts) array.call<void>("push", text);
  return array;
}

// The columns of a trace as an object of typed arrays.
inline val trace_object(const TraceColumns& columns) {
  val object = val::object();
  object.set("first", static_cast<double>(columns.first));
  object.set("end", static_cast<double>(columns.end));
  object.set("length", static_cast<double>(columns.size()));
  object.set("beginCycles", typed_array(columns.begin_cycles));
  object.set("endCycles", typed_array(columns.end_cycles));
  object.set("run", typed_array(columns.run));
  object.set("step", typed_array(columns.step));
  object.set("bytes", typed_array(columns.bytes));
  object.set("hostBusyCycles", typed_array(columns.host_busy_cycles));
  object.set("pipelineCycles", typed_array(columns.pipeline_cycles));
  object.set("stagingCycles", typed_array(columns.staging_cycles));
  object.set("handshakeCycles", typed_array(columns.handshake_cycles));
  object.set("name", typed_array(columns.name));
  object.set("kind", typed_array(columns.kind));
  object.set("phase", typed_array(columns.phase));
  object.set("reason", typed_array(columns.reason));
  object.set("lane", typed_array(columns.lane));
  object.set("instruction", typed_array(columns.instruction));
  object.set("names", string_array(columns.names));
  object.set("kinds", string_array(columns.kinds));
  object.set("phases", string_array(columns.phases));
  object.set("reasons", string_array(columns.reasons));
  return object;
}

// Numbers that pipette.mjs has checked; Infinity means no limit.
inline std::int64_t integer(double number) { return float_to_integer<std::int64_t>(number); }
inline std::int64_t limit(double number) {
  return number < 0x1p53 ? integer(number) : std::numeric_limits<std::int64_t>::max();
}

// Copies a typed array of JavaScript into memory of the same size.
template <class T>
void copy_in(const val& source, T* to, std::size_t count) {
  val(emscripten::typed_memory_view(count, to)).template call<void>("set", source);
}
// The bytes of a Uint8Array.
inline std::vector<std::byte> bytes_from(const val& source) {
  std::vector<std::byte> bytes(source["length"].as<std::size_t>());
  copy_in(source, reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
  return bytes;
}

}  // namespace pipette::bindings
