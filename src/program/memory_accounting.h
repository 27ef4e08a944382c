// What a program takes of each IPU's memory.
//
//   MemoryNeeds needs{emitted.streamed, emitted.stage_copies, emitted.brought};
//   count_stage_variables(needs.streamed, layout, root);
//   std::vector<MemoryReport> by_ipu = account_memory(graph, arch, executable, needs);
//
// Variables and constants are always live, but for what is kept in streaming memory; values from
// the instruction that makes them to the last that reads them; and so are copies of them.
//
// A pass of the compiler (compiler.cc).
#pragma once

#include <vector>

#include "device/memory.h"
#include "program/allocation.h"
#include "program/executable.h"
#include "program/streaming_memory.h"
#include "program/transfer_costs.h"

namespace pipette {

// Beside the buffers themselves.
struct MemoryNeeds {
  StreamedMemory streamed;
  std::vector<Held> stage_copies;  // what stage_copy made on the next stage's IPU
  std::vector<Held> brought;       // copies of values on other IPUs than their own
};

// By IPU, of `executable`'s buffers, variables, IPUs and replicas.
std::vector<MemoryReport> account_memory(const Graph& graph, const Architecture& arch,
                                         const Executable& executable, const MemoryNeeds& needs);

// Sets every StageProgram's variable_bytes.
void count_stage_variables(const StreamedMemory& streamed, const ReplicaLayout& layout,
                           const std::vector<Buffer>& buffers, Instruction& root);

}  // namespace pipette
