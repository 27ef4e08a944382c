// Splits a program into the parts that an editor would colour.
//
//   for (const CodeSpan& span : parts_of(text, CodeLanguage::python))
//     color(text.substr(span.begin, span.end - span.begin), span.part);
//
// Text that no span covers is plain: names, operators, blanks. It recognises words, not grammar,
// and knows those that model_code.h writes. Spans ascend, in bytes, and end where their line does.
// Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "code/model_code.h"

namespace pipette::code {

enum class CodePart : std::uint8_t { word, text, number, comment };  // word: a keyword

struct CodeSpan {
  std::size_t begin = 0, end = 0;
  CodePart part = CodePart::word;
};

std::vector<CodeSpan> parts_of(std::string_view text, CodeLanguage language);

}  // namespace pipette::code
