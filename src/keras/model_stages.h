// The pipeline stages of a model's layers: the assignment, and whether it still fits.
//
//   ModelStages stages;
//   stages.assign(layers, {0, 0, 1, 1});
//   stages.count();                       // 2
//
// Stages are by layer in a chain, otherwise by call after the inputs; without a pipeline there are
// none.
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
  // Takes the stages of calls that were made inside a PipelineStage, or whose layers were made
  // inside one.
  void assign_scopes(const Network& network);
  void assign(const ModelLayers& layers, const std::vector<StageNumber>& numbers);
  // The numbers of an assignment, which must be for these layers and calls.
  static std::vector<StageNumber> numbers_of(const std::vector<LayerStage>& assignment,
                                             const ModelLayers& layers);
  void reset();
  // Layers were added or removed: stages must be assigned again.
  void invalidate() { valid_ = stages_.empty(); }

  std::vector<LayerStage> assignment(const ModelLayers& layers) const;
  const std::vector<int>& stages() const { return stages_; }
  bool empty() const { return stages_.empty(); }
  int count() const;  // 1 without a pipeline
  bool valid() const { return valid_; }
  // The stages of all calls, including inputs, which are in stage 0, in the form that programs
  // take.
  std::vector<int> of_calls(const Network& network) const;
  // "Dense_128 .. Dense_10": the first and last layer of a stage that have weights, or of all
  // layers.
  std::string name(int stage, const Network& network) const;

 private:
  // One entry for each layer or call, without a stage.
  static std::vector<LayerStage> unassigned(const ModelLayers& layers);

  std::vector<int> stages_;
  bool valid_ = true;
};

}  // namespace pipette::keras
