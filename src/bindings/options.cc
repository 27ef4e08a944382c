#include "bindings/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/json.h"

namespace pipette::bindings {

Options::Options(std::string what, const std::string& text) : what_(std::move(what)) {
  object_ = parse_json(text);
  if (!object_.is_object()) throw InvalidArgument(what_ + " wants its options as an object");
}

Options Options::inner(const std::string& name) {
  const Json* value = find(name);
  if (value != nullptr && !value->is_object()) wrong_type(name, "an object", *value);
  Options inside;
  inside.what_ = fmt::format("\"{}\" of {}", name, what_);
  inside.object_ = value == nullptr ? Json::object() : *value;
  return inside;
}

bool Options::has_object(const std::string& name) {
  const Json* value = find(name);
  return value != nullptr && value->is_object();
}

bool Options::has_null(const std::string& name) {
  const Json* value = find(name);
  return value != nullptr && value->is_null();
}

void Options::done(const std::vector<std::string>& beside) const {
  std::vector<std::string> all = known_;
  all.insert(all.end(), beside.begin(), beside.end());
  for (const auto& [key, value] : object_.items()) {
    if (std::find(all.begin(), all.end(), key) != all.end()) continue;
    throw InvalidArgument(fmt::format("{} has no option \"{}\"; it has {}", what_, key,
                                      all.empty() ? "none" : fmt::to_string(fmt::join(all, ", "))));
  }
}

const Json* Options::find(const std::string& name) {
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.push_back(name);
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

void Options::missing(const std::string& name) const {
  throw InvalidArgument(fmt::format("{} needs \"{}\"", what_, name));
}

void read_reduction(Options& options, const std::string& name, Reduction& to) {
  if (!options.has(name)) return;
  std::optional<std::string> word;
  if (!options.has_null(name)) options.read(name, word);
  to = parse_reduction_method(word);
}

int narrow_axis(std::int64_t axis) {
  return static_cast<int>(std::clamp<std::int64_t>(axis, -1024, 1024));
}

}  // namespace pipette::bindings
