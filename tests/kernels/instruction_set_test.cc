#include "kernels/instruction_set.h"

#include <algorithm>

#include "core/error.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

TEST(InstructionSets, NamesRoundTrip) {
  for (const auto& choice : kChoices<InstructionSet>) {
    EXPECT_EQ(from_word<InstructionSet>("instruction set", to_word(choice.value)), choice.value);
  }
  EXPECT_THROW(from_word<kernels::InstructionSet>("instruction set", "mmx"), InvalidArgument);
}

TEST(InstructionSets, SelectsWhatIsAvailableAndRefusesTheRest) {
  const std::vector<InstructionSet> sets = available();
  EXPECT_EQ(sets.front(), InstructionSet::scalar);
  for (const auto& choice : kChoices<InstructionSet>) {
    const InstructionSet set = choice.value;
    if (std::find(sets.begin(), sets.end(), set) != sets.end()) {
      select(set);
      EXPECT_EQ(current(), set);
    } else {
      EXPECT_THROW(select(set), FailedPrecondition);
    }
  }
  select(best_available());
}

// The build must contain more than the scalar set wherever the project promises one.
TEST(InstructionSets, TheBuildContainsVectorSets) {
#if defined(__wasm__)
  EXPECT_EQ(best_available(), InstructionSet::wasm_simd);
#elif defined(__aarch64__)
  EXPECT_EQ(best_available(), InstructionSet::neon);
#elif defined(__x86_64__)
  EXPECT_EQ(available().size() > 1, __builtin_cpu_supports("sse4.1") != 0);
#endif
}

}  // namespace
}  // namespace pipette::kernels
