// A fuzz target: a function that takes any bytes whatever, and checks what must hold of them.
//
//   void feed(Bytes input) {
//     const Array array = read_idx(input, "fuzz", {});     // may throw one of Pipette's errors
//     require(array.num_bytes() <= input.size(), "an array is no larger than its file");
//   }
//   const bool kAdded = add_target("idx", feed);
//
// A file <name>_fuzz.cc adds one target. libfuzzer_main.cc feeds it with what libFuzzer invents;
// fuzz_test.cc feeds all targets with the committed files, without libFuzzer, in ordinary tests.
//
// An error of core/error.h with a text refuses the input, and that is fine. Everything else is a
// defect: another exception, an Internal error, a property that does not hold, and of course what
// the sanitizers find.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace pipette::fuzz {

using Bytes = std::span<const std::byte>;

struct Target {
  const char* name;
  void (*feed)(Bytes input);
};

// All targets that this program has.
inline std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}
inline bool add_target(const char* name, void (*feed)(Bytes)) {
  targets().push_back({name, feed});
  return true;
}

// A property that was found not to hold.
class Broken : public std::logic_error {
  using std::logic_error::logic_error;
};
inline void require(bool holds, const std::string& property) {
  if (!holds) throw Broken("does not hold: " + property);
}

// Whether work() throws one of Pipette's errors. Anything else that it throws passes through.
template <class Work>
bool refuses(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) throw;
    require(!std::string_view(error.what()).empty(), "an error has a text");
    return true;
  }
  return false;
}

inline void run(const Target& target, Bytes input) {
  refuses([&] { target.feed(input); });
}

inline std::string_view text_of(Bytes input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}
inline Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// The lines of the input without their ends, at most so many.
inline std::vector<std::string> lines_of(Bytes input, std::size_t most) {
  std::vector<std::string> lines;
  std::string_view rest = text_of(input);
  while (!rest.empty() && lines.size() < most) {
    const std::size_t end = rest.find('\n');
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return lines;
}

// Takes the text up to the next separator, and the separator, from the front of a line.
inline std::string take_part(std::string& line, char separator) {
  const std::size_t end = line.find(separator);
  std::string part = line.substr(0, end);
  line.erase(0, end == std::string::npos ? end : end + 1);
  return part;
}

}  // namespace pipette::fuzz
