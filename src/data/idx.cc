#include "data/idx.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/files.h"
#include "data/gunzip.h"

namespace pipette {

namespace {

constexpr std::size_t kMagicBytes = 4;
constexpr int kMaxRank = 8;

[[noreturn]] void fail(const std::string& file_name, const std::string& field,
                       const std::string& what) {
  throw InvalidArgument(fmt::format("{}: {}: {}", file_name, field, what));
}

const char* name_of_code(unsigned code) {
  switch (code) {
    case 0x08:
      return "uint8";
    case 0x09:
      return "int8";
    case 0x0b:
      return "int16";
    case 0x0c:
      return "int32";
    case 0x0d:
      return "float32";
    case 0x0e:
      return "float64";
    default:
      return "no known type";
  }
}

// Checks the four bytes of the magic number.
void check_magic(std::span<const std::byte> bytes, const std::string& file_name,
                 const ExpectedIdx& expected) {
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  if (byte(0) != 0 || byte(1) != 0) {
    fail(file_name, "magic",
         fmt::format("an IDX file begins with two zero bytes, this one with 0x{:02x} 0x{:02x}",
                     byte(0), byte(1)));
  }
  if (byte(2) != 0x08) {
    fail(file_name, "dtype code",
         fmt::format("0x{:02x} ({}), but this file must hold uint8 (0x08)", byte(2),
                     name_of_code(byte(2))));
  }
  if (byte(3) != static_cast<unsigned>(expected.rank)) {
    fail(file_name, "rank",
         fmt::format("{} axes, but this file must have {} ({})", byte(3), expected.rank,
                     expected.rank == 1 ? "labels" : "images"));
  }
}

// Bytes of the elements that the sizes after the magic number claim.
std::uint64_t claimed_bytes(std::span<const std::byte> sizes, const std::string& file_name,
                            std::vector<std::int64_t>& shape) {
  std::uint64_t total = 1;
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
           fmt::format("{} makes the file larger than {} bytes", size, kMaxIdxBytes));
    }
    shape.push_back(size);
  }
  return total;
}

std::size_t header_bytes(const ExpectedIdx& expected) {
  return kMagicBytes + 4 * static_cast<std::size_t>(expected.rank);
}

void check_expected(const ExpectedIdx& expected) {
  if (expected.dtype != DType::u8) {
    throw Unimplemented(
        fmt::format("read_idx reads uint8 only, not {}", dtype_name(expected.dtype)));
  }
  if (expected.rank < 1 || expected.rank > kMaxRank) {
    throw InvalidArgument(
        fmt::format("expected.rank must be 1 to {}, but it is {}", kMaxRank, expected.rank));
  }
}

void check_header_length(std::size_t present, const std::string& file_name,
                         const ExpectedIdx& expected) {
  if (present < kMagicBytes) {
    fail(file_name, "magic", fmt::format("the file ends after {} of 4 bytes", present));
  }
  if (present < header_bytes(expected)) {
    fail(file_name, fmt::format("size of axis {}", (present - kMagicBytes) / 4),
         fmt::format("the file ends after {} of {} header bytes", present, header_bytes(expected)));
  }
}

[[noreturn]] void fail_short(const std::string& file_name, std::uint64_t claimed,
                             std::uint64_t present) {
  fail(file_name, "elements",
       fmt::format("the header claims {} bytes, but only {} are there", claimed, present));
}

Array to_array(std::span<const std::byte> elements, std::vector<std::int64_t> shape) {
  Array array(ArraySpec{DType::u8, Shape(std::move(shape))});
  std::memcpy(array.bytes(), elements.data(), elements.size());
  return array;
}

Array read_plain(std::span<const std::byte> bytes, const std::string& file_name,
                 const ExpectedIdx& expected) {
  const std::size_t header = header_bytes(expected);
  if (bytes.size() >= kMagicBytes) check_magic(bytes, file_name, expected);
  check_header_length(bytes.size(), file_name, expected);
  std::vector<std::int64_t> shape;
  const std::uint64_t claimed =
      claimed_bytes(bytes.subspan(kMagicBytes, header - kMagicBytes), file_name, shape);
  const std::uint64_t present = bytes.size() - header;
  if (present < claimed) fail_short(file_name, claimed, present);
  if (present > claimed) {
    fail(file_name, "elements",
         fmt::format("the header claims {} bytes, but {} more follow", claimed, present - claimed));
  }
  return to_array(bytes.subspan(header), std::move(shape));
}

Array read_gzip(std::span<const std::byte> bytes, const std::string& file_name,
                const ExpectedIdx& expected) {
  Gunzip gunzip(bytes, file_name);
  std::vector<std::byte> header(header_bytes(expected));
  const std::size_t present = gunzip.read(header);
  if (present >= kMagicBytes) check_magic(header, file_name, expected);
  check_header_length(present, file_name, expected);
  std::vector<std::int64_t> shape;
  const std::uint64_t claimed =
      claimed_bytes(std::span(header).subspan(kMagicBytes), file_name, shape);
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
    if (got < wanted) fail_short(file_name, claimed, before + got);
  } while (elements.size() < claimed);
  std::byte extra[1];
  if (gunzip.read(extra) != 0) {
    fail(file_name, "elements",
         fmt::format("the header claims {} bytes, but more follow", claimed));
  }
  gunzip.check_end();
  return to_array(elements, std::move(shape));
}

}  // namespace

bool is_gzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

Array read_idx(std::span<const std::byte> bytes, const std::string& file_name,
               const ExpectedIdx& expected) {
  check_expected(expected);
  return is_gzip(bytes) ? read_gzip(bytes, file_name, expected)
                        : read_plain(bytes, file_name, expected);
}

Array read_idx_file(const std::string& path, const ExpectedIdx& expected) {
  const std::vector<std::byte> bytes = read_file(path, kMaxIdxBytes + header_bytes(expected));
  return read_idx(bytes, path, expected);
}

}  // namespace pipette
