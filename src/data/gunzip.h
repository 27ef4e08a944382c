// Unpacks gzip data piece by piece, so that the caller decides how much memory a file may take.
//
//   Gunzip gunzip(bytes, "train-images.gz");
//   std::size_t got = gunzip.read(header);     // less than header.size(): the data ended
//   gunzip.check_end();                        // the checksum matched and nothing follows
//
// Consecutive members form one file (as `cat a.gz b.gz` and bgzip write them), and zeros after the
// last member are padding. Throws InvalidArgument naming the file and "gzip data" for damaged or
// truncated input. In WebAssembly builds the constructor throws Unimplemented: browsers have
// DecompressionStream.
//
// Thread rules: one object, one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace pipette {

bool is_gzip(std::span<const std::byte> bytes);  // true if the bytes begin as gzip data does

class Gunzip {
 public:
  // `bytes` must outlive the object.
  Gunzip(std::span<const std::byte> bytes, std::string file_name);
  ~Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  // Fills `to` as far as there is data and returns the number of bytes written.
  std::size_t read(std::span<std::byte> to);
  void check_end();

 private:
  struct State;
  void next_member();
  [[noreturn]] void fail(const std::string& what) const;

  std::string file_name_;
  std::unique_ptr<State> state_;
};

}  // namespace pipette
