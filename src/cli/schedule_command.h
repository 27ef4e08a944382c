// `pipette schedule`: what runs when in a pipeline, as text, JSON or a picture.
//
//   pipette schedule --kind grouped --stages 4 --mini-batches 8 --svg grouped.svg
//   pipette schedule --kind interleaved --stages 3 --mini-batches 6 --device-mapping 2,0,1 --json
//
// JSON is {"slots": [[[stage, "F" or "B", mini_batch], ...], ...], ...}, counted from 0, in
// execution order within a slot. Times follow from the cycles given: nothing is trained.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "pipeline/schedule_timing.h"

namespace pipette::cli {

class ScheduleCommand {
 public:
  ScheduleCommand(CLI::App& app, std::ostream& out);

 private:
  void print() const;
  pipelining::ScheduleCosts costs(const pipelining::ScheduleTable& table,
                                  const pipelining::DeviceLists& mapping) const;
  void write_svg(const pipelining::ScheduleTable& table,
                 const pipelining::ScheduleTiming& timing) const;

  std::ostream& out_;
  std::string kind_ = "grouped";
  int stages_ = 0;
  std::int64_t mini_batches_ = 0;
  std::string device_mapping_;
  bool inference_ = false;
  std::vector<std::int64_t> forward_cycles_ = {100}, backward_cycles_ = {200};
  std::vector<std::int64_t> update_cycles_ = {100};
  std::int64_t exchange_cycles_ = 0, sync_cycles_ = 0;
  std::string svg_;
  bool json_ = false;
};

}  // namespace pipette::cli
