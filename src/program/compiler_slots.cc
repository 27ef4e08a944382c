#include "program/compiler.h"

#include <algorithm>

namespace pipette {

BufferId Compiler::add_buffer(BufferKind kind, const ArraySpec& spec, std::string name,
                              Array storage) {
  Buffer buffer;
  buffer.kind = kind;
  buffer.spec = spec;
  buffer.name = std::move(name);
  buffer.storage = std::move(storage);
  program_.buffers.push_back(std::move(buffer));
  return static_cast<BufferId>(program_.buffers.size()) - 1;
}

BufferId Compiler::define(ValueId value, std::int64_t step, BufferKind kind) {
  const Node* producer = graph_.producer(value);
  const BufferId id =
      add_buffer(kind, graph_.value(value).spec, producer ? producer->name : "carried");
  const auto index = static_cast<std::size_t>(value);
  buffer_of_[index] = id;
  if (producer != nullptr) buffer(id).ipu = producer->placement.ipu;
  const bool crosses = entries_[index] > 0;
  buffer(id).entries = std::max(1, entries_[index]);
  buffer(id).held = held_[index];
  if (const auto stashed = made_at_.find(value); stashed != made_at_.end()) {
    stashed->second = step;
    buffer(id).memory_kind = MemoryKind::stash;
  }
  liveness_.define(id, crosses ? pipeline_step_ : step);
  if (crosses) crossing_.push_back(id);
  return id;
}

BufferId Compiler::variable_buffer(const Variable& variable, int ipu) {
  auto& known = program_.variables;
  const auto found = std::find(known.begin(), known.end(), variable);
  if (found != known.end()) {
    return variable_buffers_[static_cast<std::size_t>(found - known.begin())];
  }
  variable_buffers_.push_back(add_buffer(BufferKind::variable, variable.spec(), variable.name()));
  buffer(variable_buffers_.back()).variable = static_cast<int>(known.size());
  buffer(variable_buffers_.back()).ipu = ipu;
  program_.num_ipus = std::max(program_.num_ipus, ipu + 1);
  known.push_back(variable);
  return variable_buffers_.back();
}

BufferId Compiler::buffer_for(ValueId value) {
  BufferId& known = buffer_of_[static_cast<std::size_t>(value)];
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
  known = add_buffer(BufferKind::constant, spec, producer->name, data);
  return known;
}

}  // namespace pipette
