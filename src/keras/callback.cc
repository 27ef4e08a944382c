#include "keras/callback.h"

#include <fmt/format.h>

#include "core/archive.h"

namespace pipette::keras {

bool Logs::contains(const std::string& name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return true;
  }
  return false;
}

const Logs::Entry& Logs::entry(const std::string& name) const {
  std::string names;
  for (const Entry& entry : entries_) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  throw NotFound(fmt::format("the logs have no \"{}\", only: {}", name, names));
}

std::vector<double> History::operator[](const std::string& name) const {
  std::vector<double> values;
  for (const Logs& epoch : logs) values.push_back(epoch[name]);
  return values;
}

void Logs::Entry::archive(Archive& a) { a("name", name)("value", value)("replicas", replicas); }

void Logs::archive(Archive& a) { a("entries", entries_); }

void History::archive(Archive& a) {
  a("epochs", epochs)("logs", logs)("losses", losses);
  a.require(epochs.size() == logs.size(), "has logs of other epochs");
}

}  // namespace pipette::keras
