#include "core/error.h"

namespace pipette {

namespace {

struct Names {
  const char* name;
  const char* code;
};

Names names_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return {"InvalidArgumentError", "INVALID_ARGUMENT"};
    case ErrorCode::kFailedPrecondition:
      return {"FailedPreconditionError", "FAILED_PRECONDITION"};
    case ErrorCode::kNotFound:
      return {"NotFoundError", "NOT_FOUND"};
    case ErrorCode::kOutOfRange:
      return {"OutOfRangeError", "OUT_OF_RANGE"};
    case ErrorCode::kResourceExhausted:
      return {"ResourceExhaustedError", "RESOURCE_EXHAUSTED"};
    case ErrorCode::kTypeError:
      return {"TypeError", "TYPE_ERROR"};
    case ErrorCode::kValueError:
      return {"ValueError", "VALUE_ERROR"};
    case ErrorCode::kRuntimeError:
      return {"RuntimeError", "RUNTIME_ERROR"};
    case ErrorCode::kUnimplemented:
      return {"NotImplementedError", "UNIMPLEMENTED"};
    case ErrorCode::kInternal:
      break;
  }
  return {"InternalError", "INTERNAL"};
}

}  // namespace

const char* error_name(ErrorCode code) { return names_of(code).name; }

const char* error_code_name(ErrorCode code) { return names_of(code).code; }

void check_failed(const char* file, int line, const char* condition, const std::string& values) {
  throw Internal(std::string("broken invariant at ") + file + ":" + std::to_string(line) + ": " +
                 condition + (values.empty() ? "" : " with " + values));
}

}  // namespace pipette
