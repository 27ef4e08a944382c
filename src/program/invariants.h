// What must hold between the compiler's passes. Each function checks what one pass gives to those
// after it, and throws Internal with the values that break it: a defect of ours, never of the
// program that is compiled.
//
//   const Fusion fusion(graph, facts);
//   check_fusion(graph, facts, fusion);
//
// The time they take is proportional to the size of the program.
#pragma once

#include "program/emission.h"

namespace pipette {

// Every operator is emitted once: on its own, or at a live node of its region, which is emitted at
// itself and counts it as a member.
void check_fusion(const Graph& graph, const Analysis& facts, const Fusion& fusion);

// Every live node of a pipeline is in the stage program of its unit and in no other, and what one
// program makes and another reads has a ring at least as large as what the modelled IPU holds.
void check_cuts(const Graph& graph, const Analysis& facts, const PipelineCuts& cuts);

// Ids are depth first and complete, IPUs are the program's; only what holds instructions has
// children, and a pipeline has one for each program and the weight update; kernels are there; every
// buffer that an instruction names exists, and is alive when the instruction uses it.
void check_tree(const Executable& program);

// Every transfer has its cost, and every variable that is loaded or gathered is on its IPU from
// that instruction on.
void check_transfers(const Executable& program, const StreamedMemory& streamed);

// Every value of the arena lies inside of it, aligned, with all of its entries.
void check_places(const Executable& program);

// Every IPU has its report, whose parts agree: the kinds add up to what lives at the peak, the peak
// is the highest point of the curve, and no tile holds more than all of them.
void check_memory(const Executable& program);

}  // namespace pipette
