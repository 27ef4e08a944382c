// The layers of a model and the network they make: a chain that is built when the shape of its data
// is known (Sequential), or a network that was there from the start.
//
//   ModelLayers layers("sequential", seed, {dense(10)});
//   layers.build({Shape::kUnknown, 784});
//   layers.network().variables();
//
// Errors: ValueError for layers that cannot follow one another, for two of the same name, and from
// network() before it is built. Part of Model (model.h).
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
  // A chain; the first may be an input().
  ModelLayers(std::string name, std::uint64_t seed, const std::vector<LayerPtr>& layers);

  const std::string& name() const { return name_; }
  bool sequential() const { return sequential_; }
  bool built() const { return network_.has_value(); }
  const Network& network() const;
  // The layers in order, each once, or as often as it is in the chain.
  std::vector<std::shared_ptr<Layer>> layers() const;
  // FailedPrecondition before the layers have names, NotFound for a name that none has.
  std::shared_ptr<Layer> layer(const std::string& name) const;

  // ---- chains ----
  // These forget the network; rebuild() makes it again where the input is known from the start.
  void add(const LayerPtr& layer);
  void pop();
  void rebuild();
  void build(const Shape& input_with_batch);
  // Builds for the data of a run: once, and again for another batch size.
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
