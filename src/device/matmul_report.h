// Reports the cost model's figures for one product [m, k] x [k, n] on one IPU, for
// `pipette model matmul` and JavaScript's `matmulCost()`.
//
//   const MatmulReport report({.m = 32, .k = 784, .n = 128});
//   report.cost.total_cycles();  report.flops_per_second();  report.to_json();
#pragma once

#include <string>

#include "device/clock.h"
#include "device/cost_model.h"

namespace pipette {

struct MatmulQuestion {
  std::int64_t m = 0, k = 0, n = 0;
  std::string dtype = "float32";     // or float16
  std::string architecture = "Mk2";  // or Mk1, Bow
  bool layout_changes = true;        // operands and results are rearranged
};

struct MatmulReport {
  // Throws InvalidArgument for sizes below 1, and what parse_dtype() and architecture() throw.
  explicit MatmulReport(const MatmulQuestion& question);

  double seconds() const { return cycles_to_seconds(cost.total_cycles(), arch); }
  double flops_per_second() const { return static_cast<double>(cost.flops) / seconds(); }
  double peak_flops_per_second() const { return arch.peak_flops(dtype); }
  std::string to_json() const;

  MatmulQuestion question;
  DType dtype;
  const Architecture& arch;
  Cost cost;
  MatmulPlan plan;
};

}  // namespace pipette
