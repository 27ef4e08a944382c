// Command lines: each line of the input is an argument.
//
// Nothing is trained and no file is touched: `run` prints a program, `train` and the tutorials are
// asked for their help, and options that name a file are left out. Numbers of 4 to 9 digits lose
// some, so that a schedule is short or refused.
#include <algorithm>
#include <cctype>
#include <sstream>

#include "cli/command_line.h"
#include "core/json.h"
#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {
namespace {

constexpr std::size_t kMaxArguments = 24, kShortDigits = 3, kLongDigits = 10;

bool has(const std::vector<std::string>& arguments, const std::string& word) {
  return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

bool names_file(const std::string& argument) {
  for (const char* option : {"--data-dir", "--trace", "--losses", "--svg", "--experiment",
                             "--output", "--save-weights", "--load-weights"}) {
    if (argument.rfind(option, 0) == 0) return true;
  }
  // "-o", also behind other letters: "-qoFILE".
  return argument.size() > 1 && argument[0] == '-' && argument[1] != '-' &&
         argument.find('o') != std::string::npos;
}

std::string with_short_numbers(const std::string& argument) {
  std::string text, digits;
  const auto end_number = [&] {
    const bool between = digits.size() > kShortDigits && digits.size() < kLongDigits;
    text += between ? digits.substr(0, kShortDigits) : digits;
    digits.clear();
  };
  for (const char c : argument) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      digits += c;
    } else {
      end_number();
      text += c;
    }
  }
  end_number();
  return text;
}

std::vector<std::string> harmless(Bytes input) {
  std::vector<std::string> arguments;
  for (const std::string& line : lines_of(input, kMaxArguments)) {
    if (!names_file(line)) arguments.push_back(with_short_numbers(line));
  }
  for (const char* quiet : {"list", "describe", "model", "schedule", "schema", "theme"}) {
    if (!arguments.empty() && arguments[0] == quiet) return arguments;
  }
  if (has(arguments, "run")) {
    arguments.insert(arguments.end(), {"--code", "python"});
  } else {
    arguments.push_back("--help");
  }
  return arguments;
}

void feed(Bytes input) {
  std::ostringstream out, err;
  const std::vector<std::string> arguments = harmless(input);
  const int code = cli::run_command_line(arguments, out, err, false);
  require(code == 0 || (code >= 2 && code <= 5), "the exit code is a documented one");
  // Of the other errors only those that have a name: a failed precondition, for example.
  const bool named = err.str().find("Error: ") != std::string::npos &&
                     err.str().find("InternalError") == std::string::npos;
  require(code != 5 || named, "what is wrong with a command line has a name: " + err.str());
  require((code == 0) == err.str().empty(), "what went wrong is said, and nothing else");
  // Help is also asked for by "-h" with anything behind it.
  const bool help = out.str().find("-h, --help") != std::string::npos;
  if (code == 0 && has(arguments, "--json") && !help) {
    require(!parse_json(out.str()).is_discarded(), "--json prints JSON");
  }
}

const bool kAdded = add_target("command_line", feed);

}  // namespace
}  // namespace pipette::fuzz
