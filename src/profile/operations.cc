#include "profile/operations.h"

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

#include "core/camel_case.h"
#include "core/item.h"
#include "profile/compute_sets.h"

namespace pipette::profile {

namespace {

// Our operators -> TensorFlow's, where it is not our word in camel case.
constexpr auto kTensorFlowKinds = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"matmul", "MatMul"},
    {"add", "AddV2"},
    {"subtract", "Sub"},
    {"multiply", "Mul"},
    {"divide", "RealDiv"},
    {"negate", "Neg"},
    {"maximum", "Maximum"},
    {"minimum", "Minimum"},
    {"power", "Pow"},
    {"relu_gradient", "ReluGrad"},
    {"softmax_gradient", "SoftmaxGrad"},
    {"softmax_cross_entropy", "SparseSoftmaxCrossEntropyWithLogits"},
    {"softmax_cross_entropy_gradient", "SparseSoftmaxCrossEntropyWithLogitsGrad"},
    {"crossentropy", "SoftmaxCrossEntropyWithLogits"},
    {"crossentropy_gradient", "SoftmaxCrossEntropyWithLogitsGrad"},
    {"reduce_sum", "Sum"},
    {"reduce_mean", "Mean"},
    {"reduce_max", "Max"},
    {"argmax", "ArgMax"},
    {"conv2d", "Conv2D"},
    {"conv2d_filter_gradient", "Conv2DBackpropFilter"},
    {"conv2d_input_gradient", "Conv2DBackpropInput"},
    {"max_pool2d", "MaxPool"},
    {"max_pool2d_gradient", "MaxPoolGrad"},
    {"avg_pool2d", "AvgPool"},
    {"avg_pool2d_gradient", "AvgPoolGrad"},
    {"concatenate", "ConcatV2"},
    {"select", "SelectV2"},
    {"assign", "AssignVariableOp"},
    {"accumulate", "AssignAddVariableOp"},
    {"apply_sgd", "ResourceApplyGradientDescent"},
    {"apply_momentum", "ResourceApplyMomentum"},
    {"apply_adam", "ResourceApplyAdam"},
    {"apply_rmsprop", "ResourceApplyRMSProp"},
    {"print_tensor", "PrintTensor"},
});

std::string upper_camel_case(std::string_view word) {
  std::string camel = camel_case(word);
  if (!camel.empty() && camel[0] >= 'a' && camel[0] <= 'z') {
    camel[0] = static_cast<char>(camel[0] - 'a' + 'A');
  }
  return camel;
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts{""};
  for (const char c : path) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool is_stage(const std::string& part) {
  return part.starts_with("stage_") && part.size() > 6 &&
         std::all_of(part.begin() + 6, part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Scopes that are no layers.
bool is_scope(const std::string& part) {
  return part == "repeat" || part == "while_loop" || part == "cond" || part == "train_function";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string path;
  for (const std::string& part : parts) path += (path.empty() ? "" : "/") + part;
  return path;
}

// A path as far as the layer, and whether it accumulates gradients.
std::string layer_part(const std::vector<std::string>& path, const std::string& layer) {
  const auto at = std::find(path.begin(), path.end(), layer);
  if (at == path.end()) return "";
  std::vector<std::string> kept(path.begin(), at + 1);
  if (std::find(at, path.end(), "GradientAccumulator") != path.end()) {
    kept.emplace_back("GradientAccumulator");
  }
  return joined(kept);
}

// What an instruction does where its name does not say it.
std::string kind_of_leaf(const Instruction& instruction) {
  switch (instruction.kind()) {
    case InstructionKind::stream_in:
    case InstructionKind::stream_out:
      return "StreamCopy";
    case InstructionKind::inter_ipu_copy:
      return "InterIpuCopy";
    case InstructionKind::all_reduce:
      return "AllReduce";
    case InstructionKind::remote_load:
    case InstructionKind::remote_store:
      return "RemoteCopy";
    case InstructionKind::gather_shares:
      return "AllGather";
    case InstructionKind::pipeline:
      return "GlobalExchange";
    default:
      return "";
  }
}

void collect(const Instruction& instruction, std::vector<const Instruction*>& by_id) {
  item(by_id, instruction.id) = &instruction;
  for (const Instruction& child : instruction.children) collect(child, by_id);
}

template <class T>
void add_once(const std::type_identity_t<T>& value, std::vector<T>& values) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

// Of the superstep that has this name, else of the whole instruction.
const std::string& source_of(const Instruction& instruction, const std::string& superstep) {
  for (const Superstep& step : instruction.supersteps()) {
    if (step.name == superstep && !step.source.empty()) return step.source;
  }
  return instruction.source;
}

template <std::size_t n>
void add_to(std::array<std::int64_t, n>& sums, const std::array<std::int64_t, n>& more) {
  for (std::size_t i = 0; i < n; ++i) sums[i] += more[i];
}

}  // namespace

OperationName tensorflow_name(const std::string& traced_name) {
  std::vector<std::string> parts = parts_of(traced_name);
  const std::string word = parts.back();
  parts.pop_back();
  OperationName made;
  const auto found = std::find_if(kTensorFlowKinds.begin(), kTensorFlowKinds.end(),
                                  [&](const auto& known) { return known.first == word; });
  made.kind = found != kTensorFlowKinds.end() ? std::string(found->second) : upper_camel_case(word);
  const bool gradient = !parts.empty() && parts.front() == "gradients";
  const std::size_t first = gradient ? 1 : 0;
  // A stage's scope goes where a layer's name is left.
  const bool staged = parts.size() > first && is_stage(parts[first]);
  if (staged) {  // what is recomputed has its whole name in the scope of the gradient that wants it
    const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
    const auto again = std::find(begin + 1, parts.end(), *begin);
    if (again != parts.end()) parts.erase(begin, again);
  }
  const std::size_t layer = first + staged;
  if (parts.size() > layer && !is_scope(parts[layer])) {
    made.layer = parts[layer];
    if (staged) parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(first));
    if (word == "add" && !gradient) made.kind = "BiasAdd";
    if (word == "reduce_sum" && gradient) made.kind = "BiasAddGrad";
  }
  if (word.starts_with("apply_")) {
    parts.insert(parts.begin(), word == "apply_sgd" ? "SGD" : upper_camel_case(word.substr(6)));
  }
  made.tensorflow_layer = layer_part(parts, made.layer);
  parts.push_back(made.kind);
  made.name = joined(parts);
  if (made.layer.empty()) made.tensorflow_layer = made.name;
  return made;
}

double Operation::flops_per_cycle() const {
  return compute_cycles > 0 ? static_cast<double>(flops) / static_cast<double>(compute_cycles) : 0;
}

std::vector<Operation> operations_of(const RecordedProgram& recorded, const Machine& machine) {
  std::vector<const Instruction*> by_id(
      static_cast<std::size_t>(recorded.executable->num_instructions), nullptr);
  collect(recorded.executable->root, by_id);
  const ComputeSets compute_sets(recorded.executable->root);
  std::vector<Operation> operations;
  std::vector<double> tile_cycles;  // compute cycles times tiles at work
  std::map<std::pair<std::string, Phase>, std::size_t> number_of;
  for (const Tally& tally : recorded.tallies) {
    const Instruction* instruction =
        tally.instruction < 0 ? nullptr : item(by_id, tally.instruction);
    std::string traced = machine.trace.name(tally.name);
    std::string leaf_kind = "StreamCopy";  // the end of a run is a handshake
    if (instruction != nullptr) leaf_kind = kind_of_leaf(*instruction);
    if (instruction == nullptr) traced = "Engine::run end";
    // A barrier is called after the stage that all waited for; here it is one operation.
    if (leaf_kind == "GlobalExchange") traced = instruction->name + "/barrier after each slot";
    const auto [at, is_new] = number_of.emplace(std::pair(traced, tally.phase), operations.size());
    if (is_new) {
      Operation& made = operations.emplace_back();
      tile_cycles.push_back(0);
      made.traced_name = traced;
      made.phase = tally.phase;
      OperationName name = tensorflow_name(traced);
      if (!leaf_kind.empty()) name = {traced, "", leaf_kind, leaf_kind};
      made.name = name.name;
      made.layer = name.layer;
      made.tensorflow_layer = name.tensorflow_layer;
      made.kind = name.kind;
    }
    Operation& operation = operations[at->second];
    add_once(tally.instruction, operation.instructions);
    if (instruction != nullptr) {
      const std::string& source = source_of(*instruction, traced);
      if (!source.empty()) add_once(source, operation.sources);
    }
    add_once(tally.lane, operation.lanes);
    operation.calls += tally.calls;
    operation.bytes += tally.bytes;
    operation.cycles += tally.total_cycles();
    add_to(operation.cycles_by_kind, tally.cycles);
    add_to(operation.waits, tally.waits);
    const ComputeSets::Figures* sets = compute_sets.find(tally, machine.trace);
    if (sets == nullptr) continue;
    const std::int64_t compute = item(tally.cycles, SpanKind::compute);
    operation.compute_cycles += compute;
    operation.flops += sets->flops * (tally.calls / sets->count);
    operation.tiles = std::max(operation.tiles, sets->most_tiles);
    tile_cycles[at->second] += static_cast<double>(compute) * sets->mean_tiles();
  }
  for (std::size_t i = 0; i < operations.size(); ++i) {
    Operation& o = operations[i];
    if (o.compute_cycles == 0) continue;
    o.tile_balance =
        tile_cycles[i] / static_cast<double>(o.compute_cycles) / machine.device.arch().tiles;
  }
  std::stable_sort(operations.begin(), operations.end(),
                   [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
  return operations;
}

}  // namespace pipette::profile
