#include "program/run_ahead.h"

#include <algorithm>
#include <numeric>

#include "core/item.h"
#include "program/budget.h"
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

}  // namespace

RunAhead::RunAhead(const Executable& executable, Replicas& replicas, StreamPort& streams)
    : executable_(executable),
      replicas_(replicas),
      streams_(streams),
      several_cores_(WorkerPool::shared().num_threads() > 0) {}

void RunAhead::execute_next(const TreePosition& at, const PipelineRun& pipeline,
                            std::int64_t limit) {
  const bool begins_program =
      at.child == 0 && at.sequence->kind() == InstructionKind::stage_program;
  if (begins_program && limit == Budget::kNoLimit) execute_slot(pipeline);
  if (owed_ == 0 && replicas_.own().size() > 1 && at.next().kind() == InstructionKind::compute) {
    execute_sequence(at, limit);
  }
}

// What failed is among what is owed.
bool RunAhead::claim_owed(const TreePosition& at) {
  if (failed_ == at.next().id) std::rethrow_exception(failure_);
  const bool done = std::any_of(leads_.begin(), leads_.end(), [&](const Lead& lead) {
    return lead.sequence == at.sequence && at.child < lead.end;
  });
  if (done && --owed_ == 0) leads_.clear();
  return done;
}

bool RunAhead::is_ahead_in(const Instruction& sequence) const {
  return std::any_of(leads_.begin(), leads_.end(),
                     [&](const Lead& lead) { return lead.sequence == &sequence && lead.end > 0; });
}

void RunAhead::abandon() {
  leads_.clear();
  owed_ = 0;
  failed_ = -1;
  failure_ = nullptr;
}

// The kernels that come next in the sequence, up to an instruction that is none, for each replica.
void RunAhead::execute_sequence(const TreePosition& at, std::int64_t limit) {
  const std::vector<Instruction>& sequence = at.sequence->children;
  double work = 0;
  std::size_t end = at.child;
  while (end < sequence.size() && sequence[end].kind() == InstructionKind::compute &&
         static_cast<std::int64_t>(end - at.child) < limit) {
    work += nanoseconds(sequence[end++]);
  }
  if (work < kWorthwhileNanoseconds) return;
  const ReplicaRange own = replicas_.own();
  WorkerPool::shared().run(own.size(), [&](int part) {
    const BufferAddresses buffers = replicas_.addresses(own.begin + part);
    for (std::size_t i = at.child; i < end; ++i) {
      std::get<Compute>(sequence[i].what).kernel(buffers);
    }
  });
  leads_.push_back({at.sequence, end, -1});
  owed_ = static_cast<std::int64_t>(end - at.child);
}

// The programs of the slot from the one on that comes next, IPU by IPU.
void RunAhead::execute_slot(const PipelineRun& pipeline) {
  std::vector<Lead> leads = leads_of_slot(pipeline);
  const std::vector<int> ipus = ipus_worth_it(leads);
  if (ipus.empty()) return;
  read(pipeline, leads);
  run(pipeline, leads, ipus);
  for (const Lead& lead : leads) owed_ += static_cast<std::int64_t>(lead.end);
  if (owed_ > 0) leads_ = std::move(leads);
}

// On an IPU, nothing overtakes an instruction that has to wait; nor does one read from a stream
// overtake another.
std::vector<RunAhead::Lead> RunAhead::leads_of_slot(const PipelineRun& pipeline) const {
  std::vector<Lead> leads;
  std::vector<bool> waits(static_cast<std::size_t>(executable_.num_ipus), false);
  bool read_waits = false;
  for (const int program : pipeline.rest_of_slot()) {
    const Instruction& sequence = pipeline.child(program);
    const bool again = std::any_of(leads.begin(), leads.end(),
                                   [&](const Lead& lead) { return lead.sequence == &sequence; });
    if (again) break;  // one program several times: one lead at a time
    const auto& ipus = sequence.stage().ipus;
    const bool free =
        std::none_of(ipus.begin(), ipus.end(), [&](int ipu) { return item(waits, ipu); });
    std::size_t end = 0;
    while (free && end < sequence.children.size()) {
      const Instruction& next = sequence.children[end];
      if (!may_run_ahead(next.kind()) || (read_waits && reads(next))) break;
      ++end;
    }
    for (std::size_t i = end; i < sequence.children.size(); ++i) {
      for (const int ipu : ipus) item(waits, ipu) = true;
      read_waits = read_waits || reads(sequence.children[i]);
    }
    leads.push_back({&sequence, end, item(pipeline.done(), program)});
  }
  return leads;
}

std::vector<int> RunAhead::ipus_worth_it(const std::vector<Lead>& leads) const {
  if (leads.empty()) return {};
  std::vector<double> work(static_cast<std::size_t>(executable_.num_ipus), 0);
  for (const Lead& lead : leads) {
    for (std::size_t i = 0; i < lead.end; ++i) {
      const Instruction& next = lead.sequence->children[i];
      item(work, next.ipu) += nanoseconds(next);
    }
  }
  std::vector<int> ipus(work.size());
  std::iota(ipus.begin(), ipus.end(), 0);
  std::stable_sort(ipus.begin(), ipus.end(),
                   [&](int a, int b) { return item(work, a) > item(work, b); });
  const double all = replicas_.own().size() * std::accumulate(work.begin(), work.end(), 0.0);
  const double longest = item(work, ipus[0]);
  if (all - longest < kWorthwhileNanoseconds) return {};
  return ipus;
}

// Streams are read by one thread. What a stream refuses to give, the walk finds out in its turn;
// and it goes on with the elements of its own mini-batch.
void RunAhead::read(const PipelineRun& pipeline, std::vector<Lead>& leads) {
  bool refused = false;
  for (Lead& lead : leads) {
    for (std::size_t i = 0; i < lead.end; ++i) {
      const Instruction& next = lead.sequence->children[i];
      if (next.kind() == InstructionKind::stream_in && !refused) {
        try {
          streams_.read(next, lead.mini_batch);
        } catch (...) {
          refused = true;
        }
      }
      if (refused) lead.end = i;
    }
  }
  replicas_.select(pipeline.rings(), pipeline.mini_batch());
}

void RunAhead::run(const PipelineRun& pipeline, const std::vector<Lead>& leads,
                   const std::vector<int>& ipus) {
  struct Failure {
    std::size_t lead, child;
    std::exception_ptr error;
  };
  const auto num_replicas = static_cast<std::size_t>(replicas_.own().size());
  const std::size_t num_parts = num_replicas * ipus.size();
  std::vector<Failure> failures(num_parts);
  WorkerPool::shared().run(static_cast<int>(num_parts), [&](int part) {
    const auto index = static_cast<std::size_t>(part);
    const int replica = replicas_.own().begin + static_cast<int>(index % num_replicas);
    const int ipu = ipus[index / num_replicas];
    std::vector<std::byte*> buffers = replicas_.buffers(replica);
    Failure& at = failures[index];
    try {
      for (at.lead = 0; at.lead < leads.size(); ++at.lead) {
        const Lead& lead = leads[at.lead];
        const auto begin = lead.sequence->children.begin();
        const bool has_work = std::any_of(begin, begin + static_cast<std::ptrdiff_t>(lead.end),
                                          [&](const Instruction& next) { return next.ipu == ipu; });
        if (!has_work) continue;
        replicas_.select(pipeline.rings(), lead.mini_batch, replica, buffers);
        for (const MiniBatchCounter& counter : lead.sequence->counters()) {
          const bool here = item(executable_.buffers, counter.buffer).ipu == ipu;
          if (here && lead.end > 0) counter.set(lead.mini_batch, buffers.data());
        }
        for (at.child = 0; at.child < lead.end; ++at.child) {
          const Instruction& next = lead.sequence->children[at.child];
          const auto* compute = std::get_if<Compute>(&next.what);
          if (compute != nullptr && next.ipu == ipu) compute->kernel(buffers.data());
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
        std::pair(failure.lead, failure.child) < std::pair(first->lead, first->child)) {
      first = &failure;
    }
  }
  if (first == nullptr) return;
  failed_ = leads[first->lead].sequence->children[first->child].id;
  failure_ = first->error;
}

}  // namespace pipette
