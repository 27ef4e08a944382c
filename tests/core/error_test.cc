#include "core/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace pipette {
namespace {

using testing::HasSubstr;

struct CodeNames {
  ErrorCode code;
  const char* name;
  const char* canonical;
};

constexpr CodeNames kCodes[] = {
    {ErrorCode::invalid_argument, "InvalidArgumentError", "INVALID_ARGUMENT"},
    {ErrorCode::failed_precondition, "FailedPreconditionError", "FAILED_PRECONDITION"},
    {ErrorCode::not_found, "NotFoundError", "NOT_FOUND"},
    {ErrorCode::out_of_range, "OutOfRangeError", "OUT_OF_RANGE"},
    {ErrorCode::resource_exhausted, "ResourceExhaustedError", "RESOURCE_EXHAUSTED"},
    {ErrorCode::type_error, "TypeError", "TYPE_ERROR"},
    {ErrorCode::value_error, "ValueError", "VALUE_ERROR"},
    {ErrorCode::runtime_error, "RuntimeError", "RUNTIME_ERROR"},
    {ErrorCode::unimplemented, "NotImplementedError", "UNIMPLEMENTED"},
    {ErrorCode::internal, "InternalError", "INTERNAL"},
};

TEST(Error, EveryCodeHasItsPythonNameAndItsCanonicalName) {
  std::set<std::string> names;
  for (const CodeNames& e : kCodes) {
    EXPECT_STREQ(error_name(e.code), e.name);
    EXPECT_STREQ(error_code_name(e.code), e.canonical);
    names.insert(e.name);
  }
  EXPECT_EQ(names.size(), std::size(kCodes));
}

TEST(Error, TypedErrorsCarryTheirCodeAndAreCaughtAsTheBase) {
  try {
    throw InvalidArgument("batch_size must be at least 1, but it is 0");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_STREQ(error.name(), "InvalidArgumentError");
    EXPECT_STREQ(error.what(), "batch_size must be at least 1, but it is 0");
  }
  EXPECT_THROW(throw ValueError("x"), std::runtime_error);
}

TEST(Error, OneTypeDoesNotCatchAnother) {
  EXPECT_THROW(
      {
        try {
          throw NotFound("x");
        } catch (const OutOfRange&) {
          FAIL() << "NotFound was caught as OutOfRange";
        }
      },
      NotFound);
}

TEST(Error, ABrokenInvariantNamesConditionPlaceAndValues) {
  const int depth = 5;
  try {
    PIPETTE_CHECK(depth < 3, "depth " + std::to_string(depth));
    FAIL() << "nothing was thrown";
  } catch (const Internal& error) {
    EXPECT_THAT(error.what(), HasSubstr("depth < 3"));
    EXPECT_THAT(error.what(), HasSubstr("depth 5"));
    EXPECT_THAT(error.what(), HasSubstr("error_test.cc:"));
  }
  EXPECT_NO_THROW(PIPETTE_CHECK(depth == 5, "never made"));
}

}  // namespace
}  // namespace pipette
