#include "keras/weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.h"
#include "core/printable.h"
#include "core/safetensors.h"

namespace pipette::keras {

namespace {

constexpr const char* kFile = "weights file";

[[noreturn]] void fail(const std::string& why) {
  throw InvalidArgument(fmt::format("{}: {}", kFile, why));
}

void require_fits(const TensorEntry& entry, const Variable& variable) {
  const char* dtype = safetensors_dtype(variable.dtype());
  if (entry.dtype != dtype) {
    fail(fmt::format("\"{}\" must be {}, not {}", entry.name, dtype, printable(entry.dtype)));
  }
  if (entry.shape != variable.shape().sizes()) {
    fail(fmt::format("\"{}\" must have shape {}, not [{}]", entry.name,
                     variable.shape().to_string(), fmt::join(entry.shape, ", ")));
  }
}

// "a, b, c and 4 more"
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  const std::size_t shown = std::min(kMost, names.size());
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

}  // namespace

std::vector<std::byte> encode_weights(const std::vector<Variable>& variables) {
  std::vector<NamedArray> arrays;
  for (const Variable& variable : variables) {
    arrays.push_back({variable.name(), variable.storage()});
  }
  return encode_safetensors(arrays);
}

void decode_weights(std::span<const std::byte> file, const std::vector<Variable>& variables) {
  const Safetensors parsed = parse_safetensors(file, kFile);
  std::vector<std::string> wanted, held;
  for (const Variable& variable : variables) wanted.push_back(variable.name());
  for (const TensorEntry& entry : parsed.tensors) held.push_back(entry.name);
  std::vector<Array> values;
  for (const Variable& variable : variables) {
    const auto entry =
        std::find_if(parsed.tensors.begin(), parsed.tensors.end(),
                     [&](const TensorEntry& each) { return each.name == variable.name(); });
    if (entry == parsed.tensors.end()) {
      fail(fmt::format("there is no \"{}\"; the model has {}, and the file holds {}",
                       variable.name(), some_of(wanted), some_of(held)));
    }
    require_fits(*entry, variable);
    values.push_back(entry->array());
  }
  if (held.size() != variables.size()) {
    fail(fmt::format("it holds {} arrays, but the model has {}: it holds {}, the model has {}",
                     held.size(), variables.size(), some_of(held), some_of(wanted)));
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Variable variable = variables[i];
    variable.assign(values[i]);
  }
}

}  // namespace pipette::keras
