// What an error says, for tests of messages.
//
//   EXPECT_THAT(message_of<ValueError>([] { Sgd(-1); }), HasSubstr("at least 0"));
#pragma once

#include <string>

#include "core/error.h"

namespace pipette::testing_support {

// What the E that f() throws says.
template <class E, class F>
std::string message_of(F&& f) {
  // Two blocks, because where E is Error, g++ refuses a second handler of it.
  try {
    try {
      f();
    } catch (const E& error) {
      return error.what();
    }
  } catch (const Error& error) {
    return std::string("another error: ") + error.name() + ": " + error.what();
  }
  return "nothing was thrown";
}

}  // namespace pipette::testing_support
