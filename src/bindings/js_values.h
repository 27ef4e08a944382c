// Values that cross the border to JavaScript: errors and typed arrays. Emscripten only.
//
//   return guarded([&] { return typed_array(session.losses()); });
//
// guarded() returns what its function returns, or on an error the object {failure: true, name,
// code, message}, which pipette.mjs throws as an Error: a C++ exception that leaves a module built
// with -fwasm-exceptions cannot be read in JavaScript.
//
// Typed arrays are always copies: a view of the heap loses its content without a word when the
// memory grows.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "core/error.h"

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
    return failure(error_name(ErrorCode::kResourceExhausted),
                   error_code_name(ErrorCode::kResourceExhausted),
                   "out of memory: WebAssembly cannot get more; use a smaller batch or data set");
  } catch (const std::exception& error) {
    return failure(error_name(ErrorCode::kInternal), error_code_name(ErrorCode::kInternal),
                   error.what());
  }
}

// A typed array of its own with these elements.
template <class T>
val typed_array(const T* elements, std::size_t count) {
  return val(emscripten::typed_memory_view(count, elements)).template call<val>("slice");
}
template <class T>
val typed_array(const std::vector<T>& elements) {
  return typed_array(elements.data(), elements.size());
}

inline val string_array(const std::vector<std::string>& texts) {
  val array = val::array();
  for (const std::string& text : texts) array.call<void>("push", text);
  return array;
}

// Copies a typed array of JavaScript into memory of the same size.
template <class T>
void copy_in(const val& source, T* to, std::size_t count) {
  val(emscripten::typed_memory_view(count, to)).template call<void>("set", source);
}

}  // namespace pipette::bindings
