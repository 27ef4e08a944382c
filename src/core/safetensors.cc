#include "core/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/error.h"
#include "core/json.h"

namespace pipette {

namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kHeaderMultiple = 8;
constexpr const char* kMetadata = "__metadata__";

struct DTypeName {
  DType dtype;
  const char* name;
};
constexpr DTypeName kNames[] = {{DType::f32, "F32"},     {DType::f16, "F16"}, {DType::i32, "I32"},
                                {DType::u32, "U32"},     {DType::i8, "I8"},   {DType::u8, "U8"},
                                {DType::boolean, "BOOL"}};

std::uint64_t read_u64(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return value;
}

// Reads one file. `what` begins every message.
class Parser {
 public:
  Parser(std::span<const std::byte> file, const std::string& what) : file_(file), what_(what) {}

  Safetensors parse() {
    const Json header = split();
    Safetensors parsed;
    for (const auto& [name, entry] : header.items()) {
      if (name == kMetadata) {
        parsed.metadata = metadata(entry);
      } else {
        parsed.tensors.push_back(tensor(name, entry));
      }
    }
    check_filled(parsed.tensors);
    return parsed;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InvalidArgument(fmt::format("{}: {}", what_, why));
  }

  // Returns the header, and sets `data_` to the bytes after it.
  Json split() {
    if (file_.size() < kLengthBytes) fail(fmt::format("{} bytes are too few", file_.size()));
    const std::uint64_t length = read_u64(file_);
    const std::span<const std::byte> rest = file_.subspan(kLengthBytes);
    if (length > rest.size()) {
      fail(fmt::format("the header claims {} bytes, but {} follow", length, rest.size()));
    }
    const auto* text = reinterpret_cast<const char*>(rest.data());
    Json header = parse_json({text, static_cast<std::size_t>(length)});
    if (!header.is_object()) fail("the header is no JSON object, or has a name twice");
    data_ = rest.subspan(static_cast<std::size_t>(length));
    return header;
  }

  TensorMetadata metadata(const Json& entry) const {
    TensorMetadata texts;
    if (!entry.is_object()) fail(fmt::format("\"{}\" is no JSON object", kMetadata));
    for (const auto& [name, value] : entry.items()) {
      if (!value.is_string()) fail(fmt::format("\"{}\" of the metadata is no text", name));
      texts[name] = value.get<std::string>();
    }
    return texts;
  }

  TensorEntry tensor(const std::string& name, const Json& entry) const {
    if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") ||
        !entry.contains("data_offsets")) {
      fail(fmt::format("\"{}\" needs dtype, shape and data_offsets", name));
    }
    if (!entry["dtype"].is_string()) fail(fmt::format("the dtype of \"{}\" is no text", name));
    TensorEntry made{name, entry["dtype"].get<std::string>(), {}, {}};
    const Json& shape = entry["shape"];
    if (!shape.is_array()) fail(fmt::format("the shape of \"{}\" is no list", name));
    for (const Json& size : shape) {
      if (!size.is_number_unsigned() || size.get<std::uint64_t>() > kLargestSize) {
        fail(fmt::format("\"{}\" cannot have shape {}", name, shown_json(shape)));
      }
      made.shape.push_back(size.get<std::int64_t>());
    }
    const Json& offsets = entry["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned()) {
      fail(fmt::format("data_offsets of \"{}\" must be two whole numbers", name));
    }
    const auto begin = offsets[0].get<std::uint64_t>();
    const auto end = offsets[1].get<std::uint64_t>();
    const std::optional<std::uint64_t> takes = bytes_of(made);
    if (begin > end || end > data_.size() || end - begin != takes.value_or(end - begin)) {
      fail(fmt::format("data_offsets of \"{}\" are {} to {}, but it takes {} of the {} bytes", name,
                       begin, end, takes ? fmt::format("{}", *takes) : "some", data_.size()));
    }
    made.bytes =
        data_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    return made;
  }

  // None for a dtype that Pipette lacks, whose size is not known here. A product that 64 bits do
  // not hold becomes a size that no file has.
  static std::optional<std::uint64_t> bytes_of(const TensorEntry& entry) {
    const auto known =
        std::find_if(std::begin(kNames), std::end(kNames),
                     [&](const DTypeName& each) { return entry.dtype == each.name; });
    if (known == std::end(kNames)) return std::nullopt;
    std::uint64_t bytes = dtype_size(known->dtype);
    for (const std::int64_t size : entry.shape) {
      if (size == 0) return 0;
    }
    for (const std::int64_t size : entry.shape) {
      if (bytes > kLargestSize / static_cast<std::uint64_t>(size)) return kLargestSize + 1;
      bytes *= static_cast<std::uint64_t>(size);
    }
    return bytes;
  }

  void check_filled(const std::vector<TensorEntry>& tensors) const {
    std::vector<std::span<const std::byte>> all;
    for (const TensorEntry& entry : tensors) all.push_back(entry.bytes);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return std::pair(a.data(), a.size()) < std::pair(b.data(), b.size());
    });
    const std::byte* end = data_.data();
    for (const std::span<const std::byte>& array : all) {
      if (array.data() < end) fail("two arrays lie on the same bytes");
      if (array.data() > end) fail(fmt::format("{} bytes belong to no array", array.data() - end));
      end = array.data() + array.size();
    }
    const std::ptrdiff_t left = data_.data() + data_.size() - end;
    if (left > 0) fail(fmt::format("{} bytes follow the last array", left));
  }

  static constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 62;

  std::span<const std::byte> file_, data_;
  const std::string& what_;
};

}  // namespace

const char* safetensors_dtype(DType dtype) {
  for (const DTypeName& entry : kNames) {
    if (entry.dtype == dtype) return entry.name;
  }
  throw TypeError(fmt::format("arrays of dtype {} cannot be saved", dtype_name(dtype)));
}

Array TensorEntry::array() const {
  for (const DTypeName& entry : kNames) {
    if (dtype != entry.name) continue;
    Array copy(ArraySpec{entry.dtype, Shape(shape)});
    if (!bytes.empty()) std::memcpy(copy.bytes(), bytes.data(), bytes.size());
    return copy;
  }
  throw InvalidArgument(
      fmt::format("\"{}\" has dtype {}, which Pipette does not have", name, dtype));
}

Safetensors parse_safetensors(std::span<const std::byte> file, const std::string& what) {
  return Parser(file, what).parse();
}

std::vector<std::byte> encode_safetensors(const std::vector<NamedArray>& arrays,
                                          const TensorMetadata& metadata) {
  Json header = Json::object();
  if (!metadata.empty()) header[kMetadata] = metadata;
  std::size_t offset = 0;
  for (const NamedArray& each : arrays) {
    const std::size_t end = offset + each.array.num_bytes();
    header[each.name] = {{"dtype", safetensors_dtype(each.array.dtype())},
                         {"shape", each.array.shape().sizes()},
                         {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + kHeaderMultiple - 1) / kHeaderMultiple * kHeaderMultiple, ' ');
  std::vector<std::byte> file(kLengthBytes + text.size() + offset);
  const std::uint64_t length = text.size();
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    file[i] = static_cast<std::byte>(length >> (8 * i) & 0xff);
  }
  std::byte* to = file.data() + kLengthBytes;
  std::memcpy(to, text.data(), text.size());
  to += text.size();
  for (const NamedArray& each : arrays) {
    const std::size_t size = each.array.num_bytes();
    if (size > 0) std::memcpy(to, each.array.bytes(), size);
    to += size;
  }
  return file;
}

}  // namespace pipette
