// Several IPUs: elements that each replica sees, and where instructions run.
#pragma once

#include <string>
#include <vector>

#include "program/engine_fixture.h"
#include "same_bits.h"

namespace pipette {

using testing_support::same_bits;

inline DeviceConfig with_ipus(int num_ipus) {
  DeviceConfig config;
  config.num_ipus = num_ipus;
  return config;
}

// One array after the other, without an end.
class TableSource : public HostSource {
 public:
  explicit TableSource(std::vector<Array> table) : table_(std::move(table)), leaves_(1) {}
  const std::string& name() const override { return name_; }
  const Nest<ArraySpec>& element_spec() const override { return spec_; }
  StreamTiming timing() const override { return {3, true}; }
  void check_ready() const override {}
  const std::vector<Array>& read() override {
    leaves_[0] = table_[position_++ % table_.size()];
    return leaves_;
  }

 private:
  std::string name_ = "table";
  std::vector<Array> table_;
  Nest<ArraySpec> spec_ = table_[0].spec();
  std::size_t position_ = 0;
  std::vector<Array> leaves_;
};

inline std::vector<Span> spans_on(const Machine& machine, int lane) {
  std::vector<Span> spans;
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    const Span span = machine.trace[i];
    if (span.lane == lane && span.kind != SpanKind::engine_run) spans.push_back(span);
  }
  return spans;
}

// Every instruction of a kind, depth first.
inline std::vector<const Instruction*> instructions(const Instruction& root, InstructionKind kind) {
  std::vector<const Instruction*> found;
  if (root.kind() == kind) found.push_back(&root);
  for (const Instruction& child : root.children) {
    for (const Instruction* inner : instructions(child, kind)) found.push_back(inner);
  }
  return found;
}

}  // namespace pipette
