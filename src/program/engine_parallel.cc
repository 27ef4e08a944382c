// The host's work on several cores. Replicas share nothing between two instructions at which they
// meet, and the stage programs of a slot nothing between IPUs, so each may run ahead on a core of
// its own. The modelled clocks follow instruction by instruction, in the order of the tree.
#include <algorithm>
#include <numeric>

#include "program/engine.h"
#include "program/worker_pool.h"

namespace pipette {

namespace {

// Handing work to other cores takes some microseconds; unless it saves this, by the rough rates
// below, it does not pay.
constexpr double kWorthwhileNanoseconds = 20'000;
constexpr double kFlopsPerNanosecond = 16, kBytesPerNanosecond = 8;

double nanoseconds(const Instruction& instruction) {
  if (instruction.kind() != InstructionKind::compute) return 0;
  const Cost cost = instruction.cost();
  return static_cast<double>(cost.flops) / kFlopsPerNanosecond +
         static_cast<double>(cost.bytes) / kBytesPerNanosecond;
}

bool reads(const Instruction& instruction) {
  return instruction.kind() == InstructionKind::stream_in ||
         std::any_of(instruction.children.begin(), instruction.children.end(), reads);
}

// What may be done before the clock gets there. Results must come out in order, and loops and what
// joins replicas are left to the walk; transfers between memories move nothing on the host.
bool may_run_ahead(InstructionKind kind) {
  return kind == InstructionKind::compute || kind == InstructionKind::stream_in ||
         kind == InstructionKind::inter_ipu_copy || kind == InstructionKind::remote_load ||
         kind == InstructionKind::remote_store || kind == InstructionKind::gather_shares;
}

const PipelinePlan& plan_of(const Instruction& pipeline) {
  return std::get<Pipeline>(pipeline.what).plan;
}

}  // namespace

bool Engine::done_ahead(const Instruction& instruction) {
  if (failed_ == instruction.id) std::rethrow_exception(failure_);
  if (ahead_ == 0) return false;
  --ahead_;
  --owed_;
  return true;
}

void Engine::look_ahead(const Instruction& next) {
  if (WorkerPool::shared().num_threads() == 0) return;
  const std::size_t depth = frames_.size();
  if (depth > 1 && frames_[depth - 2].parent->kind() == InstructionKind::pipeline &&
      frames_.back().next_child == 0) {
    run_slot_ahead();
  }
  if (owed_ == 0 && num_replicas() > 1 && next.kind() == InstructionKind::compute) {
    run_sequence_ahead();
  }
}

// The kernels that come next in the sequence, up to an instruction that is none, for each replica.
void Engine::run_sequence_ahead() {
  const std::vector<Instruction>& sequence = frames_.back().parent->children;
  const std::size_t first = frames_.back().next_child;
  double work = 0;
  std::size_t end = first;
  while (end < sequence.size() && sequence[end].kind() == InstructionKind::compute &&
         static_cast<std::int64_t>(end - first) < lookahead_) {
    work += nanoseconds(sequence[end++]);
  }
  if (work < kWorthwhileNanoseconds) return;
  WorkerPool::shared().run(num_replicas(), [&](int r) {
    std::byte* const* buffers = replicas_[static_cast<std::size_t>(r)].buffers.data();
    for (std::size_t i = first; i < end; ++i) std::get<Compute>(sequence[i].what).kernel(buffers);
  });
  ahead_ = owed_ = static_cast<std::int64_t>(end - first);
}

// The programs of the slot from the one on that comes next, IPU by IPU.
void Engine::run_slot_ahead() {
  const Frame& frame = frames_[frames_.size() - 2];
  const Instruction& pipeline = *frame.parent;
  if (frame.iteration == plan_of(pipeline).num_slots(frame.trip_count))
    return;  // the weight update
  if (lookahead_ != Budget::kNoLimit) return;
  std::vector<Lead> leads = leads_of_slot(frame);
  std::vector<double> work(static_cast<std::size_t>(executable_->num_ipus), 0);
  for (const Lead& lead : leads) {
    const Instruction& program = pipeline.children[static_cast<std::size_t>(lead.program)];
    for (std::size_t i = 0; i < lead.count; ++i) {
      work[static_cast<std::size_t>(program.children[i].ipu)] += nanoseconds(program.children[i]);
    }
  }
  std::vector<int> ipus(work.size());
  std::iota(ipus.begin(), ipus.end(), 0);
  std::stable_sort(ipus.begin(), ipus.end(), [&](int a, int b) {
    return work[static_cast<std::size_t>(a)] > work[static_cast<std::size_t>(b)];
  });
  const double all = num_replicas() * std::accumulate(work.begin(), work.end(), 0.0);
  const double longest = work[static_cast<std::size_t>(ipus[0])];
  if (all - longest < kWorthwhileNanoseconds) return;
  read_ahead(pipeline, leads);
  run_ahead(pipeline, leads, ipus);
  Pipeline& state = pipelines_.at(pipeline.id);
  for (const Lead& lead : leads) {
    const auto count = static_cast<std::int64_t>(lead.count);
    state.ahead[static_cast<std::size_t>(lead.program)] = count;
    owed_ += count;
  }
  ahead_ = static_cast<std::int64_t>(leads[0].count);
}

// On an IPU, nothing overtakes an instruction that has to wait; nor does one read from a stream
// overtake another.
std::vector<Engine::Lead> Engine::leads_of_slot(const Frame& frame) const {
  const Instruction& pipeline = *frame.parent;
  const PipelinePlan::Slot& slot = plan_of(pipeline).slot(frame.iteration, frame.trip_count);
  const Pipeline& state = pipelines_.at(pipeline.id);
  std::vector<Lead> leads;
  std::vector<bool> waits(static_cast<std::size_t>(executable_->num_ipus), false);
  bool read_waits = false;
  for (std::size_t position = frame.next_child; position < slot.size(); ++position) {
    const bool again = std::any_of(leads.begin(), leads.end(), [&](const Lead& lead) {
      return lead.program == slot[position];
    });
    if (again) break;  // one program several times: one lead at a time
    const auto program = static_cast<std::size_t>(slot[position]);
    const Instruction& sequence = pipeline.children[program];
    const auto& ipus = sequence.stage().ipus;
    const bool free = std::none_of(ipus.begin(), ipus.end(),
                                   [&](int ipu) { return waits[static_cast<std::size_t>(ipu)]; });
    std::size_t count = 0;
    while (free && count < sequence.children.size()) {
      const Instruction& next = sequence.children[count];
      if (!may_run_ahead(next.kind()) || (read_waits && reads(next))) break;
      ++count;
    }
    for (std::size_t i = count; i < sequence.children.size(); ++i) {
      for (const int ipu : ipus) waits[static_cast<std::size_t>(ipu)] = true;
      read_waits = read_waits || reads(sequence.children[i]);
    }
    leads.push_back({slot[position], state.done[program], count});
  }
  return leads;
}

// Streams are read by one thread. What a stream refuses to give, the walk finds out in its turn;
// and it goes on with the elements of its own mini-batch.
void Engine::read_ahead(const Instruction& pipeline, std::vector<Lead>& leads) {
  const std::int64_t mini_batch = mini_batch_;
  bool refused = false;
  for (Lead& lead : leads) {
    mini_batch_ = lead.mini_batch;
    const Instruction& program = pipeline.children[static_cast<std::size_t>(lead.program)];
    for (std::size_t i = 0; i < lead.count; ++i) {
      if (program.children[i].kind() == InstructionKind::stream_in && !refused) {
        try {
          read_elements(program.children[i]);
        } catch (...) {
          refused = true;
        }
      }
      if (refused) lead.count = i;
    }
  }
  mini_batch_ = mini_batch;
  for (Replica& replica : replicas_) {
    select_entries(pipeline, mini_batch_, replica, replica.buffers);
  }
}

void Engine::run_ahead(const Instruction& pipeline, const std::vector<Lead>& leads,
                       const std::vector<int>& ipus) {
  struct Failure {
    std::size_t lead, instruction;
    std::exception_ptr error;
  };
  const std::size_t num_parts = replicas_.size() * ipus.size();
  std::vector<Failure> failures(num_parts);
  WorkerPool::shared().run(static_cast<int>(num_parts), [&](int part) {
    const auto index = static_cast<std::size_t>(part);
    const Replica& replica = replicas_[index % replicas_.size()];
    const int ipu = ipus[index / replicas_.size()];
    std::vector<std::byte*> buffers = replica.buffers;
    Failure& at = failures[index];
    try {
      for (at.lead = 0; at.lead < leads.size(); ++at.lead) {
        const Lead& lead = leads[at.lead];
        const Instruction& program = pipeline.children[static_cast<std::size_t>(lead.program)];
        select_entries(pipeline, lead.mini_batch, replica, buffers);
        for (const MiniBatchCounter& counter : program.counters()) {
          const bool here =
              executable_->buffers[static_cast<std::size_t>(counter.buffer)].ipu == ipu;
          if (here && lead.count > 0) counter.set(lead.mini_batch, buffers.data());
        }
        for (at.instruction = 0; at.instruction < lead.count; ++at.instruction) {
          const Instruction& next = program.children[at.instruction];
          if (next.kind() == InstructionKind::compute && next.ipu == ipu)
            std::get<Compute>(next.what).kernel(buffers.data());
        }
      }
    } catch (...) {
      at.error = std::current_exception();
    }
  });
  const Failure* first = nullptr;
  for (const Failure& failure : failures) {
    if (failure.error == nullptr) continue;
    if (first == nullptr ||
        std::pair(failure.lead, failure.instruction) < std::pair(first->lead, first->instruction)) {
      first = &failure;
    }
  }
  if (first == nullptr) return;
  const auto program = static_cast<std::size_t>(leads[first->lead].program);
  failed_ = pipeline.children[program].children[first->instruction].id;
  failure_ = first->error;
}

}  // namespace pipette
