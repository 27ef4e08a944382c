// Convolutions and the training step of the loops tutorial's network written naturally in Eigen:
// patches are written down for the whole batch (im2col) and multiplied. Included by
// eigen_step_impl.h.
#pragma once

namespace pipette::benchmarks {
namespace {

using Net = ConvNetwork;

// The 3x3 windows, stride 1, "same", of images [32, 28, 28, channels]: [32 * 784, 9 * channels].
void image_to_patches(const float* x, int channels, Matrix& patches) {
  patches.resize(Net::kBatch * Net::kPixels, 9 * channels);
  float* to = patches.data();
  for (int n = 0; n < Net::kBatch; ++n) {
    for (int y = 0; y < Net::kSize; ++y) {
      for (int column = 0; column < Net::kSize; ++column) {
        for (int iy = y - 1; iy <= y + 1; ++iy) {
          for (int ix = column - 1; ix <= column + 1; ++ix, to += channels) {
            if (iy < 0 || iy >= Net::kSize || ix < 0 || ix >= Net::kSize) {
              std::fill_n(to, channels, 0.0f);
            } else {
              std::copy_n(x + ((n * Net::kSize + iy) * Net::kSize + ix) * channels, channels, to);
            }
          }
        }
      }
    }
  }
}

// Adds patches up where they overlap.
void patches_to_image(const Matrix& patches, int channels, float* x) {
  std::fill_n(x, Net::kBatch * Net::kPixels * channels, 0.0f);
  const float* from = patches.data();
  for (int n = 0; n < Net::kBatch; ++n) {
    for (int y = 0; y < Net::kSize; ++y) {
      for (int column = 0; column < Net::kSize; ++column) {
        for (int iy = y - 1; iy <= y + 1; ++iy) {
          for (int ix = column - 1; ix <= column + 1; ++ix, from += channels) {
            if (iy < 0 || iy >= Net::kSize || ix < 0 || ix >= Net::kSize) continue;
            float* pixel = x + ((n * Net::kSize + iy) * Net::kSize + ix) * channels;
            for (int c = 0; c < channels; ++c) pixel[c] += from[c];
          }
        }
      }
    }
  }
}

class Conv : public EigenConv {
 public:
  explicit Conv(int channels) : channels_(channels) {}
  void forward(const float* x, const float* w, float* y) override {
    image_to_patches(x, channels_, patches_);
    Output(y, patches_.rows(), Net::kFilters).noalias() = patches_ * filter(w);
  }
  void input_gradient(const float* dy, const float* w, float* dx) override {
    d_patches_.noalias() = gradient(dy) * filter(w).transpose();
    patches_to_image(d_patches_, channels_, dx);
  }
  // Of the images that forward() saw last.
  void filter_gradient(const float* dy, float* dw) override {
    Output(dw, 9 * channels_, Net::kFilters).noalias() = patches_.transpose() * gradient(dy);
  }

 private:
  Input filter(const float* w) const { return {w, 9 * channels_, Net::kFilters}; }
  static Input gradient(const float* dy) { return {dy, Net::kBatch * Net::kPixels, Net::kFilters}; }
  int channels_;
  Matrix patches_, d_patches_;
};

class ConvStep : public EigenConvStep {
 public:
  explicit ConvStep(std::uint64_t seed) : start_(seed) {
    for (std::size_t i = 0; i < 6; ++i) {
      w_[i] = Eigen::Map<const Vector>(start_.parts[i].data(),
                                       static_cast<Eigen::Index>(start_.parts[i].size()));
      m_[i] = v_[i] = g_[i] = Vector::Zero(w_[i].size());
    }
  }

  float run(const float* x, const std::int32_t* labels, float learning_rate) override {
    first_.forward(x, w_[0].data(), y1_.data());
    y1_ = (y1_.rowwise() + w_[1].transpose()).cwiseMax(0.0f);
    second_.forward(y1_.data(), w_[2].data(), y2_.data());
    y2_ = (y2_.rowwise() + w_[3].transpose()).cwiseMax(0.0f);
    const Input features(y2_.data(), Net::kBatch, Net::kFeatures);
    const Input dense(w_[4].data(), Net::kFeatures, Net::kClasses);
    logits_.noalias() = features * dense;
    logits_.rowwise() += w_[5].transpose();
    const Vector largest = logits_.rowwise().maxCoeff();
    logits_.colwise() -= largest;
    p_ = logits_.array().exp();
    const Vector sums = p_.rowwise().sum();
    float loss = sums.array().log().sum();
    for (int r = 0; r < Net::kBatch; ++r) loss -= logits_(r, labels[r]);
    p_.array().colwise() /= sums.array();
    for (int r = 0; r < Net::kBatch; ++r) p_(r, labels[r]) -= 1.0f;
    p_ /= static_cast<float>(Net::kBatch);

    Output(d2_.data(), Net::kBatch, Net::kFeatures).noalias() = p_ * dense.transpose();
    d2_ = (y2_.array() > 0.0f).select(d2_, 0.0f);
    Output(g_[4].data(), Net::kFeatures, Net::kClasses).noalias() = features.transpose() * p_;
    g_[5] = p_.colwise().sum().transpose();
    second_.input_gradient(d2_.data(), w_[2].data(), d1_.data());
    d1_ = (y1_.array() > 0.0f).select(d1_, 0.0f);
    second_.filter_gradient(d2_.data(), g_[2].data());
    g_[3] = d2_.colwise().sum().transpose();
    first_.filter_gradient(d1_.data(), g_[0].data());
    g_[1] = d1_.colwise().sum().transpose();
    apply_adam(learning_rate);
    return loss / static_cast<float>(Net::kBatch);
  }

 private:
  void apply_adam(float learning_rate) {
    beta_1_power_ *= 0.9f;
    beta_2_power_ *= 0.999f;
    const float step = learning_rate * std::sqrt(1.0f - beta_2_power_) / (1.0f - beta_1_power_);
    for (std::size_t i = 0; i < 6; ++i) {
      m_[i] += (g_[i] - m_[i]) * (1.0f - 0.9f);
      v_[i].array() += (g_[i].array().square() - v_[i].array()) * (1.0f - 0.999f);
      w_[i].array() -= m_[i].array() * step / (v_[i].array().sqrt() + 1e-7f);
    }
  }

  ConvWeights start_;
  Conv first_{1}, second_{Net::kFilters};
  Vector w_[6], g_[6], m_[6], v_[6];
  Matrix y1_ = Matrix::Zero(Net::kBatch * Net::kPixels, Net::kFilters), y2_ = y1_, d1_ = y1_,
         d2_ = y1_;
  Matrix logits_ = Matrix::Zero(Net::kBatch, Net::kClasses), p_ = logits_;
  float beta_1_power_ = 1, beta_2_power_ = 1;
};

std::unique_ptr<EigenConv> make_conv(int channels) { return std::make_unique<Conv>(channels); }
std::unique_ptr<EigenConvStep> make_conv_step(std::uint64_t seed) {
  return std::make_unique<ConvStep>(seed);
}

}  // namespace
}  // namespace pipette::benchmarks
