#include "graph/source_line.h"

#include <utility>

namespace pipette {

namespace {

thread_local std::string current_line;

}  // namespace

SourceLine::SourceLine(std::string text) : before_(std::exchange(current_line, std::move(text))) {}
SourceLine::~SourceLine() { current_line = std::move(before_); }

const std::string& SourceLine::current() { return current_line; }

}  // namespace pipette
