// The buffer of each value and variable, and how long each is alive.
//
//   ValueBuffers buffers(graph, facts, cuts);
//   BufferId sum = buffers.define(value, step);         // made by the instruction `step`
//   buffers.alive().use(buffers.of(other), step);       // which reads `other`
//
// From define() on, a value has a buffer of its own or is an alias of another (alias): a read of a
// variable, a reshape, a value that a loop carries. Constants and values whose elements are all
// equal get their buffer when it is first requested, variables when they are first used.
//
// Errors: requesting a value before it is defined breaks a check. Part of the compiler
// (emission.h). Keeps references to its constructor's arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/item.h"
#include "program/allocation.h"
#include "program/executable.h"
#include "program/pipeline_cut.h"

namespace pipette {

class ValueBuffers {
 public:
  ValueBuffers(const Graph& graph, const Analysis& facts, const PipelineCuts& cuts);
  ValueBuffers(const ValueBuffers&) = delete;
  ValueBuffers& operator=(const ValueBuffers&) = delete;

  // ---- values ----
  BufferId add(BufferKind kind, const ArraySpec& spec, std::string name, Array storage = {});
  BufferId define(ValueId value, std::int64_t step, BufferKind kind = BufferKind::arena);
  void alias(ValueId value, BufferId buffer) { item(of_, value) = buffer; }
  BufferId of(ValueId value);
  std::vector<BufferId> of(const std::vector<ValueId>& values);
  Operand operand(ValueId value) { return {of(value), graph_.value(value).spec}; }
  std::int64_t bytes_of(ValueId value) const {
    return static_cast<std::int64_t>(graph_.value(value).spec.num_bytes());
  }

  // ---- variables ----
  // Returns the buffer of a variable, created on IPU `ipu` at its first use.
  BufferId variable(const Variable& variable, int ipu);
  bool knows(const Variable& variable) const;
  // The buffers of the known ones among `variables`, in order of first use in the program.
  std::vector<BufferId> known_of(const std::vector<Variable>& variables) const;

  // ---- buffers ----
  Buffer& operator[](BufferId id) { return item(buffers_, id); }
  const Buffer& operator[](BufferId id) const { return item(buffers_, id); }
  Liveness& alive() { return alive_; }
  int num_ipus() const { return num_ipus_; }  // number of IPUs that have variables

  // ---- pipelines ----
  // From here on, values that leave their stage program are alive, because programs take turns.
  void begin_pipeline(std::int64_t step) { pipeline_step_ = step; }
  // They stay alive to the end of the stage programs. Returns those that hold several mini-batches.
  std::vector<BufferId> end_stage_programs(std::int64_t step);
  // True if a part of a pipeline reads a value that another part makes.
  bool leaves_its_part(ValueId value) const { return cuts_.entries(value) > 0; }
  // The step that made a value kept for a backward pass.
  std::int64_t made_at(ValueId stashed) const { return made_at_.at(stashed); }

  // Moves the finished lists out.
  std::vector<Buffer> take_buffers() { return std::move(buffers_); }
  std::vector<Variable> take_variables() { return std::move(variables_); }

 private:
  const Graph& graph_;
  const Analysis& facts_;
  const PipelineCuts& cuts_;
  std::vector<Buffer> buffers_;
  std::vector<BufferId> of_;                // by value
  std::vector<Variable> variables_;         // in order of first use
  std::vector<BufferId> variable_buffers_;  // their buffers
  Liveness alive_;
  int num_ipus_ = 1;
  std::int64_t pipeline_step_ = -1;          // of the pipeline being emitted
  std::vector<BufferId> crossing_;           // its values that leave their stage program
  std::map<ValueId, std::int64_t> made_at_;  // for values kept for a backward pass
};

}  // namespace pipette
