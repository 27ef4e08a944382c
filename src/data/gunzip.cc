#include "data/gunzip.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

#ifdef PIPETTE_HAS_ZLIB
#include <zlib.h>
#endif

namespace pipette {

void Gunzip::fail(const std::string& what) const {
  throw InvalidArgument(fmt::format("{}: gzip data: {}", file_name_, what));
}

bool is_gzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

#ifndef PIPETTE_HAS_ZLIB

struct Gunzip::State {};

Gunzip::Gunzip(std::span<const std::byte>, std::string file_name)
    : file_name_(std::move(file_name)) {
  throw Unimplemented(
      fmt::format("{}: gzip data: this build has no zlib and reads plain IDX only; "
                  "unpack the file first, in JavaScript with DecompressionStream(\"gzip\")",
                  file_name_));
}
Gunzip::~Gunzip() = default;
std::size_t Gunzip::read(std::span<std::byte>) { return 0; }
void Gunzip::check_end() {}

#else

struct Gunzip::State {
  z_stream stream{};
  std::span<const std::byte> rest;  // not yet given to zlib
  bool ended = false;
};

Gunzip::Gunzip(std::span<const std::byte> bytes, std::string file_name)
    : file_name_(std::move(file_name)), state_(std::make_unique<State>()) {
  state_->rest = bytes;
  constexpr int kGzipWindow = 15 + 16;  // the largest window, gzip wrapping
  if (inflateInit2(&state_->stream, kGzipWindow) != Z_OK) {
    throw ResourceExhausted(fmt::format("{}: zlib could not start", file_name_));
  }
}

Gunzip::~Gunzip() { inflateEnd(&state_->stream); }

// What follows a member: another one (RFC 1952, 2.2), zeros that a tape or a block device has
// added, or what check_end() complains about.
void Gunzip::next_member() {
  z_stream& stream = state_->stream;
  std::span<const std::byte> rest(reinterpret_cast<const std::byte*>(stream.next_in),
                                  stream.avail_in + state_->rest.size());
  const auto begin =
      std::find_if(rest.begin(), rest.end(), [](std::byte b) { return b != std::byte{0}; });
  rest = rest.subspan(static_cast<std::size_t>(begin - rest.begin()));
  stream.avail_in = 0;
  state_->rest = rest;
  state_->ended = !is_gzip(rest);
  if (!state_->ended) inflateReset(&stream);
}

std::size_t Gunzip::read(std::span<std::byte> to) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;  // zlib counts in 32 bits
  z_stream& stream = state_->stream;
  std::size_t written = 0;
  while (written < to.size() && !state_->ended) {
    if (stream.avail_in == 0) {
      const std::size_t piece = std::min(kPiece, state_->rest.size());
      // zlib does not write to its input; its interface predates const.
      stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(state_->rest.data()));
      stream.avail_in = static_cast<uInt>(piece);
      state_->rest = state_->rest.subspan(piece);
    }
    const std::size_t room = std::min(kPiece, to.size() - written);
    stream.next_out = reinterpret_cast<Bytef*>(to.data() + written);
    stream.avail_out = static_cast<uInt>(room);
    const int result = inflate(&stream, Z_NO_FLUSH);
    written += room - stream.avail_out;
    if (result == Z_STREAM_END) {
      next_member();
    } else if (result == Z_BUF_ERROR && stream.avail_in == 0 && state_->rest.empty()) {
      fail("the file ends before the data does");
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail(fmt::format("damaged ({})", stream.msg != nullptr ? stream.msg : "no detail"));
    }
  }
  return written;
}

void Gunzip::check_end() {
  std::byte extra[1];
  if (read(extra) != 0) fail("more data than expected");
  if (!state_->ended) fail("the file ends before the data does");
  const std::size_t left = state_->stream.avail_in + state_->rest.size();
  if (left != 0) fail(fmt::format("{} bytes follow the end", left));
}

#endif

}  // namespace pipette
