// <pipette/eigen.h> stands alone, and beside the other headers for programs of other people.
#include <pipette/eigen.h>
#include <pipette/keras.h>
#include <pipette/program.h>

#include <gtest/gtest.h>

namespace pipette {
namespace {

TEST(Eigen, MapsLookIntoAnArray) {
  const Array array = Array::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  auto matrix = as_matrix<float>(array);
  ASSERT_EQ(matrix.rows(), 2);
  ASSERT_EQ(matrix.cols(), 3);
  EXPECT_EQ(matrix(1, 0), 4);
  matrix(0, 2) = 9;
  EXPECT_EQ(array.data<float>()[2], 9);
  EXPECT_EQ(as_vector<float>(array).sum(), 27);
  EXPECT_THROW(as_matrix<double>(array), TypeError);
}

TEST(Eigen, OtherRanksHaveTheirFirstAxisAsRows) {
  const Array images = Array::zeros(DType::f32, {5, 2, 3});
  EXPECT_EQ(as_matrix<float>(images).rows(), 5);
  EXPECT_EQ(as_matrix<float>(images).cols(), 6);
  EXPECT_EQ(as_matrix<float>(Array::zeros(DType::f32, {4})).cols(), 1);
  EXPECT_EQ(as_matrix<float>(Array::scalar(7.0f))(0, 0), 7);
  EXPECT_EQ(as_matrix<float>(Array::zeros(DType::f32, {0, 3})).rows(), 0);
}

TEST(Eigen, AMatrixOfAnyLayoutIsCopiedInRowMajorOrder) {
  Eigen::MatrixXf columns(2, 2);
  columns << 1, 2, 3, 4;
  const Array array = to_array(columns);
  EXPECT_EQ(array.shape(), (Shape{2, 2}));
  EXPECT_EQ(array.data<float>()[1], 2);
  const Array product = to_array(columns * columns);
  EXPECT_EQ(product.data<float>()[0], 7);
  const Eigen::VectorXi labels = Eigen::VectorXi::LinSpaced(4, 0, 3);
  EXPECT_EQ(to_array(labels).shape(), Shape{4});
  EXPECT_EQ(to_array(labels).dtype(), DType::i32);
  EXPECT_EQ(to_array(columns.row(1)).shape(), Shape{2});
}

TEST(Eigen, ARowMajorMatrixThatIsMovedInIsNotCopied) {
  RowMajorMatrix<float> matrix = RowMajorMatrix<float>::Constant(3, 4, 2);
  const float* storage = matrix.data();
  const Array array = to_array(std::move(matrix));
  EXPECT_EQ(array.data<float>(), storage);
  EXPECT_EQ(array.shape(), (Shape{3, 4}));
  EXPECT_EQ(as_vector<float>(array).sum(), 24);
}

// Points above and below a line: data and initial weights are Eigen's, and so is what comes out.
TEST(Eigen, TrainsFromMatricesToMatrices) {
  RowMajorMatrix<float> points = RowMajorMatrix<float>::Random(64, 2);
  const Eigen::VectorXi labels =
      (points.col(0).array() > points.col(1).array()).cast<int>().matrix();
  const Dataset data =
      Dataset::from_tensor_slices(Element::tuple({to_array(std::move(points)), to_array(labels)}))
          .batch(16, true);
  Machine machine;
  Strategy strategy(machine);
  keras::Sequential model({keras::dense(2, keras::softmax)}, {.strategy = &strategy});
  model.compile({.optimizer = keras::sgd({.learning_rate = 0.5f}),
                 .loss = "sparse_categorical_crossentropy"});
  model.build(Shape{16, 2});
  const Eigen::MatrixXf start = Eigen::MatrixXf::Zero(2, 2);
  model.variables()[0].assign(to_array(start));
  model.fit(data, {.epochs = 20});
  const Array trained = model.variables()[0].value();
  const auto kernel = as_matrix<float>(trained);
  EXPECT_GT(kernel(0, 1), 0.5f);
  EXPECT_LT(kernel(1, 1), -0.5f);
}

}  // namespace
}  // namespace pipette
