// Errors: every mistake a caller can make is one of these types, named as TensorFlow names them.
//
//   if (size < 1) throw InvalidArgument("batch_size must be at least 1, but it is 0; ...");
//   ...
//   catch (const Error& e) { fmt::print("{}: {}\n", e.name(), e.what()); }
//
// The message names the argument, its value, the rule and, where there is one, the nearest value
// that would work. Upstream sometimes aborts the process or returns an exception object; Pipette
// always throws. Errors are values: copying one is safe from any thread.
#pragma once

#include <stdexcept>
#include <string>

namespace pipette {

enum class ErrorCode {
  invalid_argument,
  failed_precondition,
  not_found,
  out_of_range,
  resource_exhausted,
  type_error,
  value_error,
  runtime_error,
  unimplemented,
  internal,
};

// "InvalidArgumentError", "ValueError", ...: what Python users know; `Error.name` in JavaScript.
const char* error_name(ErrorCode code);

// "INVALID_ARGUMENT", "VALUE_ERROR", ...: the canonical form; `Error.code` in JavaScript.
const char* error_code_name(ErrorCode code);

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }
  const char* name() const { return error_name(code_); }

 private:
  ErrorCode code_;
};

template <ErrorCode kCode>
class ErrorOf : public Error {
 public:
  explicit ErrorOf(const std::string& message) : Error(kCode, message) {}
};

using InvalidArgument = ErrorOf<ErrorCode::invalid_argument>;
using FailedPrecondition = ErrorOf<ErrorCode::failed_precondition>;
using NotFound = ErrorOf<ErrorCode::not_found>;
using OutOfRange = ErrorOf<ErrorCode::out_of_range>;
using ResourceExhausted = ErrorOf<ErrorCode::resource_exhausted>;
using TypeError = ErrorOf<ErrorCode::type_error>;
using ValueError = ErrorOf<ErrorCode::value_error>;
using RuntimeError = ErrorOf<ErrorCode::runtime_error>;
using Unimplemented = ErrorOf<ErrorCode::unimplemented>;
using Internal = ErrorOf<ErrorCode::internal>;

// Throws an error of the same kind whose message begins with `before`.
[[noreturn]] void throw_again(const Error& cause, const std::string& before);

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const std::string& values);

}  // namespace pipette

// For a broken invariant of ours, never a caller's mistake: throws Internal with file, line and
// values.
//   PIPETTE_CHECK(depth <= capacity, fmt::format("depth {} capacity {}", depth, capacity));
#define PIPETTE_CHECK(condition, values) \
  (static_cast<bool>(condition) ? void() \
                                : ::pipette::check_failed(__FILE__, __LINE__, #condition, values))
