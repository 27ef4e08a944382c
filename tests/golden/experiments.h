// Fingerprints of experiments on generated digits: FNV-1a of all weights, of all losses, and the
// modelled clock. The contract that native builds under every instruction set, node and browsers
// compute the same. They change only when the order of operations of a kernel, the digit generator,
// the scheduler or the cost model is changed on purpose. The browser's tests read this file too.
#pragma once

#include <array>
#include <cstdint>

namespace pipette::golden {

struct Golden {
  const char* experiment;
  const char* weights;
  const char* losses;
  std::int64_t cycles;
};

inline constexpr std::array<Golden, 3> kExperiments{{
    {R"({"experiment": "mnist-with-feeds", "steps": 200})",  //
     "c4fd8b3ace94b0d4", "d14bde954c29f097", 80232712},
    {R"({"experiment": "mnist-pipelined", "steps": 12, "stages": 4, "replicas": 2,
         "pipeline_schedule": "interleaved", "gradient_accumulation_count": 8,
         "optimizer": "momentum", "offload_activations": true})",
     "0ca5773709d4b609", "a7f417ec4331d588", 15474297},
    {R"({"experiment": "mnist-pipelined", "steps": 6, "stages": 3, "hidden_units": [64, 32],
         "pipeline_schedule": "grouped", "gradient_accumulation_count": 12, "optimizer": "adam",
         "device_mapping": [0, 1, 0], "recompute": true})",
     "fe836d142b7c5398", "300708c94d67d2fe", 7512276},
}};

}  // namespace pipette::golden
