#include "program/worker_pool.h"

#include <exception>
#include <vector>

#include "core/item.h"
#include "program/instances.h"

#ifndef __EMSCRIPTEN__
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#ifdef __linux__
#include <sched.h>
#endif
#endif

namespace pipette {

namespace {

using Part = std::function<void(int)>;

std::exception_ptr run_part(const Part& part, int index) {
  try {
    part(index);
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

void rethrow_first(const std::vector<std::exception_ptr>& errors) {
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

void run_in_turn(int num_parts, const Part& part) {
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(num_parts));
  for (int i = 0; i < num_parts; ++i) item(errors, i) = run_part(part, i);
  rethrow_first(errors);
}

}  // namespace

#ifdef __EMSCRIPTEN__

struct WorkerPool::State {};
WorkerPool::WorkerPool(int) {}
WorkerPool::~WorkerPool() = default;
int WorkerPool::num_threads() const { return 0; }
void WorkerPool::run(int num_parts, const Part& part) { run_in_turn(num_parts, part); }

WorkerPool& WorkerPool::shared() {
  static WorkerPool pool(0);
  return pool;
}

#else

namespace {

constexpr int kLooks = 4000;  // some 20 us

template <class Done>
void look_for(const Done& done) {
  for (int i = 0; i < kLooks && !done(); ++i) {
    std::atomic_signal_fence(std::memory_order_seq_cst);
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
}

}  // namespace

struct WorkerPool::State {
  std::mutex in_use;  // held by run()
  std::mutex mutex;   // guards what follows
  std::condition_variable work_came, work_ended;
  std::atomic<std::int64_t> runs{0};
  std::atomic<int> num_unfinished{0};
  std::atomic<bool> stopping{false};
  const Part* part = nullptr;
  int num_parts = 0, next_part = 0;
  std::vector<std::exception_ptr> errors;
  int num_threads = 0;
  std::vector<std::thread> threads;  // from the first run() on

  // Takes parts until there are no more. `lock` holds `mutex`.
  void take_part(std::unique_lock<std::mutex>& lock) {
    while (next_part < num_parts) {
      const int index = next_part++;
      const Part& own = *part;
      lock.unlock();
      std::exception_ptr error = run_part(own, index);
      lock.lock();
      item(errors, index) = std::move(error);
      if (--num_unfinished == 0) work_ended.notify_one();
    }
  }

  void live() {
    std::int64_t seen = 0;
    while (true) {
      const auto called = [&] { return stopping || runs != seen; };
      look_for(called);
      std::unique_lock lock(mutex);
      work_came.wait(lock, called);
      if (stopping) return;
      seen = runs;
      take_part(lock);
    }
  }
};

WorkerPool::WorkerPool(int num_threads) : state_(std::make_unique<State>()) {
  state_->num_threads = num_threads;
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->work_came.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

namespace {

// That this process may use: a container or taskset may have given it fewer than there are.
int num_cores() {
#ifdef __linux__
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

WorkerPool& WorkerPool::shared() {
  const Instances* all = Instances::current();
  static WorkerPool pool(
      std::max(0, num_cores() / (all == nullptr ? 1 : all->sharing_processors()) - 1));
  return pool;
}

int WorkerPool::num_threads() const { return state_->num_threads; }

void WorkerPool::run(int num_parts, const Part& part) {
  const std::unique_lock in_use(state_->in_use, std::try_to_lock);
  if (!in_use || state_->num_threads == 0 || num_parts < 2) {
    run_in_turn(num_parts, part);
    return;
  }
  while (num_threads() > static_cast<int>(state_->threads.size())) {
    state_->threads.emplace_back([state = state_.get()] { state->live(); });
  }
  // Before anything is there to be taken: a thread that comes late to the run before takes what it
  // finds.
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(num_parts));
  std::unique_lock lock(state_->mutex);
  state_->errors = std::move(errors);
  state_->part = &part;
  state_->num_parts = num_parts;
  state_->next_part = 0;
  state_->num_unfinished = num_parts;
  ++state_->runs;
  state_->work_came.notify_all();
  state_->take_part(lock);
  lock.unlock();
  const auto ended = [&] { return state_->num_unfinished == 0; };
  look_for(ended);
  lock.lock();
  state_->work_ended.wait(lock, ended);
  errors = std::move(state_->errors);
  lock.unlock();
  rethrow_first(errors);
}

#endif

}  // namespace pipette
