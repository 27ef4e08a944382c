#include "keras/layers/dropout.h"

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette::keras {

namespace {

class Dropout : public Layer {
 public:
  Dropout(double rate, const std::string& name) : Layer("Dropout", name), rate_(rate) {
    if (!(rate >= 0 && rate < 1)) {
      throw ValueError(
          fmt::format("dropout: the rate must be at least 0 and below 1, but it is {}", rate));
    }
  }
  void build(const Shape&) override {
    RandomStream random = random_for("mask");
    seed_ = std::uint64_t{random.next_u32()} << 32 | random.next_u32();
    // Not a weight: neither saved nor counted.
    mini_batches_.emplace(name() + "/mini_batches:0", Array::scalar(std::int32_t{0}));
  }
  Tensor call(const Tensor& x, const CallContext& context) override {
    if (!context.training) return x;
    Tensor step = count_up(*mini_batches_);
    if (context.replicas > 1) step = step + replica_index() * kMasksOfReplica;
    return pipette::dropout(x, rate_, seed_, step);
  }

 private:
  // 64 replicas (DeviceConfig::kMaxIpus) of them fit into 31 bits.
  static constexpr double kMasksOfReplica = 1 << 25;

  double rate_;
  std::uint64_t seed_ = 0;
  std::optional<Variable> mini_batches_;
};

}  // namespace

LayerPtr dropout(double rate, const std::string& name) {
  return std::make_shared<Dropout>(rate, name);
}

std::vector<LayerField> DropoutSpec::fields() {
  return {{.name = "rate",
           .member = &rate,
           .positional = Positional::everywhere,
           .label = "Rate",
           .minimum = 0,
           .maximum = 0.9}};
}

LayerPtr DropoutSpec::make(const std::string& name) const { return dropout(rate, name); }

}  // namespace pipette::keras
