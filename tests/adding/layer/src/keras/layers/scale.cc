#include "keras/layers/scale.h"

#include <cmath>

#include "graph/ops.h"

namespace pipette::keras {

namespace {

class Scale : public Layer {
 public:
  Scale(double factor, const std::string& name) : Layer("Scale", name), factor_(factor) {
    if (!std::isfinite(factor)) throw ValueError("scale: the factor must be finite");
  }
  Tensor call(const Tensor& x, const CallContext&) override { return x * factor_; }

 private:
  double factor_;
};

}  // namespace

LayerPtr scale(double factor, const std::string& name) {
  return std::make_shared<Scale>(factor, name);
}

std::vector<LayerField> ScaleSpec::fields() {
  return {{.name = "factor",
           .member = &factor,
           .positional = Positional::everywhere,
           .label = "Factor",
           .minimum = 0,
           .maximum = 100}};
}

LayerPtr ScaleSpec::make(const std::string& name) const { return scale(factor, name); }

}  // namespace pipette::keras
