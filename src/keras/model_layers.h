// The layers of a model and the network they form: a chain that is built when the shape of its data
// is known (Sequential), or a network that is complete from the start.
//
//   ModelLayers layers("sequential", seed, {dense(10)});
//   layers.build({Shape::kUnknown, 784});
//   layers.network().variables();
//
// Errors: ValueError for layers that cannot follow one another, for two layers of the same name,
// and from network() before it is built. Part of Model (model.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "keras/layers.h"
#include "keras/network.h"

namespace pipette::keras {

class ModelLayers {
 public:
  ModelLayers(std::string name, std::uint64_t seed, Network network);
  // A chain; its first layer may be an input().
  ModelLayers(std::string name, std::uint64_t seed, const std::vector<LayerPtr>& layers);

  const std::string& name() const { return name_; }
  bool sequential() const { return sequential_; }
  bool built() const { return network_.has_value(); }
  const Network& network() const;
  // The layers in order, each once, or as often as it occurs in the chain.
  std::vector<std::shared_ptr<Layer>> layers() const;
  // FailedPrecondition before the layers have names, NotFound for a name that no layer has.
  std::shared_ptr<Layer> layer(const std::string& name) const;

  // ---- chains ----
  // These discard the network; rebuild() makes it again if the input is known from the start.
  void add(const LayerPtr& layer);
  void pop();
  void rebuild();
  void build(const Shape& input_with_batch);
  // Builds for the data of a run: the first time, and again for another batch size.
  void build_for(const Dataset& dataset);

 private:
  void adopt(Network network);
  void append(const LayerPtr& layer);

  std::string name_;
  std::uint64_t seed_;
  bool sequential_;
  std::vector<LayerPtr> chain_;
  std::optional<SymbolicTensor> chain_input_;
  std::optional<Network> network_;
};

}  // namespace pipette::keras
