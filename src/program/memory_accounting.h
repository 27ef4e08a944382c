// Counts the memory that a program takes on each IPU.
//
//   auto [program, needs] = emit(input);
//   count_stage_variables(needs.streamed, layout, program.buffers, program.root);
//   std::vector<MemoryReport> by_ipu = account_memory(graph, arch, program, needs);
//
// Variables and constants are always live, except those kept in streaming memory; values and copies
// of them are live from the instruction that makes them to the last that reads them.
//
// A pass of the compiler (compiler.cc).
#pragma once

#include <vector>

#include "device/memory.h"
#include "program/emission.h"
#include "program/transfer_costs.h"

namespace pipette {

// One report for each IPU, made from `executable`'s buffers, variables, IPUs and replicas.
std::vector<MemoryReport> account_memory(const Graph& graph, const Architecture& arch,
                                         const Executable& executable, const MemoryNeeds& needs);

// Sets every StageProgram's variable_bytes.
void count_stage_variables(const StreamedMemory& streamed, const ReplicaLayout& layout,
                           const std::vector<Buffer>& buffers, Instruction& root);

}  // namespace pipette
