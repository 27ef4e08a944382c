#include "profile/stage_cut.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "core/item.h"
#include "profile/operations.h"

namespace pipette::profile {

namespace {

bool is_stage(const ProgramNode& node) {
  return node.kind == NodeKind::sequence && node.name.starts_with("stage ");
}

const ProgramNode* find_pipeline(const ProgramNode& node) {
  if (node.kind == NodeKind::repeat && !node.children.empty() && is_stage(node.children[0])) {
    return &node;
  }
  for (const ProgramNode& child : node.children) {
    if (const ProgramNode* found = find_pipeline(child)) return found;
  }
  return nullptr;
}

void collect_leaves(const ProgramNode& node, std::vector<const ProgramNode*>& leaves) {
  const bool works = node.kind == NodeKind::execute || node.kind == NodeKind::exchange;
  if (works) leaves.push_back(&node);
  for (const ProgramNode& child : node.children) collect_leaves(child, leaves);
}

std::vector<const ProgramNode*> leaves_of(const ProgramNode& node) {
  std::vector<const ProgramNode*> leaves;
  collect_leaves(node, leaves);
  return leaves;
}

// The layers of a stage's forward program, with its cycles.
std::vector<LayerLoad> layers_of(const ProgramNode& stage) {
  std::vector<LayerLoad> layers;
  std::int64_t before_any = 0;
  for (const ProgramNode* leaf : leaves_of(stage)) {
    const std::string layer = tensorflow_name(leaf->name).layer;
    if (!layer.empty() && (layers.empty() || layers.back().layer != layer)) {
      layers.push_back({layer, 0});
    }
    (layers.empty() ? before_any : layers.back().cycles) += leaf->cycles;
  }
  if (!layers.empty()) layers.front().cycles += before_any;
  return layers;
}

// Adds a backward program's cycles to the layers; what belongs to none goes with the one before.
void add_backward(const ProgramNode& stage, std::vector<LayerLoad>& layers, std::size_t first,
                  std::size_t end) {
  std::size_t current = end - 1;  // the last layer comes first
  for (const ProgramNode* leaf : leaves_of(stage)) {
    const std::string layer = tensorflow_name(leaf->name).layer;
    for (std::size_t i = first; i < end; ++i) {
      if (layers[i].layer == layer) current = i;
    }
    layers[current].cycles += leaf->cycles;
  }
}

}  // namespace

std::int64_t StageCut::load_of(int stage) const {
  int first = 0;
  for (int i = 0; i < stage; ++i) first += item(layers_of, i);
  std::int64_t sum = 0;
  for (int i = 0; i < item(layers_of, stage); ++i) sum += item(layers, first + i).cycles;
  return sum;
}

int StageCut::slowest() const {
  int slowest = 0;
  for (int stage = 1; stage < to_int(layers_of.size()); ++stage) {
    if (load_of(stage) > load_of(slowest)) slowest = stage;
  }
  return slowest;
}

std::vector<std::vector<std::string>> StageCut::stages() const {
  std::vector<std::vector<std::string>> made;
  std::size_t next = 0;
  for (const int count : layers_of) {
    std::vector<std::string>& names = made.emplace_back();
    for (int i = 0; i < count; ++i) names.push_back(layers[next++].layer);
  }
  return made;
}

std::string StageCut::to_string() const {
  std::vector<std::string> texts;
  for (const auto& names : stages()) texts.push_back(fmt::format("{}", fmt::join(names, " ")));
  return fmt::format("{}", fmt::join(texts, " | "));
}

std::optional<StageCut> stage_cut(const ProgramNode& program) {
  const ProgramNode* pipeline = find_pipeline(program);
  if (pipeline == nullptr) return std::nullopt;
  StageCut cut;
  std::vector<std::size_t> first_of;
  std::size_t backward = 0;  // programs seen; they come in the reverse order of stages
  for (const ProgramNode& stage : pipeline->children) {
    if (!is_stage(stage)) continue;
    if (stage.phase != Phase::backward) {
      const std::vector<LayerLoad> layers = layers_of(stage);
      first_of.push_back(cut.layers.size());
      cut.layers_of.push_back(to_int(layers.size()));
      cut.layers.insert(cut.layers.end(), layers.begin(), layers.end());
      continue;
    }
    if (backward >= first_of.size()) return std::nullopt;
    const std::size_t number = first_of.size() - 1 - backward++;
    const std::size_t end = first_of[number] + static_cast<std::size_t>(cut.layers_of[number]);
    if (end == first_of[number]) continue;
    add_backward(stage, cut.layers, first_of[number], end);
  }
  if (cut.layers.empty()) return std::nullopt;
  return cut;
}

// best[s][n]: the bound of the first n layers in s stages (the linear partition problem).
StageCut best_cut(const StageCut& cut) {
  const std::size_t stages = cut.layers_of.size();
  const std::size_t count = cut.layers.size();
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  std::vector<std::vector<std::int64_t>> best(stages + 1,
                                              std::vector<std::int64_t>(count + 1, kNone));
  std::vector<std::vector<std::size_t>> last(stages + 1, std::vector<std::size_t>(count + 1, 0));
  best[0][0] = 0;
  for (std::size_t s = 1; s <= stages; ++s) {
    for (std::size_t n = 0; n <= count; ++n) {
      std::int64_t load = 0;  // of the last stage, with layers from k on
      for (std::size_t k = n;; --k) {
        if (best[s - 1][k] != kNone && std::max(best[s - 1][k], load) < best[s][n]) {
          best[s][n] = std::max(best[s - 1][k], load);
          last[s][n] = n - k;
        }
        if (k == 0) break;
        load += cut.layers[k - 1].cycles;
      }
    }
  }
  StageCut made = cut;
  for (std::size_t s = stages, n = count; s > 0; --s) {
    made.layers_of[s - 1] = static_cast<int>(last[s][n]);
    n -= last[s][n];
  }
  return made;
}

}  // namespace pipette::profile
