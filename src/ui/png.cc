#include "ui/png.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "core/error.h"

namespace pipette::app {
namespace {

// Big-endian, as in PNG and zlib.
std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
  }
  return ~crc;
}

std::uint32_t adler32(const std::string& bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

std::string chunk(const std::string& type, const std::string& data) {
  return big_endian(static_cast<std::uint32_t>(data.size())) + type + data +
         big_endian(crc32(type + data));
}

// zlib's format for uncompressed data: blocks of at most 65,535 bytes.
std::string stored(const std::string& data) {
  constexpr std::size_t kBlock = 65535;
  std::string out = "\x78\x01";
  for (std::size_t at = 0; at < data.size(); at += kBlock) {
    const std::size_t size = std::min(kBlock, data.size() - at);
    out += at + size == data.size() ? '\1' : '\0';
    for (const std::size_t word : {size, ~size}) {
      out += static_cast<char>(word & 0xff);
      out += static_cast<char>(word >> 8 & 0xff);
    }
    out.append(data, at, size);
  }
  return out + big_endian(adler32(data));
}

}  // namespace

std::string png_of(int width, int height, const std::vector<ImU32>& pixels) {
  std::map<ImU32, char> known;
  std::string palette, alpha, rows;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (i % static_cast<std::size_t>(width) == 0) rows += '\0';  // no filter
    const ImU32 color = pixels[i];
    const auto [entry, is_new] = known.try_emplace(color, static_cast<char>(known.size()));
    if (is_new) {
      if (known.size() > 256) throw InvalidArgument("a picture has more than 256 colours");
      for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
        palette += static_cast<char>(color >> shift & 0xff);
      }
      alpha += static_cast<char>(color >> IM_COL32_A_SHIFT & 0xff);
    }
    rows += entry->second;
  }
  const std::string header = big_endian(static_cast<std::uint32_t>(width)) +
                             big_endian(static_cast<std::uint32_t>(height)) +
                             std::string("\x08\x03\0\0\0", 5);  // 8 bits, palette
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("PLTE", palette) +
         chunk("tRNS", alpha) + chunk("IDAT", stored(rows)) + chunk("IEND", "");
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < count ? std::to_integer<std::uint32_t>(bytes[at + i]) : 0);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= count ? kDigits[group >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

std::string base64(const std::string& bytes) {
  return base64(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

}  // namespace pipette::app
