// Compares two reports: the cycles of each operation in both.
//
//   const Comparison c = compare(read_report("with_feeds"), read_report("without_feeds"));
//   c.operations[0].difference();      // cycles per training step, the first minus the second
//   out << c.to_text();
//
// Compares the first programs of both. They may have run for different times, and one may do a
// thousand training steps in an engine run while the other does one, so everything is compared per
// training step, waits included. A run without a number of steps counts as one.
//
// Throws InvalidArgument if a required key is missing or has another type.
#pragma once

#include <string>
#include <vector>

#include "core/json_fwd.h"

namespace pipette::report {

struct ComparedOperation {
  std::string name, phase;
  std::int64_t calls = 0, other_calls = 0;  // 0: not in that report
  double cycles = 0, other_cycles = 0;      // per training step
  double difference() const { return cycles - other_cycles; }
};

struct Comparison {
  std::string name, other_name;                           // of the programs
  bool same_program = false;                              // their fingerprints are equal
  std::int64_t cycles = 0, other_cycles = 0;              // of the profiled runs
  std::int64_t runs = 0, other_runs = 0;                  // profiled
  std::int64_t steps = 0, other_steps = 0;                // training steps of those
  std::int64_t largest_tile = 0, other_largest_tile = 0;  // bytes of the fullest tile
  std::vector<ComparedOperation> operations;              // largest differences first

  std::string to_text() const;
  Json to_json() const;
};

Comparison compare(const Json& report, const Json& other);

}  // namespace pipette::report
