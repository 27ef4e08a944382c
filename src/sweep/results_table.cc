#include "sweep/results_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/csv.h"
#include "core/error.h"
#include "core/format_count.h"
#include "core/nearest_name.h"
#include "core/printable.h"

namespace pipette::sweep {

namespace {

constexpr const char* kUsual[] = {"mean_loss_last_500", "test_accuracy",
                                  "modelled.seconds_without_compile", "real.seconds"};

// The value at "a.b", or null.
const Json* at_path(const Json& object, const std::string& path) {
  if (!object.is_object()) return nullptr;
  if (const auto found = object.find(path); found != object.end()) return &*found;
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return nullptr;
  const auto inner = object.find(path.substr(0, dot));
  return inner == object.end() ? nullptr : at_path(*inner, path.substr(dot + 1));
}

void add_names(const Json& object, const std::string& before, std::vector<std::string>& names) {
  for (const auto& [key, value] : object.items()) {
    if (before.empty() && (key == "settings" || key == "varied" || key == "error")) continue;
    if (value.is_object()) {
      add_names(value, before + key + ".", names);
    } else if (std::find(names.begin(), names.end(), before + key) == names.end()) {
      names.push_back(before + key);
    }
  }
}

std::string error_of(const Json& line) {
  const Json* message = at_path(line, "error.message");
  return message != nullptr && message->is_string() ? message->get<std::string>() : "";
}

}  // namespace

Json figure(const Json& line, const std::string& name) {
  for (const char* part : {"varied", "", "settings"}) {
    const Json* object = *part == '\0' ? &line : at_path(line, part);
    if (object == nullptr) continue;
    if (const Json* value = at_path(*object, name); value != nullptr) return *value;
  }
  return nullptr;
}

std::vector<std::string> figure_names(const std::vector<Json>& lines) {
  std::vector<std::string> names;
  for (const Json& line : lines) add_names(line, "", names);
  return names;
}

void require_figure(const std::vector<Json>& lines, const std::string& name) {
  if (std::any_of(lines.begin(), lines.end(),
                  [&](const Json& line) { return !figure(line, name).is_null(); })) {
    return;
  }
  const std::vector<std::string> names = figure_names(lines);
  throw NotFound(fmt::format("no result has the figure \"{}\"{}", name.substr(0, 80),
                             did_you_mean(name, {names.begin(), names.end()})));
}

std::vector<std::string> usual_columns(const std::vector<Json>& lines) {
  std::vector<std::string> columns;
  if (lines.empty()) return columns;
  for (const auto& [field, value] : lines.front()["varied"].items()) columns.push_back(field);
  for (const char* name : kUsual) {
    const bool is_there = std::any_of(lines.begin(), lines.end(), [&](const Json& line) {
      return !figure(line, name).is_null();
    });
    if (is_there) columns.emplace_back(name);
  }
  return columns;
}

std::string shown(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return printable(value.get<std::string>());
  if (value.is_number_integer()) return format_count(value.get<std::int64_t>());
  if (value.is_number()) return fmt::format("{:.4g}", value.get<double>());
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : " x ") + shown(item);
  return text;
}

std::string table_text(const std::vector<Json>& lines, const std::vector<std::string>& columns) {
  std::vector<std::vector<std::string>> cells(lines.size() + 1);
  for (const std::string& column : columns) cells[0].push_back(column);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const std::string& column : columns)
      cells[i + 1].push_back(shown(figure(lines[i], column)));
  }
  std::vector<std::size_t> widths(columns.size());
  for (const auto& row : cells) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string row;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      row += fmt::format("{}{:>{}}", c == 0 ? "" : "  ", cells[i][c], widths[c]);
    }
    if (i > 0) {
      if (const std::string error = error_of(lines[i - 1]); !error.empty())
        row += "  " + printable(error);
    }
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string table_csv(const std::vector<Json>& lines, const std::vector<std::string>& columns) {
  std::string header;
  for (const std::string& column : columns) header += column + ",";
  Csv csv(header + "error");
  for (const Json& line : lines) {
    for (const std::string& column : columns) {
      const Json value = figure(line, column);
      csv.add_cell(value.is_null()     ? ""
                   : value.is_string() ? value.get<std::string>()
                                       : value.dump(),
                   false);
    }
    csv.add_cell(error_of(line), true);
  }
  return csv.text();
}

}  // namespace pipette::sweep
