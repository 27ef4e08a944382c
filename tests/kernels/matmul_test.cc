#include "kernels/matmul.h"

#include <limits>

#include "core/error.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

using Store = Epilogue::Store;

struct Case {
  std::int64_t m, n, k;
  bool transpose_a = false, transpose_b = false;
  std::int64_t padding = 0;  // extra columns in memory of a, b and c
  bool sparse = false;       // a is mostly zeros, as images are: see blacken()
  // Put into b at row `special_row`, in its last column.
  float special = 0;
  std::int64_t special_row = -1;
};

std::string describe(const Case& c) {
  return "m " + std::to_string(c.m) + " n " + std::to_string(c.n) + " k " + std::to_string(c.k) +
         (c.transpose_a ? " a^T" : "") + (c.transpose_b ? " b^T" : "") + " padding " +
         std::to_string(c.padding) +
         (c.sparse ? " sparse, row " + std::to_string(c.special_row) + " of b is " +
                         std::to_string(c.special)
                   : "");
}

// Makes zero in a: every other element, every element whose k is odd or below 8 (the first rows of
// b have no term at all), and eight rows of each sixteen. Zeros of every eighth k, from 11, are
// negative.
void blacken(std::vector<float>& a, const Case& c, std::int64_t columns) {
  RandomStream random(8, "zeros");
  for (std::int64_t at = 0; at < std::ssize(a); ++at) {
    const std::int64_t k = c.transpose_a ? at / columns : at % columns;
    const std::int64_t i = c.transpose_a ? at % columns : at / columns;
    const bool black = i % 16 < 8 || k % 2 == 1 || k < 8 || random.uniform_int(2) == 0;
    const bool negative = k >= 11 && k % 8 == 3 && i % 16 >= 8;
    if (black) a[static_cast<std::size_t>(at)] = negative ? -0.0f : 0.0f;
  }
}

// The definition in matmul.h, element by element, with nothing fused.
float reference_element(std::int64_t k, const Matrix& a, const Matrix& b, std::int64_t i,
                        std::int64_t j, std::int64_t n, float c, const Epilogue& e) {
  float sum = 0;
  for (std::int64_t t = 0; t < k; ++t) {
    const volatile float product = a.data[i * a.row_stride + t * a.column_stride] *
                                   b.data[t * b.row_stride + j * b.column_stride];
    sum = sum + product;
  }
  if (e.bias != nullptr) sum = sum + e.bias[j];
  if (e.activation == Activation::relu && sum < 0) sum = 0;
  if (e.relu_mask != nullptr && !(e.relu_mask[i * n + j] > 0)) sum = 0;
  const volatile float scaled = e.learning_rate * sum;
  if (e.store == Store::add) return c + sum;
  if (e.store == Store::sgd) return c - scaled;
  return sum;
}

void check(const Case& test, Epilogue epilogue, bool with_bias, bool with_mask) {
  const std::int64_t a_columns = (test.transpose_a ? test.m : test.k) + test.padding;
  const std::int64_t a_rows = test.transpose_a ? test.k : test.m;
  const std::int64_t b_columns = (test.transpose_b ? test.k : test.n) + test.padding;
  const std::int64_t b_rows = test.transpose_b ? test.n : test.k;
  const std::int64_t ldc = test.n + test.padding;
  std::vector<float> a_data = random_floats(a_rows * a_columns + 1, "a");
  std::vector<float> b_data = random_floats(b_rows * b_columns + 1, "b");
  std::vector<float> c_before = random_floats(test.m * ldc, "c");
  if (test.sparse) {
    blacken(a_data, test, a_columns);
    c_before[0] = -0.0f;
  }
  if (test.special_row >= 0) {
    const std::int64_t k = test.special_row, j = test.n - 1;
    b_data[static_cast<std::size_t>(test.transpose_b ? j * b_columns + k : k * b_columns + j)] =
        test.special;
  }
  const std::vector<float> bias = random_floats(test.n, "bias");
  const std::vector<float> mask = random_floats(test.m * test.n, "mask");
  const Matrix a =
      test.transpose_a ? transposed(a_data.data(), a_columns) : row_major(a_data.data(), a_columns);
  const Matrix b =
      test.transpose_b ? transposed(b_data.data(), b_columns) : row_major(b_data.data(), b_columns);
  if (with_bias) epilogue.bias = bias.data();
  if (with_mask) epilogue.relu_mask = mask.data();
  std::vector<float> expected = c_before;
  for (std::int64_t i = 0; i < test.m; ++i) {
    for (std::int64_t j = 0; j < test.n; ++j) {
      float& c = expected[static_cast<std::size_t>(i * ldc + j)];
      c = reference_element(test.k, a, b, i, j, test.n, c, epilogue);
    }
  }
  under_every_set([&] {
    std::vector<float> c = c_before;
    matmul(test.m, test.n, test.k, a, b, c.data(), ldc, epilogue);
    expect_same_bits(expected, c, describe(test));
  });
}

void check_all_epilogues(const Case& test) {
  for (const Store store : {Store::assign, Store::add, Store::sgd}) {
    Epilogue epilogue;
    epilogue.store = store;
    epilogue.learning_rate = 0.25f;
    check(test, epilogue, false, false);
    check(test, epilogue, true, false);
    epilogue.activation = Activation::relu;
    check(test, epilogue, true, true);
  }
}

TEST(Matmul, EqualsTheDefinitionBitByBitInTheProductsOfTheModel) {
  check_all_epilogues({32, 128, 784});
  check_all_epilogues({32, 10, 128});
  check_all_epilogues({784, 128, 32, true, false});
  check_all_epilogues({128, 10, 32, true, false});
  check_all_epilogues({32, 128, 10, false, true});
}

TEST(Matmul, EqualsTheDefinitionAtEdgesOfTilesAndBlocks) {
  for (const std::int64_t m : {1, 3, 9, 33}) {
    for (const std::int64_t n : {1, 2, 5, 15, 16, 17, 33}) {
      for (const std::int64_t k : {0, 1, 2, 33}) check_all_epilogues({m, n, k});
    }
  }
}

TEST(Matmul, EqualsTheDefinitionForRandomShapesStridesAndTransposes) {
  RandomStream random(11, "shapes");
  for (int trial = 0; trial < 60; ++trial) {
    Case test;
    test.m = 1 + random.uniform_int(70);
    test.n = 1 + random.uniform_int(70);
    test.k = random.uniform_int(trial % 8 == 0 ? 900 : 60);
    test.transpose_a = random.uniform_int(2) == 1;
    test.transpose_b = random.uniform_int(2) == 1;
    test.padding = random.uniform_int(3) * 3;
    check_all_epilogues(test);
  }
}

// Products whose terms are listed (matmul_terms_impl.h), and those just beside them.
TEST(Matmul, EqualsTheDefinitionWhereMostOfAIsZero) {
  for (const Case& shape : {Case{32, 128, 784}, Case{784, 128, 32, true}, Case{784, 256, 16, true},
                            Case{35, 100, 60, false, true}, Case{7, 33, 61, true, false, 3},
                            Case{32, 300, 600}, Case{150, 40, 1030}, Case{4, 32, 9}}) {
    Case test = shape;
    test.sparse = true;
    check_all_epilogues(test);
  }
}

// Zero times infinity is not a number: no term may be left out then, whether some tile of rows has
// the term (row 8, if any) or none has it (rows 0 and 9).
TEST(Matmul, LeavesNoTermOutWhereBIsNotFinite) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float special : {infinity, -infinity, std::nanf("")}) {
    for (const std::int64_t row : {0, 8, 9}) {
      for (const Case& shape : {Case{32, 128, 50}, Case{128, 128, 32, true}, Case{16, 300, 600},
                                Case{35, 65, 60, false, true}}) {
        Case test = shape;
        test.sparse = true;
        test.special = special;
        test.special_row = row;
        check_all_epilogues(test);
      }
    }
  }
}

// Sums of finite terms that become infinite make no difference.
TEST(Matmul, EqualsTheDefinitionWhereASparseProductOverflows) {
  Case test{32, 128, 50};
  test.sparse = true;
  test.special = 3e38f;
  test.special_row = 10;
  check_all_epilogues(test);
}

// A learning rate that is negative, infinite or NaN turns a sum of zero into something that changes
// the weights.
TEST(Matmul, UpdatesRowsWithoutTermsAsTheDefinitionDoes) {
  for (const float rate : {-0.5f, -0.0f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
    Case test{64, 32, 32, true};
    test.sparse = true;
    check(test, {.store = Store::sgd, .learning_rate = rate}, false, false);
  }
}

// Past the block sizes of matmul_impl.h: b packed, several blocks of k (partial sums must be picked
// up again), of rows, and of columns.
TEST(Matmul, EqualsTheDefinitionPastTheBlockSizes) {
  check_all_epilogues({37, 300, 600});
  check_all_epilogues({300, 20, 513, true, true});
  check_all_epilogues({150, 40, 1030});
  check_all_epilogues({1030, 5, 3});
  check_all_epilogues({3, 1030, 1025, false, true});
}

// Wide strides in both directions of a: a view of every other element.
TEST(Matmul, ReadsAnyStrides) {
  const std::vector<float> data = random_floats(4000, "strided");
  const Matrix a{data.data(), 66, 2};
  const Matrix b{data.data() + 7, 44, 3};
  std::vector<float> expected(13 * 11);
  for (std::int64_t i = 0; i < 13; ++i) {
    for (std::int64_t j = 0; j < 11; ++j) {
      expected[static_cast<std::size_t>(i * 11 + j)] = reference_element(29, a, b, i, j, 11, 0, {});
    }
  }
  under_every_set([&] {
    std::vector<float> c(13 * 11);
    matmul(13, 11, 29, a, b, c.data(), 11);
    expect_same_bits(expected, c, "strided");
  });
}

TEST(Matmul, ReluKeepsNaNAndTheMaskRemovesIt) {
  const float nan = std::nanf("");
  const float a = nan;
  const float b[2] = {1, 1};
  const float mask[2] = {1, 0};
  under_every_set([&] {
    float c[2] = {5, 5};
    matmul(1, 2, 1, row_major(&a, 1), row_major(b, 2), c, 2, {.activation = Activation::relu});
    EXPECT_TRUE(std::isnan(c[0]) && std::isnan(c[1]));
    matmul(1, 2, 1, row_major(&a, 1), row_major(b, 2), c, 2, {.relu_mask = mask});
    EXPECT_TRUE(std::isnan(c[0]));
    EXPECT_EQ(c[1], 0.0f);
  });
}

TEST(Matmul, RefusesImpossibleSizesByName) {
  float c[4] = {};
  const Matrix a = row_major(c, 2);
  EXPECT_THROW(matmul(-1, 2, 2, a, a, c, 2), InvalidArgument);
  EXPECT_THROW(matmul(2, 2, -1, a, a, c, 2), InvalidArgument);
  try {
    matmul(1, 4, 1, a, a, c, 3);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("ldc"), std::string::npos);
  }
  matmul(0, 2, 2, a, a, nullptr, 2);  // nothing to write
}

}  // namespace
}  // namespace pipette::kernels
