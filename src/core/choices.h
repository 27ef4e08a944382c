// Tables of the names of enumerators: the word that JSON, flags and JavaScript use for a value, and
// the label that people read.
//
//   constexpr auto choices_of(Padding) {          // beside the enumeration, in its namespace
//     return std::to_array<Choice<Padding>>({{Padding::valid, "valid", "Valid"}, ...});
//   }
//   to_word(Padding::same);                    // "same"
//   to_label(Padding::same);                   // "Same"
//   to_key(WaitReason::infeed_empty);          // "infeedEmpty": the word as JavaScript writes it
//   from_word<Padding>("padding", "valid");    // InvalidArgument lists the words
//   from_key<WaitReason>("reason", "infeedEmpty");   // the same, as JavaScript writes them
//   find_choice<Padding>("VALID");             // by word or label, in any case; null for others
//
// The table of an enumeration contains all of its enumerators. Pure.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/camel_case.h"
#include "core/error.h"

namespace pipette {

template <class Enum>
struct Choice {
  Enum value;
  const char* word;
  const char* label = nullptr;  // without a label, people read the word
};

// All choices of an enumeration, in the order of its values.
template <class Enum>
inline constexpr auto kChoices = choices_of(Enum{});

template <class Enum>
const Choice<Enum>& choice_of(Enum value) {
  for (const Choice<Enum>& choice : kChoices<Enum>) {
    if (choice.value == value) return choice;
  }
  PIPETTE_CHECK(false, std::to_string(static_cast<int>(value)));
}
template <class Enum>
const char* to_word(Enum value) {
  return choice_of(value).word;
}
template <class Enum>
const char* to_label(Enum value) {
  const Choice<Enum>& choice = choice_of(value);
  return choice.label != nullptr ? choice.label : choice.word;
}
template <class Enum>
std::string to_key(Enum value) {
  return camel_case(to_word(value));
}

// "valid", "same"
template <class Enum>
std::string all_words(const char* quote = "\"") {
  std::string all;
  for (const Choice<Enum>& choice : kChoices<Enum>) {
    all += std::string(all.empty() ? "" : ", ") + quote + choice.word + quote;
  }
  return all;
}

template <class Enum>
Enum from_word(std::string_view field, std::string_view word) {
  for (const Choice<Enum>& choice : kChoices<Enum>) {
    if (word == choice.word) return choice.value;
  }
  throw InvalidArgument("\"" + std::string(field) + "\" must be one of " + all_words<Enum>() +
                        ", not \"" + std::string(word) + "\"");
}

template <class Enum>
Enum from_key(std::string_view field, std::string_view key) {
  std::string all;
  for (const Choice<Enum>& choice : kChoices<Enum>) {
    const std::string own = camel_case(choice.word);
    if (key == own) return choice.value;
    all += (all.empty() ? "\"" : ", \"") + own + "\"";
  }
  throw InvalidArgument(std::string(field) + " must be one of " + all + ", but it is \"" +
                        std::string(key.substr(0, 80)) + "\"");
}

template <class Enum>
const Choice<Enum>* find_choice(std::string_view text) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto same = [&](std::string_view name) {
    return std::equal(text.begin(), text.end(), name.begin(), name.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
  };
  for (const Choice<Enum>& choice : kChoices<Enum>) {
    if (same(choice.word) || (choice.label != nullptr && same(choice.label))) return &choice;
  }
  return nullptr;
}

}  // namespace pipette
