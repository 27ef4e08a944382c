// The pipeline stages of a model's layers: what is assigned, and whether that still fits.
//
//   ModelStages stages;
//   stages.assign(layers, {0, 0, 1, 1});
//   stages.count();                       // 2
//
// Stages are by layer in a chain, else by call after the inputs; there are none without a pipeline.
//
// Errors: ValueError for assignments that break the rules of keras/stages.h, in upstream's words.
// Part of Model (model.h).
#pragma once

#include <string>
#include <vector>

#include "keras/model_layers.h"
#include "keras/stages.h"

namespace pipette::keras {

class ModelStages {
 public:
  // Takes the stages of calls that were made, or whose layers were made, inside of a PipelineStage.
  void assign_scopes(const Network& network);
  void assign(const ModelLayers& layers, const std::vector<StageNumber>& numbers);
  // The numbers of an assignment that must be for these layers and calls.
  static std::vector<StageNumber> numbers_of(const std::vector<LayerStage>& assignment,
                                             const ModelLayers& layers);
  void reset();
  // Layers were added or removed: what is assigned must be assigned again.
  void invalidate() { valid_ = stages_.empty(); }

  std::vector<LayerStage> assignment(const ModelLayers& layers) const;
  const std::vector<int>& stages() const { return stages_; }
  bool empty() const { return stages_.empty(); }
  int count() const;  // 1 without a pipeline
  bool valid() const { return valid_; }
  // The stages of all calls, also the inputs', which are in stage 0, as programs want them.
  std::vector<int> of_calls(const Network& network) const;
  // "Dense_128 .. Dense_10": the first and last layer of a stage that have weights, or of all.
  std::string name(int stage, const Network& network) const;

 private:
  // One entry for each layer or call, none of them assigned.
  static std::vector<LayerStage> unassigned(const ModelLayers& layers);

  std::vector<int> stages_;
  bool valid_ = true;
};

}  // namespace pipette::keras
