#include "theme/glossary.h"

#include <algorithm>
#include <cctype>

#include "embedded/glossary.h"

namespace pipette::theme {
namespace {

constexpr std::string_view kFirstPart = "## Words of the field", kSecondPart = "## Words of ours";

// A paragraph without Markdown; brackets that begin with code, meant for readers of code, are
// dropped.
std::string plain(std::string_view markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    if (markdown.substr(i).starts_with(" (`")) {
      const std::size_t end = markdown.find(')', i);
      if (end == std::string_view::npos) break;
      i = markdown.substr(end - 1, 2) == "()" ? markdown.find(')', end + 1) : end;
    } else if (c != '*' && c != '`') {
      text += c == '\n' ? ' ' : c;
    }
  }
  return text;
}

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = words.find(", ");
    parts.emplace_back(words.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    words.remove_prefix(comma + 2);
  }
}

// Each entry is a paragraph: **word.** What it means.
std::vector<GlossaryEntry> parse(std::string_view page) {
  page = page.substr(0, page.find(kSecondPart));
  page.remove_prefix(page.find(kFirstPart) + kFirstPart.size());
  std::vector<GlossaryEntry> entries;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find("\n\n"), page.size());
    const std::string_view paragraph = page.substr(0, end);
    page.remove_prefix(std::min(end + 2, page.size()));
    const std::size_t stop = paragraph.find(".** ");
    if (!paragraph.starts_with("**") || stop == std::string_view::npos) continue;
    entries.push_back({split(paragraph.substr(2, stop - 2)), plain(paragraph.substr(stop + 4))});
  }
  return entries;
}

bool is_letter(std::string_view text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

bool begins_with(std::string_view text, std::string_view word) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), same);
}

// The length of a word at the beginning of the text, with its plural ending; 0 if it is not there.
std::size_t length_at(std::string_view text, std::string_view word) {
  if (!begins_with(text, word)) return 0;
  std::size_t end = word.size();
  for (const std::string_view plural : {"es", "s"}) {
    if (begins_with(text.substr(end), plural) && !is_letter(text, end + plural.size())) {
      end += plural.size();
      break;
    }
  }
  return is_letter(text, end) ? 0 : end;
}

FoundWord longest_at(std::string_view text, std::size_t at) {
  FoundWord longest = {at, at, nullptr};
  for (const GlossaryEntry& entry : glossary()) {
    for (const std::string& word : entry.words) {
      const std::size_t length = length_at(text.substr(at), word);
      if (at + length > longest.end) longest = {at, at + length, &entry};
    }
  }
  return longest;
}

}  // namespace

const std::vector<GlossaryEntry>& glossary() {
  static const std::vector<GlossaryEntry> all = parse(embedded::glossary_text());
  return all;
}

std::vector<FoundWord> words_in(std::string_view text) {
  std::vector<FoundWord> found;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = is_letter(text, at) && (at == 0 || !is_letter(text, at - 1));
    const FoundWord word = begins ? longest_at(text, at) : FoundWord{at, at, nullptr};
    const bool anew = std::none_of(found.begin(), found.end(),
                                   [&](const FoundWord& f) { return f.entry == word.entry; });
    if (word.entry != nullptr && anew) found.push_back(word);
    at = std::max(at + 1, word.end);
  }
  return found;
}

}  // namespace pipette::theme
