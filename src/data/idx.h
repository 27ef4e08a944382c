// IDX files: how MNIST and its relatives are distributed. Plain or gzipped, read strictly.
//
//   LabelledSets mnist = load_mnist_directory("data/mnist");
//   mnist.train;                          // images u8 [60000, 28, 28], labels u8 [60000]
//   LabelledSets letters = load_mnist_directory("emnist", {.classes = 26, .transpose = true});
//   Array images = read_idx_file("t10k-images-idx3-ubyte.gz", ExpectedIdx{DType::u8, 3});
//   // Of any type and rank, here i32 [n, 8]:
//   Array table = read_idx_file("train-labels-idx2-int");
//
// Format (yann.lecun.com/exdb/mnist): two zero bytes, a dtype code (0x08 u8, 0x09 i8, 0x0b int16,
// 0x0c i32, 0x0d f32, 0x0e f64), the number of axes, one big-endian u32 per axis, then the
// elements, big-endian, in row-major order, and nothing after them. int16 becomes i32.
//
// Every deviation throws InvalidArgument that names the file and the field: "magic", "dtype code",
// "rank", "size of axis 1" (no size may be 0), "elements", "gzip data". No memory is allocated just
// because a header claims a size: plain bytes must be present already, and gzip is unpacked piece
// by piece into memory that grows with the output, up to the header's claim plus one byte.
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

// `file_name` is used only in errors. Without `expected`, any type and rank is accepted.
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

// The differences of a set of labelled images from MNIST.
struct ImageSetForm {
  int classes = 10;        // 1 to 256
  bool transpose = false;  // images are stored transposed, as in EMNIST
};

// Throws InvalidArgument if the counts differ, if a label is `classes` or more (names the first
// such index), or if dtypes and ranks are not those of LabelledImages. `name` begins the message:
// "train", a file name.
void check_labelled(const LabelledImages& set, const std::string& name, int classes = 10);

// Converts sets of that form to MNIST's: transposes the images, and renumbers labels from 0 if they
// go from 1 to `classes`, as in EMNIST's letters. Then checks them: throws what check_labelled()
// throws, and also if training and test images differ in size.
LabelledSets in_usual_form(LabelledSets sets, const std::string& name,
                           const ImageSetForm& form = {});

// Reads {train,t10k}-{images-idx3,labels-idx1}-ubyte from a folder. Each file may have the suffix
// ".gz", '.' instead of the '-' before "idx", "test" for "t10k", the name of the set and '-' in
// front (EMNIST), or lie in a folder of the file's own name (Kaggle). Throws NotFound, naming the
// missing file and the files that are there, InvalidArgument if several files match, or what the
// functions above throw.
LabelledSets load_mnist_directory(const std::string& directory, const ImageSetForm& form = {});

}  // namespace pipette
