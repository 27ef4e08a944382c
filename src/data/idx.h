// IDX files: how MNIST and its relatives are distributed. Plain or gzipped, read strictly.
//
//   LabelledSets mnist = load_mnist_directory("data/mnist");
//   mnist.train;                          // images u8 [60000, 28, 28], labels u8 [60000]
//   LabelledSets letters = load_mnist_directory("emnist", {.classes = 26, .transpose = true});
//   Array images = read_idx_file("t10k-images-idx3-ubyte.gz", ExpectedIdx{DType::u8, 3});
//   Array table = read_idx_file("train-labels-idx2-int");        // of any type and rank: i32 [n,
//   8]
//
// Format (yann.lecun.com/exdb/mnist): two zero bytes, a dtype code (0x08 u8, 0x09 i8, 0x0b int16,
// 0x0c i32, 0x0d f32, 0x0e f64), the number of axes, one big-endian u32 per axis, then the
// elements, big-endian, in row-major order, and nothing after them. int16 becomes i32.
//
// Every deviation throws InvalidArgument that names the file and the field: "magic", "dtype code",
// "rank", "size of axis 1" (none may be 0), "elements", "gzip data". Nothing is allocated merely
// because a header claims it: plain bytes must be there already, and gzip is unpacked piece by
// piece into memory that grows with what has come out, at most the header's claim plus one byte.
//
// Inaccuracies: WebAssembly builds have no zlib and throw Unimplemented for gzip input, because a
// page unpacks with DecompressionStream.
//
// Thread rules: free functions, no shared state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/array.h"

namespace pipette {

struct ExpectedIdx {
  DType dtype = DType::u8;
  int rank = 3;
};

// Larger claims are refused. MNIST's largest file is 47 MB.
inline constexpr std::uint64_t kMaxIdxBytes = std::uint64_t{1} << 30;

// `file_name` only names the file in errors; without `expected` the file says what it holds.
Array read_idx(std::span<const std::byte> bytes, const std::string& file_name,
               const std::optional<ExpectedIdx>& expected = std::nullopt);
// Throws NotFound when the file cannot be opened.
Array read_idx_file(const std::string& path,
                    const std::optional<ExpectedIdx>& expected = std::nullopt);

struct LabelledImages {
  Array images;  // u8 [n, height, width]
  Array labels;  // u8 [n]
};

struct LabelledSets {
  LabelledImages train;
  LabelledImages test;
};

// How a set of labelled images differs from MNIST.
struct ImageSetForm {
  int classes = 10;        // 1 to 256
  bool transpose = false;  // images lie on their side, as those of EMNIST do
};

// Throws InvalidArgument when the counts differ, or when a label is `classes` or more (names the
// first such index), or when dtypes and ranks are not those of LabelledImages. `name` begins the
// message: "train", a file name.
void check_labelled(const LabelledImages& set, const std::string& name, int classes = 10);

// Makes sets of that form ordinary ones: turns images up, and counts labels from 0 where they go
// from 1 to `classes`, as EMNIST's letters do. Then checks them: throws what check_labelled()
// throws, also when training and test images differ in size.
LabelledSets in_usual_form(LabelledSets sets, const std::string& name,
                           const ImageSetForm& form = {});

// Reads {train,t10k}-{images-idx3,labels-idx1}-ubyte from a folder, each with or without ".gz",
// with
// '.' instead of the '-' before "idx", with "test" for "t10k", with the name of the set and '-' in
// front (EMNIST), or in a folder of the file's own name (Kaggle). Throws NotFound, naming the
// missing file and what is there, InvalidArgument where several would do, or what the functions
// above throw.
LabelledSets load_mnist_directory(const std::string& directory, const ImageSetForm& form = {});

}  // namespace pipette
