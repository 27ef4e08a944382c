// Experiments whose programs are written, compiled and run: each option of a model at least once,
// and both programs of the infeed and outfeed tutorial.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"

namespace pipette::testing_support {

inline std::vector<std::pair<std::string, Experiment>> written_experiments() {
  const auto with = [](const std::string& fields) {
    return Experiment::from_json(R"({"experiment": "inspect-keras", "batch_size": 4, "steps": 24,
                                     "steps_per_execution": 12, )" +
                                 fields + "}");
  };
  return {
      {"sequential_stages", with(R"("seed": 3)")},
      {"functional_stages", with(R"(
         "model_type": "Model", "pipeline_schedule": "interleaved", "optimizer": "momentum",
         "gradient_accumulation_count": 6, "reduction_method": "mean", "recompute": true,
         "gradients_filters": ["none"], "activations_filters": ["first", "acts"],
         "layers": [{"layer": "flatten"},
                    {"layer": "dense", "units": 24, "activation": "tanh", "name": "first",
                     "outfeed": true},
                    {"layer": "dense", "units": 16, "name": "second", "stage": 1},
                    {"layer": "activation", "activation": "relu", "stage": 1, "outfeed": true},
                    {"layer": "dense", "units": 10, "activation": "softmax", "stage": 2,
                     "outfeed": true}])")},
      {"convolutions", with(R"(
         "gradient_accumulation_count": 2, "optimizer": "adam", "learning_rate": 0.001,
         "prefetch_depth": 2, "gradients_filters": ["none"],
         "outfeed_pre_accumulated_gradients": true, "offload_weight_update_variables": false,
         "layers": [{"layer": "reshape", "shape": [28, 28, 1]},
                    {"layer": "conv2d", "filters": 3, "strides": [2, 2], "activation": "relu",
                     "name": "a \"quoted\" name", "outfeed": true},
                    {"layer": "max_pooling2d", "pool_size": [3, 2], "strides": [2, 1],
                     "padding": "valid"},
                    {"layer": "conv2d", "filters": 2, "kernel_size": [2, 3], "padding": "valid",
                     "use_bias": false, "name": "unbiased"},
                    {"layer": "flatten", "name": "flat"}, {"layer": "dropout", "rate": 0.25},
                    {"layer": "dense", "units": 10, "activation": "softmax", "use_bias": false}])")},
      {"normalizations", with(R"(
         "gradient_accumulation_count": 1, "optimizer": "adam", "gradients_filters": ["none"],
         "layers": [{"layer": "reshape", "shape": [28, 28, 1]},
                    {"layer": "conv2d", "filters": 4, "kernel_initializer": "he_normal",
                     "kernel_l2": 0.001},
                    {"layer": "batch_normalization", "momentum": 0.9},
                    {"layer": "group_normalization", "groups": 4, "epsilon": 0.01},
                    {"layer": "average_pooling2d", "pool_size": [4, 2]},
                    {"layer": "layer_normalization", "name": "last normalization"},
                    {"layer": "global_max_pooling2d"},
                    {"layer": "dense", "units": 10, "activation": "softmax", "kernel_l2": 0.01,
                     "outfeed": true}])")},
      {"functional_plain", with(R"(
         "model_type": "Model", "gradient_accumulation_count": 1, "optimizer": "rmsprop",
         "layers": [{"layer": "flatten"},
                    {"layer": "dense", "units": 10, "activation": "softmax", "name": "Dense_128"}])")},
      {"queues", Experiment::from_json(R"({"experiment": "mnist-with-feeds", "batch_size": 4,
         "steps": 24, "steps_per_execution": 12, "seed": 3, "prefetch_depth": 2,
         "hidden_units": [24, 16], "optimizer": "momentum"})")},
      {"calls", Experiment::from_json(R"({"experiment": "mnist-without-feeds", "batch_size": 4,
         "steps": 12})")},
  };
}

}  // namespace pipette::testing_support
