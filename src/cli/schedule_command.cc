#include "cli/schedule_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/console.h"
#include "cli/flag_words.h"
#include "core/error.h"
#include "core/files.h"
#include "core/json.h"
#include "pipeline/schedule_text.h"

namespace pipette::cli {

namespace {

using namespace pipelining;

std::string with_dashes(std::string field) {
  std::replace(field.begin(), field.end(), '_', '-');
  return "--" + field;
}

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

}  // namespace

ScheduleCommand::ScheduleCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* command = app.add_subcommand("schedule", "Print what runs when in a pipeline");
  command->group("Questions");
  request_.spelled = with_dashes;
  command->add_option("--kind", request_.kind, "The order in which stages work on mini-batches")
      ->capture_default_str()
      ->type_name("{grouped,interleaved,sequential}");
  command->add_option("--stages", request_.stages, "Stages of the pipeline")->required();
  command->add_option("--mini-batches", request_.mini_batches, "Mini-batches per weight update")
      ->required();
  command->add_option("--device-mapping", device_mapping_,
                      "The IPU of each stage, as in 0,1,1,0; default: stage k on IPU k");
  command->add_flag("--inference", request_.inference, "Forward only");
  command->add_flag("--recompute", request_.recompute,
                    "Forward passes run again, each a slot before its backward pass");
  command->add_flag("--overlapped-io", request_.overlapped_io,
                    "Feeds are moved on I/O tiles, a slot before and after (grouped)");
  const auto cycles = [&](const char* name, std::vector<std::int64_t>& values, const char* help) {
    command->add_option(name, values, help)->delimiter(',')->capture_default_str();
  };
  cycles("--forward-cycles", request_.forward_cycles,
         "Cycles of a forward: one number or one per stage");
  cycles("--backward-cycles", request_.backward_cycles, "Cycles of a backward: likewise");
  cycles("--transfer-cycles", request_.transfer_cycles,
         "With overlapped I/O: cycles to move an element; one number or infeed,outfeed");
  cycles("--update-cycles", request_.update_cycles,
         "Cycles of the weight update: one or one per IPU");
  command
      ->add_option("--exchange-cycles", request_.exchange_cycles,
                   "Cycles of a copy between two IPUs, on each link on its way")
      ->capture_default_str();
  command->add_option("--sync-cycles", request_.sync_cycles, "Cycles of each barrier")
      ->capture_default_str();
  command->add_option("--svg", svg_, "Also draw the schedule into this file")->type_name("FILE");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this, command] {
    speaking_flags(*command,
                   {{"gradient_accumulation_count", "--mini-batches"},
                    {"pipeline_schedule", "--kind"},
                    {"place_ops_on_io_tiles", "--overlapped-io"}},
                   [this] { print(); });
  });
}

void ScheduleCommand::print() {
  if (!device_mapping_.empty()) request_.device_mapping = parse_device_mapping(device_mapping_);
  const ComputedSchedule schedule = compute_schedule(request_);
  std::string picture;
  std::optional<OutputFile> svg;  // opened now and written last: what is printed needs no file
  if (!svg_.empty()) {
    picture = schedule_svg(schedule.table, schedule.timing);
    svg.emplace(svg_);
  }
  if (json_) {
    out_ << shown_json(document("schedule", parse_json(schedule_json(schedule)))) << "\n";
  } else {
    write_schedule_text(schedule.table, schedule.timing, out_);
  }
  if (!svg) return;
  svg->stream() << picture;
  svg->commit();
}

}  // namespace pipette::cli
