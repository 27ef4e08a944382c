#include "core/error.h"

namespace pipette {

namespace {

struct Names {
  const char* name;
  const char* code;
};

Names names_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return {"InvalidArgumentError", "INVALID_ARGUMENT"};
    case ErrorCode::failed_precondition:
      return {"FailedPreconditionError", "FAILED_PRECONDITION"};
    case ErrorCode::not_found:
      return {"NotFoundError", "NOT_FOUND"};
    case ErrorCode::out_of_range:
      return {"OutOfRangeError", "OUT_OF_RANGE"};
    case ErrorCode::resource_exhausted:
      return {"ResourceExhaustedError", "RESOURCE_EXHAUSTED"};
    case ErrorCode::type_error:
      return {"TypeError", "TYPE_ERROR"};
    case ErrorCode::value_error:
      return {"ValueError", "VALUE_ERROR"};
    case ErrorCode::runtime_error:
      return {"RuntimeError", "RUNTIME_ERROR"};
    case ErrorCode::unimplemented:
      return {"NotImplementedError", "UNIMPLEMENTED"};
    case ErrorCode::internal:
      break;
  }
  return {"InternalError", "INTERNAL"};
}

}  // namespace

const char* error_name(ErrorCode code) { return names_of(code).name; }

const char* error_code_name(ErrorCode code) { return names_of(code).code; }

void throw_again(const Error& cause, const std::string& before) {
  const std::string message = before + cause.what();
  switch (cause.code()) {
    case ErrorCode::invalid_argument:
      throw InvalidArgument(message);
    case ErrorCode::failed_precondition:
      throw FailedPrecondition(message);
    case ErrorCode::not_found:
      throw NotFound(message);
    case ErrorCode::out_of_range:
      throw OutOfRange(message);
    case ErrorCode::resource_exhausted:
      throw ResourceExhausted(message);
    case ErrorCode::type_error:
      throw TypeError(message);
    case ErrorCode::value_error:
      throw ValueError(message);
    case ErrorCode::runtime_error:
      throw RuntimeError(message);
    case ErrorCode::unimplemented:
      throw Unimplemented(message);
    case ErrorCode::internal:
      break;
  }
  throw Internal(message);
}

void check_failed(const char* file, int line, const char* condition, const std::string& values) {
  throw Internal(std::string("broken invariant at ") + file + ":" + std::to_string(line) + ": " +
                 condition + (values.empty() ? "" : " with " + values));
}

}  // namespace pipette
