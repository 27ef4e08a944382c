#include "core/json_archive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"

namespace pipette {

namespace {

// JSON has no words for these.
constexpr const char* kNan = "nan";
constexpr const char* kInfinity = "infinity";
constexpr const char* kMinusInfinity = "-infinity";

}  // namespace

// ---- writing ----

std::string ArchiveWriter::name() const {
  return fmt::format("{}/{}", prefix_, fmt::join(names_, "/"));
}

void ArchiveWriter::enter(const char* name) {
  names_.emplace_back(name);
  way_.push_back(&here()[name]);
}

void ArchiveWriter::enter(std::size_t index) {
  names_.push_back(fmt::format("{}", index));
  here().push_back(nullptr);
  way_.push_back(&here().back());
}

void ArchiveWriter::leave() {
  names_.pop_back();
  way_.pop_back();
}

std::size_t ArchiveWriter::list(std::size_t size) {
  here() = Json::array();
  return size;
}

void ArchiveWriter::whole(std::int64_t& value) {
  PIPETTE_CHECK(value >= -kLargest && value <= kLargest, fmt::format("{}: {}", name(), value));
  here() = value;
}

void ArchiveWriter::real(double& value) {
  if (std::isnan(value)) {
    here() = kNan;
  } else if (std::isinf(value)) {
    here() = value > 0 ? kInfinity : kMinusInfinity;
  } else {
    here() = value;
  }
}

void ArchiveWriter::array(Array& value) {
  arrays_.push_back({name(), value});
  here() = name();
}

void ArchiveWriter::refuse(const std::string& why) const {
  throw Internal(fmt::format("{} {}", name(), why));
}

// ---- reading ----

void ArchiveReader::enter(const char* name) {
  names_.emplace_back(name);
  const auto member = here().find(name);
  if (member == here().end()) refuse("is missing");
  way_.push_back(&*member);
}

void ArchiveReader::enter(std::size_t index) {
  names_.push_back(fmt::format("{}", index));
  way_.push_back(&here()[index]);
}

void ArchiveReader::leave() {
  names_.pop_back();
  way_.pop_back();
}

std::size_t ArchiveReader::list(std::size_t) {
  if (!here().is_array()) refuse("is no list");
  return here().size();
}

void ArchiveReader::object() {
  if (!here().is_object()) refuse("is no object");
}

void ArchiveReader::whole(std::int64_t& value) {
  const Json& json = here();
  const bool fits = json.is_number_unsigned()
                        ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(kLargest)
                        : json.is_number_integer() && json.get<std::int64_t>() >= -kLargest;
  if (!fits) refuse("is no whole number, or too large");
  value = json.get<std::int64_t>();
}

void ArchiveReader::real(double& value) {
  if (here().is_number()) {
    value = here().get<double>();
  } else if (here() == kNan) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (here() == kInfinity || here() == kMinusInfinity) {
    value = here() == kInfinity ? HUGE_VAL : -HUGE_VAL;
  } else {
    refuse("is no number");
  }
}

void ArchiveReader::text(std::string& value) {
  if (!here().is_string()) refuse("is no text");
  value = here().get<std::string>();
}

void ArchiveReader::array(Array& value) {
  const std::string name = fmt::format("{}/{}", prefix_, fmt::join(names_, "/"));
  const auto entry = std::find_if(arrays_.begin(), arrays_.end(),
                                  [&](const TensorEntry& each) { return each.name == name; });
  if (here() != name || entry == arrays_.end()) refuse("is no array of the file");
  value = entry->array();
}

void ArchiveReader::refuse(const std::string& why) const {
  throw InvalidArgument(fmt::format("{} {}", fmt::join(names_, "."), why));
}

}  // namespace pipette
