#include "device/matmul_report.h"

#include <fmt/format.h>

#include <utility>

#include "core/json.h"

namespace pipette {

namespace {

CostModel model_of(const MatmulQuestion& question, const Architecture& arch) {
  CostOptions options;
  options.layout_changes = question.layout_changes;
  return CostModel(arch, options);
}

const MatmulQuestion& checked(const MatmulQuestion& q) {
  for (const auto& [name, size] : {std::pair("m", q.m), {"k", q.k}, {"n", q.n}}) {
    if (size < 1) {
      throw InvalidArgument(fmt::format("{} must be at least 1, but it is {}", name, size));
    }
  }
  return q;
}

}  // namespace

MatmulReport::MatmulReport(const MatmulQuestion& asked)
    : question(checked(asked)),
      dtype(parse_dtype(asked.dtype)),
      arch(pipette::architecture(asked.architecture)),
      cost(model_of(asked, arch).matmul(asked.m, asked.k, asked.n, dtype)),
      plan(model_of(asked, arch).matmul_plan(asked.m, asked.k, asked.n, dtype)) {}

std::string MatmulReport::to_json() const {
  const Json json = {{"m", question.m},
                     {"k", question.k},
                     {"n", question.n},
                     {"dtype", dtype_name(dtype)},
                     {"architecture", arch.name},
                     {"cycles", cost.total_cycles()},
                     {"seconds", seconds()},
                     {"flops", cost.flops},
                     {"flops_per_second", flops_per_second()},
                     {"peak_flops_per_second", peak_flops_per_second()},
                     {"exchange_cycles", cost.exchange_cycles},
                     {"sync_cycles", cost.sync_cycles},
                     {"layout_cycles", cost.layout_cycles},
                     {"compute_cycles", cost.compute_cycles},
                     {"tiles", cost.tiles},
                     {"plan",
                      {{"m_splits", plan.m_splits},
                       {"k_splits", plan.k_splits},
                       {"n_splits", plan.n_splits},
                       {"serial_splits", plan.serial_splits},
                       {"m_block", plan.m_block},
                       {"k_block", plan.k_block},
                       {"n_block", plan.n_block},
                       {"right_operand_as_weights", plan.swapped}}}};
  return json.dump(2);
}

}  // namespace pipette
