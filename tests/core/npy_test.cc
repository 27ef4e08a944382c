#include "core/npy.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace pipette {
namespace {

std::string npy(const Array& array) {
  std::ostringstream out;
  write_npy(array, out);
  return out.str();
}

// numpy.lib.format: the data begin at a multiple of 64 bytes, after a header that ends in a line
// break.
TEST(Npy, HeaderAndElements) {
  const std::string file = npy(Array::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length =
      static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
  EXPECT_EQ((10 + length) % 64, 0u);
  EXPECT_EQ(file[10 + length - 1], '\n');
  EXPECT_EQ(file.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(file.size(), 10 + length + 6 * sizeof(float));
}

TEST(Npy, NamesEveryDtypeAsNumPyDoes) {
  const std::pair<DType, const char*> names[] = {
      {DType::f32, "'<f4'"}, {DType::f16, "'<f2'"},     {DType::i32, "'<i4'"},
      {DType::u32, "'<u4'"}, {DType::i8, "'|i1'"},      {DType::u8, "'|u1'"},
      {DType::f64, "'<f8'"}, {DType::boolean, "'|b1'"}, {DType::i64, "'<i8'"}};
  for (const auto& [dtype, name] : names) {
    EXPECT_NE(npy(Array::zeros(dtype, {1})).find(name), std::string::npos) << name;
  }
  EXPECT_NE(npy(Array::zeros(DType::f32, {7})).find("(7, )"), std::string::npos);
  EXPECT_NE(npy(Array::scalar(1.0f)).find("()"), std::string::npos);
}

}  // namespace
}  // namespace pipette
