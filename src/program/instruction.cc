#include "program/instruction.h"

#include <fmt/format.h>

#include <cstring>

namespace pipette {

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

using What = decltype(Instruction::what);

template <InstructionKind kind, class T>
constexpr bool kIs =
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(kind), What>, T>;

static_assert(
    kIs<InstructionKind::sequence, Sequence> && kIs<InstructionKind::stage_program, StageProgram> &&
    kIs<InstructionKind::repeat, Repeat> && kIs<InstructionKind::while_loop, WhileLoop> &&
    kIs<InstructionKind::if_else, If> && kIs<InstructionKind::every, Every> &&
    kIs<InstructionKind::pipeline, Pipeline> && kIs<InstructionKind::compute, Compute> &&
    kIs<InstructionKind::stream_in, StreamIn> && kIs<InstructionKind::stream_out, StreamOut> &&
    kIs<InstructionKind::inter_ipu_copy, InterIpuCopy> &&
    kIs<InstructionKind::all_reduce, AllReduce> && kIs<InstructionKind::remote_load, RemoteLoad> &&
    kIs<InstructionKind::remote_store, RemoteStore> &&
    kIs<InstructionKind::gather_shares, GatherShares> &&
    std::variant_size_v<What> == static_cast<std::size_t>(InstructionKind::gather_shares) + 1);

}  // namespace

void MiniBatchCounter::set(std::int64_t iteration, BufferAddresses buffers) const {
  const auto value = static_cast<std::int32_t>(period > 0 ? iteration % period : iteration);
  std::memcpy(buffers[buffer], &value, sizeof value);
}

std::span<const Superstep> Instruction::supersteps() const {
  using Steps = std::span<const Superstep>;
  return std::visit(Overloaded{
                        [](const Compute& compute) { return Steps(compute.supersteps); },
                        [](const InterIpuCopy& copy) { return Steps(&copy.superstep, 1); },
                        [](const RemoteLoad& load) { return Steps(&load.superstep, 1); },
                        [](const RemoteStore& store) { return Steps(&store.superstep, 1); },
                        [](const GatherShares& gather) {
                          return gather.superstep ? Steps(&*gather.superstep, 1) : Steps();
                        },
                        [](const auto&) { return Steps(); },
                    },
                    what);
}

Cost Instruction::cost() const {
  Cost sum;
  for (const Superstep& step : supersteps()) sum += step.cost;
  return sum;
}

std::span<const MiniBatchCounter> Instruction::counters() const {
  if (const auto* sequence = std::get_if<Sequence>(&what)) return sequence->counters;
  if (const auto* program = std::get_if<StageProgram>(&what)) return program->counters;
  return {};
}

namespace {

// The number that follows the kind's name, if it is known.
std::optional<std::int64_t> listed_count(const Instruction& instruction) {
  const auto fixed = [](const Count& count) {
    return count.is_fixed() ? std::optional(count.fixed) : std::nullopt;
  };
  if (const auto* repeat = std::get_if<Repeat>(&instruction.what)) return fixed(repeat->count);
  if (const auto* every = std::get_if<Every>(&instruction.what)) return every->period;
  if (const auto* pipeline = std::get_if<Pipeline>(&instruction.what)) {
    return fixed(pipeline->mini_batches);
  }
  return std::nullopt;
}

void append(const Instruction& instruction, int depth, std::string& text) {
  text += fmt::format("{:>{}}{}", "", 2 * depth, to_word(instruction.kind()));
  if (const auto count = listed_count(instruction)) text += fmt::format(" {}", *count);
  if (!instruction.name.empty()) text += " " + instruction.name;
  if (!instruction.supersteps().empty() || instruction.kind() == InstructionKind::compute) {
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
