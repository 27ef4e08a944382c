#include "keras/weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "core/json.h"

namespace pipette::keras {

namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kAlignment = 8;

struct DTypeName {
  DType dtype;
  const char* name;
};
constexpr DTypeName kNames[] = {{DType::f32, "F32"},     {DType::f16, "F16"}, {DType::i32, "I32"},
                                {DType::u32, "U32"},     {DType::i8, "I8"},   {DType::u8, "U8"},
                                {DType::boolean, "BOOL"}};

const char* name_of(DType dtype) {
  for (const DTypeName& entry : kNames) {
    if (entry.dtype == dtype) return entry.name;
  }
  throw TypeError(fmt::format("weights of dtype {} cannot be saved", dtype_name(dtype)));
}

[[noreturn]] void fail(const std::string& why) { throw InvalidArgument("weights file: " + why); }

std::uint64_t read_u64(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return value;
}

// The header, and the bytes after it.
std::pair<Json, std::span<const std::byte>> split(std::span<const std::byte> file) {
  if (file.size() < kLengthBytes) fail(fmt::format("{} bytes are too few", file.size()));
  const std::uint64_t length = read_u64(file);
  const std::span<const std::byte> rest = file.subspan(kLengthBytes);
  if (length > rest.size()) {
    fail(fmt::format("the header claims {} bytes, but {} follow", length, rest.size()));
  }
  const auto* text = reinterpret_cast<const char*>(rest.data());
  Json header = parse_json({text, static_cast<std::size_t>(length)});
  if (!header.is_object()) fail("the header is no JSON object, or has a name twice");
  return {std::move(header), rest.subspan(static_cast<std::size_t>(length))};
}

// The bytes of one array. Throws unless the entry fits the variable and the data.
std::span<const std::byte> bytes_of(const Json& entry, const Variable& variable,
                                    std::span<const std::byte> data) {
  const std::string& name = variable.name();
  if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") ||
      !entry.contains("data_offsets")) {
    fail(fmt::format("\"{}\" needs dtype, shape and data_offsets", name));
  }
  if (entry["dtype"] != name_of(variable.dtype())) {
    fail(fmt::format("\"{}\" must be {}, not {}", name, name_of(variable.dtype()),
                     shown_json(entry["dtype"])));
  }
  const Json& shape = entry["shape"];
  if (shape != Json(variable.shape().sizes())) {
    fail(fmt::format("\"{}\" must have shape {}, not {}", name, variable.shape().to_string(),
                     shown_json(shape)));
  }
  const Json& offsets = entry["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
      !offsets[1].is_number_unsigned()) {
    fail(fmt::format("data_offsets of \"{}\" must be two whole numbers", name));
  }
  const auto begin = offsets[0].get<std::uint64_t>();
  const auto end = offsets[1].get<std::uint64_t>();
  const std::size_t wanted = variable.spec().num_bytes();
  if (begin > end || end > data.size() || end - begin != wanted) {
    fail(fmt::format("data_offsets of \"{}\" are {} to {}, but it takes {} of the {} bytes", name,
                     begin, end, wanted, data.size()));
  }
  return data.subspan(static_cast<std::size_t>(begin), wanted);
}

// Throws unless the arrays lie one after the other, from the first byte to the last: the format
// allows neither holes nor bytes that belong to two.
void check_filled(std::vector<std::span<const std::byte>> arrays, std::span<const std::byte> data) {
  std::sort(arrays.begin(), arrays.end(),
            [](const auto& a, const auto& b) { return a.data() < b.data(); });
  const std::byte* end = data.data();
  for (const std::span<const std::byte>& array : arrays) {
    if (array.data() < end) fail("two arrays lie on the same bytes");
    if (array.data() > end) {
      fail(fmt::format("{} bytes belong to no array", array.data() - end));
    }
    end = array.data() + array.size();
  }
  const std::ptrdiff_t left = data.data() + data.size() - end;
  if (left > 0) fail(fmt::format("{} bytes follow the last array", left));
}

// "a, b, c and 4 more"
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  const std::size_t shown = std::min(kMost, names.size());
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

constexpr const char* kMetadata = "__metadata__";  // free text that a file may carry

}  // namespace

std::vector<std::byte> encode_weights(const std::vector<Variable>& variables) {
  Json header = Json::object();
  std::size_t offset = 0;
  for (const Variable& variable : variables) {
    const std::size_t end = offset + variable.spec().num_bytes();
    header[variable.name()] = {{"dtype", name_of(variable.dtype())},
                               {"shape", variable.shape().sizes()},
                               {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  std::vector<std::byte> file(kLengthBytes + text.size() + offset);
  const std::uint64_t length = text.size();
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    file[i] = static_cast<std::byte>(length >> (8 * i) & 0xff);
  }
  std::byte* to = file.data() + kLengthBytes;
  std::memcpy(to, text.data(), text.size());
  to += text.size();
  for (const Variable& variable : variables) {
    const std::size_t size = variable.spec().num_bytes();
    if (size > 0) std::memcpy(to, variable.storage().bytes(), size);
    to += size;
  }
  return file;
}

void decode_weights(std::span<const std::byte> file, const std::vector<Variable>& variables) {
  const auto [header, data] = split(file);
  std::vector<std::string> wanted, held;
  for (const Variable& variable : variables) wanted.push_back(variable.name());
  for (const auto& [name, entry] : header.items()) {
    if (name != kMetadata) held.push_back(name);
  }
  std::vector<Array> values;
  std::vector<std::span<const std::byte>> all;
  for (const Variable& variable : variables) {
    const auto entry = header.find(variable.name());
    if (entry == header.end()) {
      fail(fmt::format("there is no \"{}\"; the model has {}, and the file holds {}",
                       variable.name(), some_of(wanted), some_of(held)));
    }
    const std::span<const std::byte> bytes = bytes_of(*entry, variable, data);
    all.push_back(bytes);
    Array value(variable.spec());
    if (!bytes.empty()) std::memcpy(value.bytes(), bytes.data(), bytes.size());
    values.push_back(std::move(value));
  }
  if (held.size() != variables.size()) {
    fail(fmt::format("it holds {} arrays, but the model has {}: it holds {}, the model has {}",
                     held.size(), variables.size(), some_of(held), some_of(wanted)));
  }
  check_filled(std::move(all), data);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Variable variable = variables[i];
    variable.assign(values[i]);
  }
}

}  // namespace pipette::keras
