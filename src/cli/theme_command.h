// `pipette theme` prints the table of colours and names (theme/theme.h), with the activities of
// phases and spans (program/span_words.h) and the field's terms (theme/glossary.h), for programs
// that cannot read C++:
//
//   pipette theme --format javascript    web/queues/theme_table.mjs
//   pipette theme --format css           web/theme.css
//   pipette theme --format glossary      web/lessons/glossary_table.mjs
//
// The files are committed, and a test checks that they match the output.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

namespace pipette::cli {

class ThemeCommand {
 public:
  ThemeCommand(CLI::App& app, std::ostream& out);

 private:
  void print() const;

  std::ostream& out_;
  std::string format_ = "javascript";
};

}  // namespace pipette::cli
