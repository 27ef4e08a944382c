// The processes of an MPI launcher as instances. For popdist.h alone.
#pragma once

#include <memory>
#include <string>

#include "popdist/popdist.h"

namespace pipette::popdist {

class Processes : public Instances {
 public:
  // Throws FailedPrecondition, on all of them, if their versions of Pipette differ.
  virtual void require_one_version() = 0;
  virtual Membership::End leave(int exit_code, const std::string& message) = 0;
  // Ends all of them at once.
  [[noreturn]] virtual void abort() = 0;
};

// Those that a launcher has started. Throws FailedPrecondition in a Pipette without MPI.
std::unique_ptr<Processes> join_processes(int num_started);

}  // namespace pipette::popdist
