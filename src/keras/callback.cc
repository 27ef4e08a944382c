#include "keras/callback.h"

#include <fmt/format.h>

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

}  // namespace pipette::keras
