#include "popdist/popdist.h"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <initializer_list>

#include "core/error.h"
#include "popdist/processes.h"

namespace pipette::popdist {

namespace {

// What the launcher of a process tells it about itself; `otherwise` without a launcher.
int from_launcher(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names) {
    if (const char* value = std::getenv(name)) return std::atoi(value);
  }
  return otherwise;
}

// Open MPI, MPICH and its kin, Slurm.
int num_started() {
  return from_launcher({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1);
}

int index_of_started() {
  return from_launcher({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}, 0);
}

}  // namespace

Membership::Membership() {
  if (num_started() > 1) {
    processes_ = join_processes(num_started());
    if (processes_->count() != num_started()) {
      throw FailedPrecondition(
          fmt::format("the launcher has started {} processes, but MPI connects {}: use the mpirun "
                      "of the MPI that this Pipette was built with, or srun --mpi=pmix",
                      num_started(), processes_->count()));
    }
    processes_->require_one_version();
  }
  Instances::set_current(processes_.get());
}

Membership::~Membership() {
  if (processes_ != nullptr && !left_) {
    if (std::uncaught_exceptions() > 0) processes_->abort();
    processes_->leave(0, "");
  }
  Instances::set_current(nullptr);
}

Membership::End Membership::leave(int exit_code, const std::string& message) {
  left_ = true;
  if (processes_ == nullptr) return {exit_code, ""};
  return processes_->leave(exit_code, message);
}

bool speaks() {
  return Instances::current() == nullptr ? index_of_started() == 0 : Instances::speaks();
}

int get_num_instances() {
  const Instances* all = Instances::current();
  return all == nullptr ? 1 : all->count();
}

int get_instance_index() {
  const Instances* all = Instances::current();
  return all == nullptr ? 0 : all->index();
}

int get_num_local_replicas(int num_total_replicas) {
  const Instances* all = Instances::current();
  return all == nullptr ? num_total_replicas : all->replicas(num_total_replicas).size();
}

int get_replica_index_offset(int num_total_replicas) {
  const Instances* all = Instances::current();
  return all == nullptr ? 0 : all->replicas(num_total_replicas).begin;
}

}  // namespace pipette::popdist
