#include "program/value_buffers.h"

#include <algorithm>
#include <utility>

#include "core/item.h"

namespace pipette {

ValueBuffers::ValueBuffers(const Graph& graph, const Analysis& facts, const PipelineCuts& cuts)
    : graph_(graph),
      facts_(facts),
      cuts_(cuts),
      of_(graph.num_values(), kNoBuffer),
      alive_(buffers_) {}

BufferId ValueBuffers::add(BufferKind kind, const ArraySpec& spec, std::string name,
                           Array storage) {
  Buffer buffer;
  buffer.kind = kind;
  buffer.spec = spec;
  buffer.name = std::move(name);
  buffer.storage = std::move(storage);
  buffers_.push_back(std::move(buffer));
  return static_cast<BufferId>(buffers_.size()) - 1;
}

BufferId ValueBuffers::define(ValueId value, std::int64_t step, BufferKind kind) {
  const Node* producer = graph_.producer(value);
  const BufferId id = add(kind, graph_.value(value).spec, producer ? producer->name : "carried");
  alias(value, id);
  Buffer& buffer = (*this)[id];
  if (producer != nullptr) buffer.ipu = producer->placement.ipu;
  const bool crosses = cuts_.entries(value) > 0;
  buffer.entries = std::max(1, cuts_.entries(value));
  buffer.held = cuts_.held(value);
  if (cuts_.stashed(value)) {
    made_at_[value] = step;
    buffer.memory_kind = MemoryKind::stash;
  }
  alive_.define(id, crosses ? pipeline_step_ : step);
  if (crosses) crossing_.push_back(id);
  return id;
}

BufferId ValueBuffers::of(ValueId value) {
  BufferId& known = item(of_, value);
  if (known >= 0) return known;
  const ArraySpec& spec = graph_.value(value).spec;
  const Node* producer = graph_.producer(value);
  PIPETTE_CHECK(producer != nullptr, graph_.to_string());
  Array data;
  if (producer->kind == OpKind::constant) {
    data = std::get<ConstantAttributes>(producer->attributes).value;
  } else {
    const auto uniform = facts_.uniform(value);
    PIPETTE_CHECK(uniform.has_value(), producer->name + "\n" + graph_.to_string());
    data = Array::filled<double>(spec.shape, *uniform).cast(spec.dtype);
  }
  known = add(BufferKind::constant, spec, producer->name, data);
  return known;
}

std::vector<BufferId> ValueBuffers::of(const std::vector<ValueId>& values) {
  std::vector<BufferId> buffers;
  for (const ValueId value : values) buffers.push_back(of(value));
  return buffers;
}

BufferId ValueBuffers::variable(const Variable& variable, int ipu) {
  const auto found = std::find(variables_.begin(), variables_.end(), variable);
  if (found != variables_.end()) {
    return item(variable_buffers_, found - variables_.begin());
  }
  const BufferId id = add(BufferKind::variable, variable.spec(), variable.name());
  (*this)[id].variable = static_cast<int>(variables_.size());
  (*this)[id].ipu = ipu;
  num_ipus_ = std::max(num_ipus_, ipu + 1);
  variables_.push_back(variable);
  variable_buffers_.push_back(id);
  return id;
}

bool ValueBuffers::knows(const Variable& variable) const {
  return std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
}

std::vector<BufferId> ValueBuffers::known_of(const std::vector<Variable>& variables) const {
  std::vector<BufferId> buffers;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (std::find(variables.begin(), variables.end(), variables_[v]) == variables.end()) continue;
    buffers.push_back(variable_buffers_[v]);
  }
  return buffers;
}

std::vector<BufferId> ValueBuffers::end_stage_programs(std::int64_t step) {
  std::vector<BufferId> rings;
  for (const BufferId id : std::exchange(crossing_, {})) {
    alive_.use(id, step);
    if ((*this)[id].entries > 1) rings.push_back(id);
  }
  return rings;
}

}  // namespace pipette
