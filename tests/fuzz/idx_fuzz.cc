// IDX files, plain and gzipped, as a browser or --data-dir hands them on.
#include <zlib.h>

#include <cstring>

#include "core/hash.h"
#include "data/gunzip.h"
#include "data/idx.h"
#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {
namespace {

constexpr std::size_t kFrameBytes = 64;  // of gzip around data that cannot be packed

std::vector<std::byte> gzipped(Bytes plain) {
  std::vector<std::byte> packed(plain.size() + plain.size() / 100 + kFrameBytes);
  z_stream stream{};
  // The smallest window and hash table: zeroing larger ones would take most of the time.
  if (deflateInit2(&stream, 1, Z_DEFLATED, 9 + 16, 1, Z_FIXED) != Z_OK) throw Broken("deflate");
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int end = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  require(end == Z_STREAM_END, "deflate has room");
  return packed;
}

// The file that an array comes from.
std::vector<std::byte> written(const Array& array) {
  std::vector<std::byte> file = {std::byte{0}, std::byte{0}, std::byte{8},
                                 static_cast<std::byte>(array.shape().rank())};
  for (const std::int64_t size : array.shape().sizes()) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      file.push_back(static_cast<std::byte>(size >> shift & 0xff));
    }
  }
  file.insert(file.end(), array.bytes(), array.bytes() + array.num_bytes());
  return file;
}

// One input in eight is gzipped, too: that takes as long as several readings.
bool is_packed_too(Bytes input) {
  Hash hash;
  hash.add(input.data(), input.size());
  return !is_gzip(input) && hash.value() % 8 == 0;
}

void feed_as(Bytes input, const ExpectedIdx& expected) {
  Array array;
  const bool refused = refuses([&] { array = read_idx(input, "file", expected); });
  if (is_packed_too(input)) {
    // Gzipped, the same file means the same.
    Array unpacked;
    const std::vector<std::byte> packed = gzipped(input);
    require(refuses([&] { unpacked = read_idx(packed, "file", expected); }) == refused,
            "gzip changes nothing about what is taken");
    if (!refused) require(written(unpacked) == written(array), "gzip changes no element");
  }
  if (refused) return;
  const std::vector<std::byte> again = written(array);
  if (!is_gzip(input)) {
    require(
        again.size() == input.size() && std::memcmp(again.data(), input.data(), again.size()) == 0,
        "what is read is what was in the file");
  }
  require(written(read_idx(again, "file", expected)) == again, "an array written is read again");
}

void feed(Bytes input) {
  feed_as(input, {DType::u8, 1});
  feed_as(input, {DType::u8, 3});
}

const bool kAdded = add_target("idx", feed);

}  // namespace
}  // namespace pipette::fuzz
