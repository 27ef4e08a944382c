// `pipette schedule`: prints a pipeline's schedule as text, JSON or a picture.
//
//   pipette schedule --kind grouped --stages 4 --mini-batches 8 --svg grouped.svg
//   pipette schedule --kind interleaved --stages 3 --mini-batches 6 --device-mapping 2,0,1 --json
//
// Times are computed from the given cycles: nothing is trained. JSON: pipeline/schedule_request.h.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "pipeline/schedule_request.h"

namespace pipette::cli {

class ScheduleCommand {
 public:
  ScheduleCommand(CLI::App& app, std::ostream& out);

 private:
  void print();
  void write_svg(const pipelining::ComputedSchedule& schedule) const;

  std::ostream& out_;
  pipelining::ScheduleRequest request_;
  std::string device_mapping_;
  std::string svg_;
  bool json_ = false;
};

}  // namespace pipette::cli
