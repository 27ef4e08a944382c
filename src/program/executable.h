// A compiled program: the instruction tree, the buffers of its values, and its costs.
//
//   std::shared_ptr<const Executable> step = compile(graph, device.cost_model());
//   step->root; step->buffers; step->memory[0].total_bytes(); to_string(step->root);
//
// Immutable; may be shared between engines and threads. It refers to the streams of the graph it
// was compiled from, which must outlive its runs; it keeps the graph's variables alive.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/cost_model.h"
#include "device/memory.h"
#include "program/instruction.h"

namespace pipette {

enum class BufferKind : std::uint8_t {
  variable,  // a variable's storage
  constant,  // filled when compiled
  arena,     // bytes of the program's working memory, shared by values that are not alive together
  bound,     // the host array of the last stream_in
  replica_index,  // the index of the replica, i32 scalar
};

struct Buffer {
  BufferKind kind = BufferKind::arena;
  ArraySpec spec;
  std::string name;
  std::size_t arena_offset = 0;  // arena
  Array storage;                 // constant
  int variable = -1;             // variable: index into Executable::variables
  int ipu = 0;
  // Arena and bound buffers in pipelines: the number of mini-batches held at once, in entries of
  // entry_bytes() each; mini-batch b uses entry b % entries.
  int entries = 1;
  MemoryKind memory_kind = MemoryKind::other;  // arena and bound buffers
  int held = 1;  // entries that the modelled IPU needs: copies on other IPUs count there
  std::int64_t first_step = 0;  // instructions between which the value is alive
  std::int64_t last_step = 0;

  std::size_t entry_bytes() const;  // a multiple of 64
};

struct Executable {
  std::string name;
  Instruction root;
  std::vector<Buffer> buffers;
  std::size_t arena_bytes = 0;
  std::vector<Variable> variables;   // read or written, in order of first use
  std::vector<HostSource*> sources;  // in order of first use
  std::vector<HostSink*> sinks;
  int num_ipus = 1;                  // of one replica
  int num_replicas = 1;              // assumed for shares and costs
  std::vector<MemoryReport> memory;  // by IPU; each instruction has two steps: 2 id, 2 id + 1
  MemoryRemedies remedies;           // possible if the program does not fit
  int num_instructions = 0;
  int num_fused_operators = 0;  // operators that share another one's kernel
};

// Permissions for the compiler; results are the same bits either way (tests/program).
struct CompileOptions {
  bool fuse = true;          // operators share kernels
  bool reuse_memory = true;  // values share bytes of the arena
  // IPUs of the device, which the program is replicated to fill; 0: one replica.
  int device_ipus = 0;
  // Returns even an executable that does not fit, for reading its memory needs; engines do not run
  // it.
  bool allow_out_of_memory = false;
};

// The IPUs of a replica if its program needs `num_ipus`: the next power of two.
int ipus_per_replica(int num_ipus);
// Throws ResourceExhausted for the first IPU on which the program does not fit.
void require_fit(const Executable& executable);

// Compiles a traced graph: drops operators that nothing depends on, folds constants, fuses
// operators into passes that already touch the data (fusion.h), places values in buffers and costs
// every superstep. Throws Unimplemented for an operator without a kernel for its dtype,
// ResourceExhausted if the program does not fit into the memory of an IPU.
std::shared_ptr<const Executable> compile(const Graph& graph, const CostModel& costs,
                                          const CompileOptions& options = {});

}  // namespace pipette
