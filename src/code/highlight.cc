#include "code/highlight.h"

#include <algorithm>
#include <cctype>
#include <span>

namespace pipette::code {
namespace {

constexpr std::string_view kPython[] = {"import", "from",   "as",   "with",  "def",
                                        "class",  "return", "for",  "in",    "if",
                                        "else",   "lambda", "True", "False", "None"};
constexpr std::string_view kCpp[] = {"#include", "using", "namespace", "int",   "auto", "const",
                                     "return",   "for",   "if",        "else",  "true", "false",
                                     "struct",   "class", "double",    "float", "void", "nullptr"};
constexpr std::string_view kJavascript[] = {
    "import", "from", "export", "const", "let",  "await", "async", "for",     "of",
    "if",     "else", "return", "new",   "true", "false", "null",  "function"};

std::span<const std::string_view> words_of(CodeLanguage language) {
  if (language == CodeLanguage::python) return kPython;
  if (language == CodeLanguage::cpp) return kCpp;
  return kJavascript;
}

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the text that begins at `at` with a quote ends: behind its other quote, or with its line.
std::size_t end_of_text(std::string_view code, std::size_t at) {
  for (std::size_t i = at + 1; i < code.size() && code[i] != '\n'; ++i) {
    if (code[i] == '\\') {
      ++i;
    } else if (code[i] == code[at]) {
      return i + 1;
    }
  }
  return std::min(code.find('\n', at), code.size());
}

}  // namespace

std::vector<CodeSpan> parts_of(std::string_view code, CodeLanguage language) {
  const std::string_view remark = language == CodeLanguage::python ? "#" : "//";
  const std::span<const std::string_view> words = words_of(language);
  std::vector<CodeSpan> spans;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at + 1;
    const char c = code[at];
    if (code.substr(at).starts_with(remark)) {
      end = std::min(code.find('\n', at), code.size());
      spans.push_back({at, end, CodePart::comment});
    } else if (c == '"' || c == '\'' || c == '`') {
      end = end_of_text(code, at);
      spans.push_back({at, end, CodePart::text});
    } else if (in_name(c) || c == '#') {
      while (end < code.size() && (in_name(code[end]) || (c <= '9' && code[end] == '.'))) ++end;
      const std::string_view name = code.substr(at, end - at);
      const bool number = std::isdigit(static_cast<unsigned char>(c)) != 0;
      const bool word = std::find(words.begin(), words.end(), name) != words.end();
      if (number || word) spans.push_back({at, end, number ? CodePart::number : CodePart::word});
    }
    at = end;
  }
  return spans;
}

}  // namespace pipette::code
