// Persistent threads, for work that is divided into independent parts.
//
//   WorkerPool::shared().run(4, [&](int part) { compute(part); });   // returns when all are done
//
// The calling thread works too. shared() has a thread for each other core that this process may
// use, or its share of them among several instances, started by the first run(); in WebAssembly
// there are none and the parts run one after the other. If another thread is using the pool the
// parts also run one after the other, so run() never blocks for long and may be nested. If parts
// throw, the exception of the lowest part is passed on, after all parts have ended.
//
// Waiting threads look for work for some 20 us before they sleep: waking them takes longer than
// most parts. run() may be called from any thread.
#pragma once

#include <functional>
#include <memory>

namespace pipette {

class WorkerPool {
 public:
  explicit WorkerPool(int num_threads);  // besides the caller of run()
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  static WorkerPool& shared();
  int num_threads() const;
  void run(int num_parts, const std::function<void(int)>& part);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pipette
