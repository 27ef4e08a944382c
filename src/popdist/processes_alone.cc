// In place of mpi_processes.cc, where there is no MPI.
#include <fmt/format.h>

#include "core/error.h"
#include "popdist/processes.h"

namespace pipette::popdist {

std::unique_ptr<Processes> join_processes(int num_started) {
  throw FailedPrecondition(
      fmt::format("a launcher has started {} processes, but this Pipette was built without MPI, so "
                  "each would do all of the work: build it with PIPETTE_MPI=ON (the preset "
                  "native-mpi)",
                  num_started));
}

}  // namespace pipette::popdist
