#include "kernels/instruction_set.h"

#include <atomic>
#include <cstdlib>

#include "core/error.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

#if defined(__x86_64__)
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
#endif

// Null where the build or the processor lacks the set.
const KernelTable* find_table(InstructionSet set) {
  switch (set) {
    case InstructionSet::scalar:
      return scalar_table();
    case InstructionSet::neon:
      return neon_table();  // null in builds for other processors
    case InstructionSet::wasm_simd:
      return wasm_simd_table();
#if defined(__x86_64__)
    case InstructionSet::sse41:
      return __builtin_cpu_supports("sse4.1") ? sse41_table() : nullptr;
    case InstructionSet::avx2:
      return __builtin_cpu_supports("avx2") ? avx2_table() : nullptr;
    case InstructionSet::avx512vl:
      return has_avx512() ? avx512vl_table() : nullptr;
    case InstructionSet::avx512:
      return has_avx512() ? avx512_table() : nullptr;
#else
    default:
      return nullptr;
#endif
  }
  return nullptr;
}

struct Selection {
  InstructionSet set;
  const KernelTable* table;
};

InstructionSet initial_set() {
#if !defined(__EMSCRIPTEN__)
  if (const char* name = std::getenv("PIPETTE_KERNELS"))
    return from_word<kernels::InstructionSet>("instruction set", name);
#endif
  return best_available();
}

Selection require(InstructionSet set) {
  const KernelTable* table = find_table(set);
  if (table == nullptr) {
    std::string names;
    for (const InstructionSet other : available()) {
      names += (names.empty() ? "" : ", ") + std::string(to_word(other));
    }
    throw FailedPrecondition(
        std::string("instruction set ") + to_word(set) +
        " is not available in this build or on this processor; available: " + names);
  }
  return {set, table};
}

std::atomic<const Selection*>& selection() {
  static const Selection initial = require(initial_set());
  static std::atomic<const Selection*> current{&initial};
  return current;
}

}  // namespace

std::vector<InstructionSet> available() {
  std::vector<InstructionSet> sets;
  for (const auto& choice : kChoices<InstructionSet>) {
    if (find_table(choice.value) != nullptr) sets.push_back(choice.value);
  }
  return sets;
}

InstructionSet best_available() {
  const InstructionSet widest = available().back();
#if defined(__x86_64__)
  // Zen 4 executes 512 bits as twice 256, so shorter vectors waste less there; more registers help.
  // Zen 5 and Intel's processors are up to twice as fast with 512 bits (docs/benchmarks.md).
  if (widest == InstructionSet::avx512 && __builtin_cpu_is("amdfam19h"))
    return InstructionSet::avx512vl;
#endif
  return widest;
}

InstructionSet current() { return selection().load(std::memory_order_acquire)->set; }

void select(InstructionSet set) {
  static const std::vector<Selection> all = [] {
    std::vector<Selection> found;
    for (const auto& choice : kChoices<InstructionSet>) {
      found.push_back({choice.value, find_table(choice.value)});
    }
    return found;
  }();
  require(set);
  for (const Selection& candidate : all) {
    if (candidate.set == set) selection().store(&candidate, std::memory_order_release);
  }
}

const KernelTable& table() { return *selection().load(std::memory_order_acquire)->table; }

}  // namespace pipette::kernels
