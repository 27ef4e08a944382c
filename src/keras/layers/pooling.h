// Layers that make images smaller: [batch, height, width, channels].
//
//   max_pooling2d({2, 2}, "Pool_1", {.padding = Padding::same});
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

struct PoolingOptions {
  std::optional<Window> strides = std::nullopt;  // default: the size of the window
  Padding padding = Padding::valid;

  friend bool operator==(const PoolingOptions&, const PoolingOptions&) = default;
};
// The maximum of each window.
LayerPtr max_pooling2d(const Window& pool_size = {2, 2}, const std::string& name = "",
                       const PoolingOptions& options = {});
// The mean of each window; padding does not count.
LayerPtr average_pooling2d(const Window& pool_size = {2, 2}, const std::string& name = "",
                           const PoolingOptions& options = {});
// [batch, height, width, channels] -> [batch, channels]
LayerPtr global_average_pooling2d(const std::string& name = "");
LayerPtr global_max_pooling2d(const std::string& name = "");

// In an experiment windows reach over the border unless it says otherwise.
struct MaxPooling2dSpec {
  static constexpr LayerNames kNames = {
      .word = "max_pooling2d", .label = "MaxPooling2D", .takes_images = true};
  static constexpr char kHelp[] =
      "The largest of each window, which moves by its own size unless strides are given.";
  Window pool_size{2, 2};
  PoolingOptions options = {.padding = Padding::same};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const MaxPooling2dSpec&, const MaxPooling2dSpec&) = default;
};

struct AveragePooling2dSpec {
  static constexpr LayerNames kNames = {
      .word = "average_pooling2d", .label = "AveragePooling2D", .takes_images = true};
  static constexpr char kHelp[] = "The mean of each window, without what is padding.";
  Window pool_size{2, 2};
  PoolingOptions options = {.padding = Padding::same};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const AveragePooling2dSpec&, const AveragePooling2dSpec&) = default;
};

struct GlobalAveragePooling2dSpec {
  static constexpr LayerNames kNames = {
      .word = "global_average_pooling2d", .label = "GlobalAveragePooling2D", .takes_images = true};
  static constexpr char kHelp[] =
      "The mean of each channel: [batch, height, width, channels] -> [batch, channels]";

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const GlobalAveragePooling2dSpec&,
                         const GlobalAveragePooling2dSpec&) = default;
};

struct GlobalMaxPooling2dSpec {
  static constexpr LayerNames kNames = {
      .word = "global_max_pooling2d", .label = "GlobalMaxPooling2D", .takes_images = true};
  static constexpr char kHelp[] =
      "The largest of each channel: [batch, height, width, channels] -> [batch, channels]";

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const GlobalMaxPooling2dSpec&, const GlobalMaxPooling2dSpec&) = default;
};

}  // namespace pipette::keras
