#include "program/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/item.h"
#include "program/exchange.h"
#include "program/pipeline_run.h"
#include "program/recorder.h"
#include "program/replicas.h"
#include "program/run_ahead.h"
#include "program/stream_port.h"
#include "program/tree_walk.h"

namespace pipette {

namespace {

using RealClock = std::chrono::steady_clock;

// Throws InvalidArgument where the device's IPUs are no multiple of a replica's.
int num_replicas_on(const Executable& executable, int ipus) {
  const int each = ipus_per_replica(executable.num_ipus);
  if (ipus % each != 0) {
    const int below = ipus / each * each;
    throw InvalidArgument(fmt::format(
        "\"{}\" needs {} IPUs for each replica, so the device must have a multiple of that, "
        "but it has {}: set num_ipus to {}{}",
        executable.name, each, ipus, below > 0 ? fmt::format("{} or ", below) : std::string(),
        below + each));
  }
  return ipus / each;
}

}  // namespace

// In the order in which they know each other.
struct Engine::Parts {
  Parts(const Executable& executable, Machine& machine, bool synthetic_data)
      : replicas(executable, num_replicas_on(executable, machine.device.num_ipus()),
                 pipette::ipus_per_replica(executable.num_ipus), machine.instances),
        recorder(executable, machine),
        streams(executable, machine, replicas, recorder, synthetic_data),
        exchange(executable, machine, replicas, recorder),
        pipeline(executable, machine, replicas, recorder),
        ahead(executable, replicas, streams),
        walk(machine, replicas, pipeline, ahead) {}

  Replicas replicas;
  Recorder recorder;
  StreamPort streams;
  Exchange exchange;
  PipelineRun pipeline;
  RunAhead ahead;
  TreeWalk walk;
};

Engine::Engine(std::shared_ptr<const Executable> executable, Machine& machine, bool synthetic_data)
    : executable_(std::move(executable)),
      machine_(machine),
      parts_(std::make_unique<Parts>(*executable_, machine, synthetic_data)) {}

Engine::~Engine() { abandon(); }

bool Engine::running() const { return !parts_->walk.ended(); }
int Engine::num_replicas() const { return parts_->replicas.count(); }
int Engine::ipus_per_replica() const { return parts_->replicas.ipus_per_replica(); }

const Instruction* Engine::next_instruction() const {
  return running() ? &parts_->walk.at().next() : nullptr;
}

Engine::PipelineState Engine::pipeline_state() const {
  const PipelineRun& run = parts_->pipeline;
  if (run.pipeline() == nullptr) return {};
  return {run.pipeline(), run.slot(), run.done(), run.begin_cycle()};
}

Array Engine::buffer_value(BufferId id) const {
  const Buffer& buffer = item(executable_->buffers, id);
  std::byte* const bytes = parts_->replicas.address(0, id);
  PIPETTE_CHECK(bytes != nullptr, buffer.name);
  return Array::view(buffer.spec, std::shared_ptr<std::byte>(std::shared_ptr<void>(), bytes));
}

void Engine::start() {
  if (running()) {
    throw FailedPrecondition(
        fmt::format("\"{}\" is running; finish the run first", executable_->name));
  }
  if (TraceWatcher* watcher = machine_.trace.watcher()) watcher->begin_run(executable_);
  require_fit(*executable_);
  parts_->streams.require_ready();
  for (const Variable& variable : executable_->variables) variable.replicate(num_replicas());
  try {
    parts_->streams.begin_call();
    parts_->walk.start(executable_->root);
    if (!running()) finish_run();
  } catch (...) {
    release();
    throw;
  }
}

bool Engine::advance(const Budget& budget) {
  const RealClock::time_point begin = RealClock::now();
  const bool timed = budget.real_us < std::numeric_limits<double>::infinity();
  const bool counted = budget.instruction_count != Budget::kNoLimit;
  const std::int64_t first_step = machine_.steps;
  const std::int64_t first_slot = machine_.slots;
  std::int64_t executed = 0;
  while (running()) {
    if (executed >= budget.instruction_count || machine_.device.now() >= budget.until_cycle ||
        machine_.steps - first_step >= budget.step_count ||
        machine_.slots - first_slot >= budget.slot_count) {
      return false;
    }
    if (timed && executed > 0 && !parts_->ahead.owes() &&
        std::chrono::duration<double, std::micro>(RealClock::now() - begin).count() >=
            budget.real_us) {
      return false;
    }
    const std::int64_t limit = budget.until_cycle != Budget::kNoLimit ? 1
                               : counted ? budget.instruction_count - executed
                                         : Budget::kNoLimit;
    try {
      execute_next(limit);
      ++executed;
    } catch (...) {
      abandon();
      throw;
    }
  }
  return true;
}

// `limit`: instructions, with this one, that will be executed for certain.
void Engine::execute_next(std::int64_t limit) {
  Parts& parts = *parts_;
  const TreePosition at = parts.walk.at();
  const Instruction& next = at.next();
  parts.ahead.execute(at, parts.pipeline, limit);
  const bool done = parts.ahead.claim(at);
  switch (next.kind()) {
    case InstructionKind::compute: {
      const auto& compute = std::get<Compute>(next.what);
      const ReplicaRange own = parts.replicas.own();
      for (int r = own.begin; r < own.end && !done; ++r) {
        compute.kernel(parts.replicas.addresses(r));
      }
      for (int r = 0; r < parts.replicas.count(); ++r) {
        parts.recorder.spend(next, compute.supersteps, parts.replicas.ipu_of(r, next));
      }
      break;
    }
    case InstructionKind::stream_in:
      parts.streams.in(next, std::get<StreamIn>(next.what), done);
      break;
    case InstructionKind::stream_out:
      parts.streams.out(next, std::get<StreamOut>(next.what));
      break;
    case InstructionKind::inter_ipu_copy:
      parts.exchange.inter_ipu_copy(next, std::get<InterIpuCopy>(next.what));
      break;
    case InstructionKind::all_reduce:
      parts.exchange.all_reduce(next, std::get<AllReduce>(next.what));
      break;
    case InstructionKind::remote_load:
      parts.exchange.remote_transfer(next, std::get<RemoteLoad>(next.what), SpanKind::remote_load);
      break;
    case InstructionKind::remote_store:
      parts.exchange.remote_transfer(next, std::get<RemoteStore>(next.what),
                                     SpanKind::remote_store);
      break;
    case InstructionKind::gather_shares:
      parts.exchange.gather_shares(next, std::get<GatherShares>(next.what));
      break;
    default:
      PIPETTE_CHECK(false, next.name);
  }
  parts.walk.advance();
  if (parts.walk.ended()) finish_run();
}

void Engine::finish_run() {
  parts_->streams.end_call();
  parts_->replicas.share_variables();
  if (!parts_->walk.stepped()) machine_.end_step();
  parts_->streams.close();
  machine_.step_end_cycle = machine_.device.now();
}

void Engine::abandon() {
  if (running()) release();
}

void Engine::release() {
  parts_->walk.abandon();
  parts_->pipeline.abandon();
  parts_->ahead.abandon();
  parts_->streams.close();
}

}  // namespace pipette
