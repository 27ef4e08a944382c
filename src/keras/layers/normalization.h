// Layers that give their inputs [..., channels] mean 0 and variance 1; the result is gamma * x +
// beta, both [channels], which begin as 1 and 0.
//
//   batch_normalization("Norm_1", {.momentum = 0.9});
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

// Keeps moving means and variances: `momentum` of the old value and the rest of the mini-batch's.
// Uses them if it is not training, or not trainable. Each replica keeps its own.
struct BatchNormalizationOptions {
  double momentum = 0.99;
  double epsilon = 1e-3;

  friend bool operator==(const BatchNormalizationOptions&,
                         const BatchNormalizationOptions&) = default;
};
struct LayerNormalizationOptions {
  double epsilon = 1e-3;

  friend bool operator==(const LayerNormalizationOptions&,
                         const LayerNormalizationOptions&) = default;
};
struct GroupNormalizationOptions {
  std::int64_t groups = 2;
  double epsilon = 1e-3;

  friend bool operator==(const GroupNormalizationOptions&,
                         const GroupNormalizationOptions&) = default;
};
// Each channel over the mini-batch.
LayerPtr batch_normalization(const std::string& name = "",
                             const BatchNormalizationOptions& options = {});
// Each sample over its last axis.
LayerPtr layer_normalization(const std::string& name = "",
                             const LayerNormalizationOptions& options = {});
// Each group of adjacent channels over a sample (popnn's, upstream's
// ipu.keras.layers.GroupNormalization).
LayerPtr group_normalization(const std::string& name = "",
                             const GroupNormalizationOptions& options = {});

struct BatchNormalizationSpec {
  static constexpr LayerNames kNames = {.word = "batch_normalization",
                                        .label = "BatchNormalization"};
  static constexpr char kHelp[] =
      "Each channel over the mini-batch; while it is not trained, by the means it has kept.";
  BatchNormalizationOptions options = {};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const BatchNormalizationSpec&, const BatchNormalizationSpec&) = default;
};

struct LayerNormalizationSpec {
  static constexpr LayerNames kNames = {.word = "layer_normalization",
                                        .label = "LayerNormalization"};
  static constexpr char kHelp[] = "Each sample over its last axis.";
  LayerNormalizationOptions options = {};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const LayerNormalizationSpec&, const LayerNormalizationSpec&) = default;
};

struct GroupNormalizationSpec {
  static constexpr LayerNames kNames = {
      .word = "group_normalization", .label = "GroupNormalization", .python = "ipu.keras.layers."};
  static constexpr char kHelp[] =
      "Groups of neighbouring channels over each sample; 2 groups by default.";
  GroupNormalizationOptions options = {};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const GroupNormalizationSpec&, const GroupNormalizationSpec&) = default;
};

}  // namespace pipette::keras
