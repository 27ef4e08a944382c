// Fills an EigenBuild; included by each eigen_*.cc, which defines PIPETTE_EIGEN (the namespace of
// its copy of Eigen) and PIPETTE_EIGEN_BUILD (the name of its function).
#pragma once

#include "benchmarks/eigen_shim.h"
#include "benchmarks/eigen_step.h"

namespace pipette::benchmarks {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using Vector = Eigen::Matrix<float, Eigen::Dynamic, 1>;
using Input = Eigen::Map<const Matrix>;
using Output = Eigen::Map<Matrix>;

void product(int m, int n, int k, const float* x, const float* w, float* c) {
  Output(c, m, n).noalias() = Input(x, m, k) * Input(w, k, n);
}

void update(int m, int n, int k, const float* x, const float* d, float* w, float learning_rate) {
  Output(w, k, n).noalias() -= learning_rate * (Input(x, m, k).transpose() * Input(d, m, n));
}

void back(int m, int n, int k, const float* d, const float* w, float* c) {
  Output(c, m, k).noalias() = Input(d, m, n) * Input(w, k, n).transpose();
}

class Step : public EigenStep {
 public:
  Step(int in, int hidden, int classes, std::uint64_t seed, int batch)
      : start_(in, hidden, classes, seed),
        w1_(Input(start_.w1.data(), in, hidden)),
        w2_(Input(start_.w2.data(), hidden, classes)),
        b1_(RowVector::Zero(hidden)),
        b2_(RowVector::Zero(classes)),
        h_(batch, hidden),
        logits_(batch, classes),
        d_h_(batch, hidden) {}

  float run(const float* images, const std::int32_t* labels, float learning_rate) override {
    const Input x(images, h_.rows(), w1_.rows());
    const auto batch = static_cast<float>(h_.rows());
    h_.noalias() = x * w1_;
    h_ = (h_.rowwise() + b1_).cwiseMax(0.0f);
    logits_.noalias() = h_ * w2_;
    logits_.rowwise() += b2_;
    // log-sum-exp
    largest_ = logits_.rowwise().maxCoeff();
    logits_.colwise() -= largest_;
    p_ = logits_.array().exp();
    sums_ = p_.rowwise().sum();
    float loss = sums_.array().log().sum();
    for (Eigen::Index r = 0; r < h_.rows(); ++r) loss -= logits_(r, labels[r]);
    p_.array().colwise() /= sums_.array();
    for (Eigen::Index r = 0; r < h_.rows(); ++r) p_(r, labels[r]) -= 1.0f;
    p_ /= batch;
    d_h_.noalias() = p_ * w2_.transpose();
    d_h_ = (h_.array() > 0.0f).select(d_h_, 0.0f);
    w2_.noalias() -= learning_rate * (h_.transpose() * p_);
    b2_ -= learning_rate * p_.colwise().sum();
    w1_.noalias() -= learning_rate * (x.transpose() * d_h_);
    b1_ -= learning_rate * d_h_.colwise().sum();
    return loss / batch;
  }

  MlpWeights weights() const override {
    MlpWeights result = start_;
    result.w1.assign(w1_.data(), w1_.data() + w1_.size());
    result.w2.assign(w2_.data(), w2_.data() + w2_.size());
    result.b1.assign(b1_.data(), b1_.data() + b1_.size());
    result.b2.assign(b2_.data(), b2_.data() + b2_.size());
    return result;
  }

 private:
  MlpWeights start_;
  Matrix w1_, w2_;
  RowVector b1_, b2_;
  Matrix h_, logits_, d_h_, p_;
  Vector largest_, sums_;
};

std::unique_ptr<EigenStep> make_step(int in, int hidden, int classes, std::uint64_t seed,
                                     int batch) {
  return std::make_unique<Step>(in, hidden, classes, seed, batch);
}

}  // namespace
}  // namespace pipette::benchmarks

#include "benchmarks/eigen_conv_impl.h"

namespace pipette::benchmarks {

const EigenBuild& PIPETTE_EIGEN_BUILD() {
  static constexpr EigenBuild build{PIPETTE_EIGEN_NAME, product,   update,        back,
                                    make_step,          make_conv, make_conv_step};
  return build;
}

}  // namespace pipette::benchmarks
