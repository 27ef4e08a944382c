#include "program/instruction.h"

#include <fmt/format.h>

#include <cstring>

namespace pipette {

const char* instruction_kind_name(InstructionKind kind) {
  switch (kind) {
    case InstructionKind::sequence:
      return "sequence";
    case InstructionKind::repeat:
      return "repeat";
    case InstructionKind::while_loop:
      return "while";
    case InstructionKind::compute:
      return "compute";
    case InstructionKind::stream_in:
      return "stream_in";
    case InstructionKind::stream_out:
      return "stream_out";
    case InstructionKind::every:
      return "every";
    case InstructionKind::pipeline:
      return "pipeline";
    case InstructionKind::inter_ipu_copy:
      return "inter_ipu_copy";
    case InstructionKind::all_reduce:
      return "all_reduce";
    case InstructionKind::remote_load:
      return "RemoteLoad";
    case InstructionKind::remote_store:
      return "RemoteStore";
    case InstructionKind::gather_shares:
      return "gather_shares";
  }
  return "?";
}

void MiniBatchCounter::set(std::int64_t iteration, Buffers buffers) const {
  const auto value = static_cast<std::int32_t>(period > 0 ? iteration % period : iteration);
  std::memcpy(buffers[slot], &value, sizeof value);
}

Cost Instruction::cost() const {
  Cost sum;
  for (const Superstep& step : supersteps) sum += step.cost;
  return sum;
}

namespace {

void append(const Instruction& instruction, int depth, std::string& text) {
  text += fmt::format("{:>{}}{}", "", 2 * depth, instruction_kind_name(instruction.kind));
  const bool counts = instruction.kind == InstructionKind::repeat ||
                      instruction.kind == InstructionKind::every ||
                      instruction.kind == InstructionKind::pipeline;
  if (counts && instruction.trip_count_slot < 0) text += fmt::format(" {}", instruction.trip_count);
  if (!instruction.name.empty()) text += " " + instruction.name;
  if (!instruction.supersteps.empty() || instruction.kind == InstructionKind::compute) {
    text += fmt::format(" ({} cycles)", instruction.cost().total_cycles());
  }
  text += "\n";
  for (const Instruction& child : instruction.children) append(child, depth + 1, text);
}

}  // namespace

std::string to_string(const Instruction& root) {
  std::string text;
  append(root, 0, text);
  return text;
}

}  // namespace pipette
