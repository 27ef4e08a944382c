// Computes the costs of a compiled pipeline for the timing of its schedule.
//
//   const Instruction* pipeline = find_pipeline(executable.root);      // null: there is none
//   ScheduleTiming timing = time_schedule(table, costs_of(*pipeline, table, device));
//
// Costs are what the engine spends: supersteps of every instruction on its IPU, the data phase of
// streams, and the copies and the barrier of each slot. Waiting for an infeed element or a
// handshake is not a cost.
#pragma once

#include "device/device.h"
#include "pipeline/schedule_timing.h"
#include "program/instruction.h"

namespace pipette::pipelining {

const Instruction* find_pipeline(const Instruction& root);  // the first, depth first

// The instruction sequence of a part of its plan: a stage program, host transfer or recomputation.
const Instruction& part_of(const Instruction& pipeline, int part);
// Its host transfers, for make_schedule_table(); none without overlapped I/O.
std::optional<HostTransfers> transfers_of(const Instruction& pipeline);

// The stages with a recomputation in a part of its own.
const std::vector<int>& recomputed_of(const Instruction& pipeline);

// `table` must have the same stages and devices; `num_replicas` exchange gradients on `device`.
ScheduleCosts costs_of(const Instruction& pipeline, const ScheduleTable& table,
                       const Device& device, int num_replicas = 1);

// Cycles of `instruction` and its children on one IPU of a replica; each loop counts as often as it
// runs, if that is known, and of two branches the longer counts.
std::int64_t cycles_on(const Instruction& instruction, int ipu, const Device& device,
                       int num_replicas = 1);

}  // namespace pipette::pipelining
