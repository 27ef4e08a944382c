#include "cli/summary_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/console.h"
#include "core/json.h"
#include "experiment/problems.h"

namespace pipette::cli {

namespace {

// What benchmarks measure is real; they train nothing, so there is nothing to hash.
void print_benchmark(const Summary& s, std::ostream& out) {
  const Json epochs = parse_json(*s.benchmark)["epochs"];
  out << fmt::format("experiment          {} ({}, seed {})\n", s.experiment.name,
                     s.experiment.training.data, s.experiment.training.seed);
  out << fmt::format(
      "measures            batches of {} that this computer makes; nothing is trained\n",
      s.experiment.training.batch_size);
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    out << fmt::format(
        "epoch {:<13} {:.0f} batches a second (real), {:.3f} GB/s, {:.0f} batches in {:.3f} s\n", i,
        epochs[i]["elements_per_second"].get<double>(), epochs[i]["bandwidth"].get<double>(),
        epochs[i]["elements_processed"].get<double>(), epochs[i]["time_elapsed"].get<double>());
  }
}

}  // namespace

void print_summary(const Summary& s, std::ostream& out) {
  if (s.benchmark) return print_benchmark(s, out);
  out << fmt::format("experiment          {} ({}, seed {})\n", s.experiment.name,
                     s.experiment.training.data, s.experiment.training.seed);
  out << fmt::format("steps               {} in {} engine runs (a step is a {})\n", s.steps, s.runs,
                     s.experiment.step_unit());
  for (const Rounding& rounding : roundings_of(s.experiment)) {
    out << fmt::format(
        "asked               {} {}; {} are done, because an engine run is never cut short\n",
        rounding.asked, rounding.field, rounding.done);
  }
  if (s.losses > 0) {
    out << fmt::format("loss                {:.4f} at the end, {:.4f} over the last {}\n",
                       s.final_loss, s.mean_loss_last_500, std::min<std::int64_t>(500, s.losses));
  }
  if (s.test_accuracy >= 0) {
    out << fmt::format("test accuracy       {:.2f} %\n", 100 * s.test_accuracy);
  }
  out << fmt::format("weights             {}\n", s.weight_hash);
  out << fmt::format("losses              {}\n", s.loss_hash);
  out << fmt::format("modelled time       {:.3f} s, {:.3f} s without compiling ({} cycles)\n",
                     s.modelled_seconds, s.modelled_seconds_without_compile, s.modelled_cycles);
  out << fmt::format("real time           {:.3f} s, {:.0f} steps per second\n", s.real_seconds,
                     s.steps_per_second());
}

Json summary_document(const Summary& summary) {
  Json json = document("summary", parse_json(summary.to_json()));
  json["settings"] = parse_json(summary.experiment.to_json());
  return json;
}

}  // namespace pipette::cli
