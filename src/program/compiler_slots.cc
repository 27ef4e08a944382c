#include "program/compiler.h"

#include <algorithm>

namespace pipette {

SlotId Compiler::add_slot(SlotKind kind, const ArraySpec& spec, std::string name, Array storage) {
  Slot slot;
  slot.kind = kind;
  slot.spec = spec;
  slot.name = std::move(name);
  slot.storage = std::move(storage);
  program_.slots.push_back(std::move(slot));
  return static_cast<SlotId>(program_.slots.size()) - 1;
}

SlotId Compiler::define(ValueId value, std::int64_t step, SlotKind kind) {
  const Node* producer = graph_.producer(value);
  const SlotId id = add_slot(kind, graph_.value(value).spec, producer ? producer->name : "carried");
  const auto index = static_cast<std::size_t>(value);
  slot_of_[index] = id;
  if (producer != nullptr) slot(id).ipu = producer->placement.ipu;
  const bool crosses = entries_[index] > 0;
  slot(id).entries = std::max(1, entries_[index]);
  slot(id).held = held_[index];
  if (const auto stashed = made_at_.find(value); stashed != made_at_.end()) {
    stashed->second = step;
    slot(id).memory_kind = MemoryKind::stash;
  }
  liveness_.define(id, crosses ? pipeline_step_ : step);
  if (crosses) crossing_.push_back(id);
  return id;
}

SlotId Compiler::variable_slot(const Variable& variable, int ipu) {
  auto& known = program_.variables;
  const auto found = std::find(known.begin(), known.end(), variable);
  if (found != known.end()) {
    return variable_slots_[static_cast<std::size_t>(found - known.begin())];
  }
  variable_slots_.push_back(add_slot(SlotKind::variable, variable.spec(), variable.name()));
  slot(variable_slots_.back()).variable = static_cast<int>(known.size());
  slot(variable_slots_.back()).ipu = ipu;
  program_.num_ipus = std::max(program_.num_ipus, ipu + 1);
  known.push_back(variable);
  return variable_slots_.back();
}

SlotId Compiler::slot_for(ValueId value) {
  SlotId& known = slot_of_[static_cast<std::size_t>(value)];
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
  known = add_slot(SlotKind::constant, spec, producer->name, data);
  return known;
}

}  // namespace pipette
