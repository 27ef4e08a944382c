#include "cli/flag_words.h"

#include <algorithm>
#include <cctype>

#include "core/error.h"

namespace pipette::cli {

namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

std::string flag_of(const std::string& word, const CLI::App& command, const OtherFlags& others) {
  if (const auto other = others.find(word); other != others.end()) return other->second;
  std::string flag = "--" + word;
  std::replace_if(
      flag.begin(), flag.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return command.get_option_no_throw(flag) == nullptr ? "" : flag;
}

}  // namespace

std::string with_flags(const std::string& text, const CLI::App& command, const OtherFlags& others) {
  std::string said;
  bool first = true;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end == at) {
      said += text[at++];
      continue;
    }
    std::size_t stop = end;
    while (stop > at && text[stop - 1] == '.') --stop;  // the end of a sentence
    const std::string word = text.substr(at, stop - at);
    const bool named =
        (first || word.find_first_of("_.") != std::string::npos) && !said.ends_with("--set ");
    const std::string flag = named ? flag_of(word, command, others) : "";
    first = false;
    const bool quoted = !flag.empty() && !said.empty() && said.back() == '"' &&
                        stop < text.size() && text[stop] == '"';
    if (quoted) said.pop_back();
    said += flag.empty() ? word : flag;
    at = quoted ? stop + 1 : stop;
    while (!quoted && at < end) said += text[at++];
  }
  return said;
}

CLI::Validator not_empty() {
  return {[](const std::string& text) {
            return text.empty() ? "its value is empty; leave it out, or name something"
                                : std::string();
          },
          ""};
}

void speaking_flags(const CLI::App& command, const OtherFlags& others,
                    const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(error.code(), with_flags(error.what(), command, others));
  }
}

}  // namespace pipette::cli
