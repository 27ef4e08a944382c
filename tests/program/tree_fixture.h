// Executables made by hand, for tests of the engine's parts.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "program/executable.h"
#include "program/machine.h"
#include "program/recorder.h"
#include "program/replicas.h"

namespace pipette::testing_support {

template <class What>
Instruction instruction(std::string name, What what, std::vector<Instruction> children = {}) {
  Instruction made;
  made.name = std::move(name);
  made.what = std::move(what);
  made.children = std::move(children);
  return made;
}

inline Superstep superstep(std::int64_t compute_cycles) {
  Cost cost;
  cost.compute_cycles = compute_cycles;
  return {"work", Phase::none, cost};
}

// A compute instruction of one superstep that calls `work` with the addresses.
inline Instruction compute(
    std::string name, std::int64_t cycles, Kernel work = [](auto) {}) {
  return instruction(std::move(name), Compute{std::move(work), {superstep(cycles)}});
}

inline void number(Instruction& root, int& next) {
  root.id = next++;
  for (Instruction& child : root.children) number(child, next);
}

inline Executable executable_of(Instruction root, int num_ipus = 1) {
  Executable executable;
  executable.name = "by hand";
  executable.num_ipus = num_ipus;
  number(root, executable.num_instructions);
  executable.root = std::move(root);
  return executable;
}

// An i32 scalar in the arena, of `entries` mini-batches.
inline BufferId add_scalar(Executable& executable, int entries = 1) {
  Buffer buffer;
  buffer.spec = {DType::i32, Shape{}};
  buffer.entries = entries;
  buffer.arena_offset = executable.arena_bytes;
  executable.arena_bytes += buffer.entry_bytes() * static_cast<std::size_t>(entries);
  executable.buffers.push_back(std::move(buffer));
  return static_cast<BufferId>(executable.buffers.size()) - 1;
}

inline std::int32_t& scalar(BufferAddresses addresses, BufferId id) {
  return *reinterpret_cast<std::int32_t*>(addresses[id]);
}

inline DeviceConfig with_num_ipus(int num_ipus) {
  DeviceConfig config;
  config.num_ipus = num_ipus;
  return config;
}

}  // namespace pipette::testing_support
