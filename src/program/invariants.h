// Invariants between the compiler's passes. Each function checks the output of one pass and throws
// Internal with the values that violate it: a defect of ours, never of the compiled program.
//
//   const Fusion fusion(graph, facts);
//   check_fusion(graph, facts, fusion);
//
// The checks take time proportional to the size of the program.
#pragma once

#include "program/emission.h"

namespace pipette {

// Every operator is emitted once: alone, or at a live node of its region, which is emitted at
// itself and has the operator as a member.
void check_fusion(const Graph& graph, const Analysis& facts, const Fusion& fusion);

// Every live node of a pipeline is in the stage program of its unit and in no other, and a value
// that one program makes and another reads has a ring with at least as many entries as the modelled
// IPU holds.
void check_cuts(const Graph& graph, const Analysis& facts, const PipelineCuts& cuts);

// Ids are depth first and complete, IPUs are the program's; only instructions that may have
// children do, and a pipeline has a child for each program and one for the weight update; kernels
// are present; every buffer that an instruction refers to exists, and is alive when the instruction
// uses it.
void check_tree(const Executable& program);

// Every transfer has a cost, and every variable that is loaded or gathered is on its IPU from that
// instruction on.
void check_transfers(const Executable& program, const StreamedMemory& streamed);

// Every value of the arena lies inside it, aligned, with all its entries.
void check_places(const Executable& program);

// Every IPU has a report whose parts agree: the kinds add up to the bytes live at the peak, the
// peak is the highest point of the curve, and no tile holds more than all of them.
void check_memory(const Executable& program);

}  // namespace pipette
