#include "cli/model_command.h"

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/flag_words.h"
#include "core/json.h"

namespace pipette::cli {

ModelCommand::ModelCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* model = app.add_subcommand("model", "Ask the cost model of the emulated machine");
  model->group("Questions");
  model->require_subcommand(1);
  CLI::App* command = model->add_subcommand("matmul", "One product [m, k] x [k, n] on one IPU");
  command->add_option("--m", question_.m, "Rows of the left operand")->required();
  command->add_option("--k", question_.k, "Columns of the left, rows of the right operand")
      ->required();
  command->add_option("--n", question_.n, "Columns of the right operand")->required();
  command->add_option("--dtype", question_.dtype, "Of both operands")
      ->capture_default_str()
      ->type_name("{float32,float16}");
  command->add_option("--architecture", question_.architecture, "Of the IPU")
      ->capture_default_str()
      ->type_name("{Mk1,Mk2,Bow}");
  command->add_flag("!--no-layout-changes", question_.layout_changes,
                    "Leave out rearranging operands and results");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this, command] { speaking_flags(*command, {}, [this] { matmul(); }); });
}

void ModelCommand::matmul() const {
  const MatmulReport report(question_);
  if (json_) {
    out_ << shown_json(document("matmul", parse_json(report.to_json())), 2) << "\n";
    return;
  }
  const auto& [m, k, n, dtype, architecture, layout_changes] = question_;
  const Cost& cost = report.cost;
  out_ << fmt::format(
      "[{}, {}] x [{}, {}] {} on {}\n{} cycles = {:.3f} µs, {:.2f} TFLOP/s ({:.1f} % of peak)\n"
      "exchange {}, sync {}, layout {}, compute {} cycles on {} tiles\n"
      "m in {} parts, k in {}, n in {}, {} serial passes\n",
      m, k, k, n, dtype_name(report.dtype), report.arch.name, cost.total_cycles(),
      1e6 * report.seconds(), 1e-12 * report.flops_per_second(),
      100 * report.flops_per_second() / report.peak_flops_per_second(), cost.exchange_cycles,
      cost.sync_cycles, cost.layout_cycles, cost.compute_cycles, cost.tiles, report.plan.m_splits,
      report.plan.k_splits, report.plan.n_splits, report.plan.serial_splits);
}

}  // namespace pipette::cli
