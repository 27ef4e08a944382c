#include "cli/model_command.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "device/clock.h"
#include "device/cost_model.h"

namespace pipette::cli {

ModelCommand::ModelCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* model = app.add_subcommand("model", "Ask the cost model of the emulated machine");
  model->require_subcommand(1);
  CLI::App* command = model->add_subcommand("matmul", "One product [m, k] x [k, n] on one IPU");
  command->add_option("--m", m_, "Rows of the left operand")->required();
  command->add_option("--k", k_, "Columns of the left, rows of the right operand")->required();
  command->add_option("--n", n_, "Columns of the right operand")->required();
  command->add_option("--dtype", dtype_, "float32 or float16")->capture_default_str();
  command->add_option("--architecture", architecture_, "Mk1, Mk2 or Bow")->capture_default_str();
  command->add_flag("--no-layout-changes", no_layout_changes_,
                    "Leave out rearranging operands and results");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this] { matmul(); });
}

void ModelCommand::matmul() const {
  if (m_ < 1 || k_ < 1 || n_ < 1) {
    throw InvalidArgument(
        fmt::format("--m, --k and --n must be at least 1, but they are {}, {} and {}", m_, k_, n_));
  }
  const DType dtype = parse_dtype(dtype_);
  const Architecture& arch = architecture(architecture_);
  CostOptions options;
  options.layout_changes = !no_layout_changes_;
  const CostModel costs(arch, options);
  const MatmulPlan& plan = costs.matmul_plan(m_, k_, n_, dtype);
  const Cost cost = costs.matmul(m_, k_, n_, dtype);
  const double seconds = cycles_to_seconds(cost.total_cycles(), arch);
  const double flops_per_second = static_cast<double>(cost.flops) / seconds;
  const double peak = arch.peak_flops(dtype);
  if (!json_) {
    out_ << fmt::format(
        "[{}, {}] x [{}, {}] {} on {}\n{} cycles = {:.3f} us, {:.2f} TFLOP/s ({:.1f} % of peak)\n"
        "exchange {}, sync {}, layout {}, compute {} cycles on {} tiles\n"
        "m in {} parts, k in {}, n in {}, {} serial passes\n",
        m_, k_, k_, n_, dtype_name(dtype), arch.name, cost.total_cycles(), 1e6 * seconds,
        1e-12 * flops_per_second, 100 * flops_per_second / peak, cost.exchange_cycles,
        cost.sync_cycles, cost.layout_cycles, cost.compute_cycles, cost.tiles, plan.m_splits,
        plan.k_splits, plan.n_splits, plan.serial_splits);
    return;
  }
  const nlohmann::ordered_json json = {{"m", m_},
                                       {"k", k_},
                                       {"n", n_},
                                       {"dtype", dtype_name(dtype)},
                                       {"architecture", arch.name},
                                       {"cycles", cost.total_cycles()},
                                       {"seconds", seconds},
                                       {"flops", cost.flops},
                                       {"flops_per_second", flops_per_second},
                                       {"peak_flops_per_second", peak},
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
  out_ << json.dump(2) << "\n";
}

}  // namespace pipette::cli
