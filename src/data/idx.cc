#include "data/idx.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <vector>

#include "core/files.h"
#include "data/gunzip.h"

namespace pipette {

namespace {

constexpr std::size_t kMagicBytes = 4;
constexpr int kMaxRank = 8;
constexpr const char* kLittleEndian =
    "; its sizes seem to be in little-endian order, but IDX files are big-endian";

[[noreturn]] void fail(const std::string& file_name, const std::string& field,
                       const std::string& what) {
  throw InvalidArgument(fmt::format("{}: {}: {}", file_name, field, what));
}

// Of a file with `rank` axes where others are expected.
const char* hint_of(const ExpectedIdx& expected, int rank) {
  return expected.rank == 1 && rank == 2
             ? "; of a table of labels, as QMNIST has, column 0 has the digits"
             : "";
}

struct IdxType {
  unsigned code;
  const char* name;
  std::size_t bytes;  // of one element in the file
  DType dtype;        // of the array; int16 is widened
};
constexpr IdxType kTypes[] = {{0x08, "uint8", 1, DType::u8},    {0x09, "int8", 1, DType::i8},
                              {0x0b, "int16", 2, DType::i32},   {0x0c, "int32", 4, DType::i32},
                              {0x0d, "float32", 4, DType::f32}, {0x0e, "float64", 8, DType::f64}};

struct Header {
  const IdxType* type;
  int rank;
};

// What the four bytes of the magic number say.
Header read_magic(std::span<const std::byte> bytes, const std::string& file_name,
                  const std::optional<ExpectedIdx>& expected) {
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  if (byte(0) != 0 || byte(1) != 0) {
    fail(file_name, "magic",
         fmt::format("an IDX file begins with two zero bytes, this one with 0x{:02x} 0x{:02x}{}",
                     byte(0), byte(1), byte(2) == 0 && byte(3) == 0 ? kLittleEndian : ""));
  }
  const auto type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                 [&](const IdxType& each) { return each.code == byte(2); });
  const bool known = type != std::end(kTypes);
  const int rank = static_cast<int>(byte(3));
  if (!known || (expected && type->dtype != expected->dtype)) {
    fail(file_name, "dtype code",
         fmt::format("0x{:02x} ({}){}", byte(2), known ? type->name : "no known type",
                     !expected
                         ? std::string()
                         : fmt::format(", but this file must hold {}{}",
                                       dtype_name(expected->dtype), hint_of(*expected, rank))));
  }
  if (expected && rank != expected->rank) {
    fail(file_name, "rank",
         fmt::format("{} axes, but this file must have {} ({}){}", rank, expected->rank,
                     expected->rank == 1 ? "labels" : "images", hint_of(*expected, rank)));
  }
  if (rank < 1 || rank > kMaxRank) {
    fail(file_name, "rank", fmt::format("{} axes, but there may be 1 to {}", rank, kMaxRank));
  }
  return {&*type, rank};
}

std::uint32_t swapped(std::uint32_t size) {
  return size >> 24 | (size >> 8 & 0xff00) | (size & 0xff00) << 8 | size << 24;
}

// Bytes of the elements that the sizes after the magic number claim.
std::uint64_t claimed_bytes(std::span<const std::byte> sizes, const IdxType& type,
                            const std::string& file_name, std::vector<std::int64_t>& shape) {
  std::uint64_t total = type.bytes;
  for (std::size_t axis = 0; axis * 4 < sizes.size(); ++axis) {
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      size = (size << 8) | std::to_integer<std::uint32_t>(sizes[axis * 4 + i]);
    }
    if (size == 0) {
      fail(file_name, fmt::format("size of axis {}", axis), "0; it must be at least 1");
    }
    // total <= kMaxIdxBytes and size < 2^32, so the product fits.
    total *= size;
    if (total > kMaxIdxBytes) {
      fail(file_name, fmt::format("size of axis {}", axis),
           fmt::format("{} makes the file larger than {} bytes{}", size, kMaxIdxBytes,
                       swapped(size) < size ? kLittleEndian : ""));
    }
    shape.push_back(size);
  }
  return total;
}

std::size_t header_bytes(int rank) { return kMagicBytes + 4 * static_cast<std::size_t>(rank); }

// Checks that the header is whole. `rank`: 0 when not even the magic number is there.
void check_header_length(std::size_t present, const std::string& file_name, int rank) {
  if (present < kMagicBytes) {
    fail(file_name, "magic", fmt::format("the file ends after {} of 4 bytes", present));
  }
  if (present < header_bytes(rank)) {
    fail(file_name, fmt::format("size of axis {}", (present - kMagicBytes) / 4),
         fmt::format("the file ends after {} of {} header bytes", present, header_bytes(rank)));
  }
}

[[noreturn]] void fail_short(const std::string& file_name, std::uint64_t claimed,
                             std::uint64_t present, const std::vector<std::int64_t>& shape,
                             const IdxType& type) {
  std::uint64_t otherwise = type.bytes;  // claimed where the sizes are read in the other order
  for (const std::int64_t size : shape) {
    otherwise *= swapped(static_cast<std::uint32_t>(size));
    if (otherwise > kMaxIdxBytes) break;
  }
  fail(file_name, "elements",
       fmt::format("the header claims {} bytes, but only {} are there{}", claimed, present,
                   otherwise == present ? kLittleEndian : ""));
}

// The elements stand in the file with their highest byte first.
Array to_array(std::span<const std::byte> elements, const IdxType& type,
               std::vector<std::int64_t> shape) {
  Array array(ArraySpec{type.dtype, Shape(std::move(shape))});
  if (type.bytes == 1) {
    std::memcpy(array.bytes(), elements.data(), elements.size());
    return array;
  }
  std::byte* to = array.bytes();
  const std::size_t size = dtype_size(type.dtype);
  for (std::size_t at = 0; at < elements.size(); at += type.bytes, to += size) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.bytes; ++i) {
      bits = bits << 8 | std::to_integer<std::uint64_t>(elements[at + i]);
    }
    if (size != type.bytes) {  // int16
      bits = static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
    }
    std::memcpy(to, &bits, size);
  }
  return array;
}

Array read_plain(std::span<const std::byte> bytes, const std::string& file_name,
                 const std::optional<ExpectedIdx>& expected) {
  check_header_length(std::min(bytes.size(), kMagicBytes), file_name, 0);
  const auto [type, rank] = read_magic(bytes, file_name, expected);
  check_header_length(bytes.size(), file_name, rank);
  const std::size_t header = header_bytes(rank);
  std::vector<std::int64_t> shape;
  const std::uint64_t claimed =
      claimed_bytes(bytes.subspan(kMagicBytes, header - kMagicBytes), *type, file_name, shape);
  const std::uint64_t present = bytes.size() - header;
  if (present < claimed) fail_short(file_name, claimed, present, shape, *type);
  if (present > claimed) {
    fail(file_name, "elements",
         fmt::format("the header claims {} bytes, but {} more follow", claimed, present - claimed));
  }
  return to_array(bytes.subspan(header), *type, std::move(shape));
}

Array read_gzip(std::span<const std::byte> bytes, const std::string& file_name,
                const std::optional<ExpectedIdx>& expected) {
  Gunzip gunzip(bytes, file_name);
  std::vector<std::byte> header(kMagicBytes);
  check_header_length(gunzip.read(header), file_name, 0);
  const auto [type, rank] = read_magic(header, file_name, expected);
  header.resize(header_bytes(rank));
  const std::span<std::byte> sizes = std::span(header).subspan(kMagicBytes);
  check_header_length(kMagicBytes + gunzip.read(sizes), file_name, rank);
  std::vector<std::int64_t> shape;
  const std::uint64_t claimed = claimed_bytes(sizes, *type, file_name, shape);
  // Deflate packs at most 1032 bytes into one: a header that claims more than that is lying.
  if (claimed > bytes.size() * std::uint64_t{1032}) {
    fail(file_name, "elements",
         fmt::format("the header claims {} bytes, more than {} gzipped bytes can hold", claimed,
                     bytes.size()));
  }
  std::vector<std::byte> elements;  // grows with what has really been unpacked
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  do {
    const std::size_t before = elements.size();
    const std::size_t wanted = std::min(kPiece, static_cast<std::size_t>(claimed) - before);
    elements.resize(before + wanted);
    const std::size_t got = gunzip.read(std::span(elements).subspan(before));
    if (got < wanted) fail_short(file_name, claimed, before + got, shape, *type);
  } while (elements.size() < claimed);
  std::byte extra[1];
  if (gunzip.read(extra) != 0) {
    fail(file_name, "elements",
         fmt::format("the header claims {} bytes, but more follow", claimed));
  }
  gunzip.check_end();
  return to_array(elements, *type, std::move(shape));
}

}  // namespace

Array read_idx(std::span<const std::byte> bytes, const std::string& file_name,
               const std::optional<ExpectedIdx>& expected) {
  return is_gzip(bytes) ? read_gzip(bytes, file_name, expected)
                        : read_plain(bytes, file_name, expected);
}

Array read_idx_file(const std::string& path, const std::optional<ExpectedIdx>& expected) {
  const std::vector<std::byte> bytes = read_file(path, kMaxIdxBytes + header_bytes(kMaxRank));
  return read_idx(bytes, path, expected);
}

}  // namespace pipette
