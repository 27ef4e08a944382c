// Memory that runs out at any moment: an error that says so, nothing lost, and a session that can
// go on from its beginning.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "failing_allocation.h"
#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

// Smaller ones do not fail: a JSON value of nlohmann's library allocates a little when it is
// destroyed, where an exception ends the program.
constexpr std::size_t kLargeAllocation = 512;  // bytes

class AllocationFaults : public testing::TestWithParam<std::string> {};

std::string outcome(Session& session) {
  session.advance(Budget::unlimited());
  const Summary summary = session.summary(false);
  return fmt::format("{} {} {}", summary.weight_hash, summary.loss_hash, summary.modelled_cycles);
}

// Calls f(n) for n = 0, 1, 2, ..., further and further apart, until f says that nothing failed.
template <class F>
void for_each_allocation(F f) {
  for (std::int64_t n = 0; f(n); n += 1 + n / 40) {
  }
}

struct Attempt {
  bool ran_out = false;  // of memory
  bool threw = false;    // the library's sorting, for one, makes do without memory
};
template <class F>
Attempt attempt(std::int64_t n, F f) {
  fail_allocation(n, Failure::out_of_memory, kLargeAllocation);
  Attempt result;
  try {
    f();
  } catch (const std::bad_alloc&) {
    result.threw = true;
  } catch (const ResourceExhausted&) {
    result.threw = true;
  }
  result.ran_out = take_failed();
  EXPECT_TRUE(result.ran_out || !result.threw);
  return result;
}

TEST_P(AllocationFaults, WhileASessionIsMadeLeaveNothingBehind) {
  const Experiment e = least_work_of(GetParam());
  Session{e};
  Session{e};  // what is kept for good is there now
  for_each_allocation([&](std::int64_t n) {
    const std::int64_t before = live_allocations();
    const bool ran_out = attempt(n, [&] { Session{e}; }).ran_out;
    EXPECT_EQ(live_allocations(), before) << "allocation " << n;
    return ran_out && !testing::Test::HasFailure();
  });
}

TEST_P(AllocationFaults, WhileItRunsLeaveASessionThatBeginsAgain) {
  const Experiment e = least_work_of(GetParam());
  Session usual(e);
  const std::string expected = outcome(usual);
  Session session(e);
  for_each_allocation([&](std::int64_t n) {
    const bool ran_out = attempt(n, [&] { session.advance(Budget::unlimited()); }).ran_out;
    session.status();
    session.summary(false);
    session.reset();
    if (n % 7 == 0) {
      EXPECT_EQ(outcome(session), expected) << "after allocation " << n << " failed";
      session.reset();
    }
    return ran_out && !testing::Test::HasFailure();
  });
  EXPECT_EQ(outcome(session), expected);
}

TEST_P(AllocationFaults, WhileItBeginsAgainLeaveItAsItWas) {
  Session session(least_work_of(GetParam()));
  const std::string expected = outcome(session);
  for_each_allocation([&](std::int64_t n) {
    const Attempt reset = attempt(n, [&] { session.reset(); });
    EXPECT_EQ(session.finished(), reset.threw);
    EXPECT_EQ(outcome(session), expected);
    return reset.ran_out && !testing::Test::HasFailure();
  });
}

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.kind != ProgramKind::benchmark) names.push_back(entry.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, AllocationFaults, testing::ValuesIn(programs()),
                         [](const testing::TestParamInfo<std::string>& program) {
                           std::string name = program.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace pipette
