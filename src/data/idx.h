// IDX files: how MNIST and its relatives are distributed. Plain or gzipped, read strictly.
//
//   LabelledSets mnist = load_mnist_directory("data/mnist");
//   mnist.train;                          // images u8 [60000, 28, 28], labels u8 [60000]
//   Array images = read_idx_file("t10k-images-idx3-ubyte.gz", {DType::u8, 3});
//   Array labels = read_idx(dropped_bytes, "labels", {DType::u8, 1});
//
// Format (yann.lecun.com/exdb/mnist): two zero bytes, a dtype code (0x08 is u8), the number of
// axes, one big-endian u32 per axis, then the elements in row-major order, and nothing after them.
//
// Every deviation throws InvalidArgument that names the file and the field: "magic", "dtype code",
// "rank", "size of axis 1" (none may be 0), "elements", "gzip data". Nothing is allocated merely
// because a header claims it: plain bytes must be there already, and gzip is unpacked piece by
// piece into memory that grows with what has come out, at most the header's claim plus one byte.
//
// Inaccuracies: WebAssembly builds have no zlib and throw Unimplemented for gzip input, because a
// page unpacks with DecompressionStream. A gzip file must have one member.
//
// Thread rules: free functions, no shared state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/array.h"

namespace pipette {

struct ExpectedIdx {
  DType dtype = DType::u8;  // u8 is the only one that labelled images use; others: Unimplemented
  int rank = 3;
};

// Larger claims are refused. MNIST's largest file is 47 MB.
inline constexpr std::uint64_t kMaxIdxBytes = std::uint64_t{1} << 30;

// `file_name` only names the file in errors.
Array read_idx(std::span<const std::byte> bytes, const std::string& file_name,
               const ExpectedIdx& expected);
// Throws NotFound when the file cannot be opened.
Array read_idx_file(const std::string& path, const ExpectedIdx& expected);

bool is_gzip(std::span<const std::byte> bytes);

struct LabelledImages {
  Array images;  // u8 [n, height, width]
  Array labels;  // u8 [n]
};

struct LabelledSets {
  LabelledImages train;
  LabelledImages test;
};

// Throws InvalidArgument when the counts differ, or when a label is `classes` or more (names the
// first such index), or when dtypes and ranks are not those of LabelledImages. `name` begins the
// message: "train", a file name.
void check_labelled(const LabelledImages& set, const std::string& name, int classes = 10);

// Reads {train,t10k}-{images-idx3,labels-idx1}-ubyte from a folder, each with or without ".gz", and
// with '.' instead of the '-' before "idx" as some copies have it. Both sets are checked, and have
// images of one size. Throws NotFound, naming the missing file, or what the functions above throw.
LabelledSets load_mnist_directory(const std::string& directory);

}  // namespace pipette
