// Several processes that run one program together, on one computer or on many, in the words of
// PopDist:
//
//   int main() {
//     pipette::popdist::Membership membership;      // before the first Machine
//     Machine machine({.num_ipus = 8});             // 8 replicas, say
//     popdist::get_num_instances();                 // 4, under mpirun -n 4
//     popdist::get_instance_index();                // 0 to 3
//     popdist::get_num_local_replicas(8);           // 2
//     popdist::get_replica_index_offset(8);         // 0, 2, 4 or 6
//     train(machine);                               // the bits are those of one process
//     if (popdist::speaks()) print(results);        // the instance 0
//   }
//
// An MPI launcher starts the processes: mpirun -n 4 ./program. Started without one, the program is
// a single instance. Machines that the thread of the membership makes belong to all instances
// (program/instances.h): each computes its own replicas, and all must do the same.
#pragma once

#include <memory>
#include <string>

#include "program/instances.h"

namespace pipette::popdist {

class Processes;

class Membership {
 public:
  // Throws FailedPrecondition where a launcher has started several processes, and this Pipette was
  // built without MPI, MPI does not connect them, or that of another one has another version.
  Membership();
  // Leaves. An exception that is under way, and so not known to the others, ends their processes.
  ~Membership();
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  // Waits until all instances have come to their end, each with an exit code; `message` says what
  // went wrong where that is not 0. One instance may leave with an error while the others run: they
  // then get an InstanceFailed. Returns what this one ends with: the message, unless it is empty,
  // is for the one that speaks to print.
  struct End {
    int exit_code = 0;
    std::string message;
  };
  End leave(int exit_code, const std::string& message);

 private:
  std::unique_ptr<Processes> processes_;  // null: alone
  bool left_ = false;
};

int get_num_instances();
int get_instance_index();
int get_num_local_replicas(int num_total_replicas);
int get_replica_index_offset(int num_total_replicas);
// True for the instance that prints and writes files: number 0, also before and after a Membership.
bool speaks();

}  // namespace pipette::popdist
