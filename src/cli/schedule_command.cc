#include "cli/schedule_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/error.h"
#include "core/files.h"
#include "core/item.h"
#include "pipeline/schedule_text.h"

namespace pipette::cli {

namespace {

using namespace pipelining;

// The parts of "a,b,c", empty ones included.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// "0,1+2,2": an IPU for each stage, several for a group of concurrent stages.
DeviceLists parse_device_mapping(const std::string& text) {
  DeviceLists mapping;
  for (const std::string& stage : split(text, ',')) {
    mapping.emplace_back();
    for (const std::string& word : split(stage, '+')) {
      int device = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), device);
      if (error != std::errc() || end != word.data() + word.size()) {
        throw InvalidArgument(
            fmt::format("--device-mapping has \"{}\" for stage {}, but it must be the number of an "
                        "IPU, as in 0,1,1,0 (or 1+2 for a group of concurrent stages)",
                        word.substr(0, 32), mapping.size() - 1));
      }
      mapping.back().push_back(device);
    }
  }
  return mapping;
}

// One number stands for all stages.
std::int64_t of_stage(const std::vector<std::int64_t>& values, int stage, int num_stages,
                      const char* option) {
  if (values.size() != 1 && values.size() != static_cast<std::size_t>(num_stages)) {
    throw InvalidArgument(fmt::format("{} has {} values, but it must have 1 or {}, one for each",
                                      option, values.size(), num_stages));
  }
  return values[values.size() == 1 ? 0 : static_cast<std::size_t>(stage)];
}

void write_slots(const ScheduleTable& table, std::ostream& out) {
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    out << (slot > 0 ? ", [" : "[");
    int before = -1;
    for (const ScheduleBox& box : table.slot(slot)) {
      const int program = table.program(box);
      if (program == before) continue;  // another member of a group of concurrent stages
      out << (before >= 0 ? ", [" : "[") << box.stage << (box.backward ? ", \"B\", " : ", \"F\", ")
          << box.mini_batch << ']';
      before = program;
    }
    out << ']';
  }
}

// By hand up to the slots: millions of them would not fit into a tree of values.
void write_json(const ScheduleTable& table, const DeviceLists& mapping,
                const ScheduleTiming& timing, std::ostream& out) {
  nlohmann::ordered_json parts;
  for (SchedulePart part : {SchedulePart::ramp_up, SchedulePart::main, SchedulePart::ramp_down}) {
    const std::int32_t begin = table.part_begin(part), end = table.part_end(part);
    parts.push_back({{"name", to_label(part)},
                     {"first_slot", begin},
                     {"num_slots", end - begin},
                     {"utilisation", table.utilisation(part)}});
  }
  const nlohmann::ordered_json rest = {
      {"kind", to_label(table.schedule)},
      {"training", table.training},
      {"stages", table.num_stages},
      {"mini_batches", table.num_mini_batches},
      {"device_mapping", mapping},
      {"overlap", table.overlap},
      {"parts", parts},
      {"utilisation", table.utilisation()},
      {"makespan_cycles", timing.makespan_cycles},
      {"weight_update_cycles", timing.makespan_cycles - timing.update_begin},
      {"busy_fraction", timing.total.busy_fraction()},
      {"idle_fraction", timing.total.idle_fraction()},
      {"bubble_fraction", timing.total.bubble_fraction()},
      {"peak_stash", timing.peak_stash}};
  out << "{\"slots\": [";
  write_slots(table, out);
  out << "], " << rest.dump().substr(1) << "\n";
}

}  // namespace

ScheduleCommand::ScheduleCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* command = app.add_subcommand("schedule", "Print what runs when in a pipeline");
  command->add_option("--kind", kind_, "grouped, interleaved or sequential")->capture_default_str();
  command->add_option("--stages", stages_, "Stages of the pipeline")->required();
  command->add_option("--mini-batches", mini_batches_, "Mini-batches per weight update")
      ->required();
  command->add_option("--device-mapping", device_mapping_,
                      "The IPU of each stage, as in 0,1,1,0; default: stage k on IPU k");
  command->add_flag("--inference", inference_, "Forward only");
  const auto cycles = [&](const char* name, std::vector<std::int64_t>& values, const char* help) {
    command->add_option(name, values, help)->delimiter(',')->capture_default_str();
  };
  cycles("--forward-cycles", forward_cycles_, "Cycles of a forward: one number or one per stage");
  cycles("--backward-cycles", backward_cycles_, "Cycles of a backward: likewise");
  cycles("--update-cycles", update_cycles_, "Cycles of the weight update: one or one per IPU");
  command->add_option("--exchange-cycles", exchange_cycles_, "Cycles of a copy between two IPUs")
      ->capture_default_str();
  command->add_option("--sync-cycles", sync_cycles_, "Cycles of each barrier")
      ->capture_default_str();
  command->add_option("--svg", svg_, "Also draw the schedule into this file");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this] { print(); });
}

ScheduleCosts ScheduleCommand::costs(const ScheduleTable& table, const DeviceLists& mapping) const {
  ScheduleCosts costs = equal_costs(table, 0, 0);
  const int n = table.num_stages;
  for (int program = 0; program < table.num_programs(); ++program) {
    const bool backward = program >= n;
    const int stage = backward ? 2 * n - 1 - program : program;
    auto& members = item(costs.program_cycles, program);
    members.assign(members.size(), backward
                                       ? of_stage(backward_cycles_, stage, n, "--backward-cycles")
                                       : of_stage(forward_cycles_, stage, n, "--forward-cycles"));
  }
  costs.sync_cycles = sync_cycles_;
  const DeviceLists devices = program_devices(mapping, table.training);
  for (std::size_t program = 0; program < devices.size(); ++program) {
    const bool copies = program + 1 < devices.size() && devices[program] != devices[program + 1];
    costs.exchange_cycles.push_back(copies ? exchange_cycles_ : 0);
  }
  if (!table.training) return costs;
  for (int row = 0; row < table.num_rows(); ++row) {
    costs.weight_update_cycles.push_back(
        of_stage(update_cycles_, row, table.num_rows(), "--update-cycles"));
  }
  return costs;
}

void ScheduleCommand::write_svg(const ScheduleTable& table, const ScheduleTiming& timing) const {
  std::ostringstream picture;  // first, so that what cannot be drawn leaves no file
  write_schedule_svg(table, timing, picture);
  OutputFile file(svg_);
  file.stream() << picture.str();
  file.commit();
}

void ScheduleCommand::print() const {
  const PipelineSchedule kind = parse_schedule(kind_);
  check_device_mapping(kind, stages_, default_device_mapping(std::clamp(stages_, 0, kMaxStages)),
                       !inference_);
  const DeviceLists mapping = device_mapping_.empty() ? default_device_mapping(stages_)
                                                      : parse_device_mapping(device_mapping_);
  check_device_mapping(kind, stages_, mapping, !inference_);
  const ScheduleTable table = make_schedule_table(kind, mapping, !inference_, mini_batches_);
  const ScheduleTiming timing = time_schedule(table, costs(table, mapping));
  if (!svg_.empty()) write_svg(table, timing);
  if (json_) {
    write_json(table, mapping, timing, out_);
  } else {
    write_schedule_text(table, timing, out_);
  }
}

}  // namespace pipette::cli
