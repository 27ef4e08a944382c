// A variable: named state that lives on the device between runs.
//
//   Variable w("Dense_128/kernel", initial_value);
//   Tensor product = matmul(x, w);        // while tracing: converts to a read of the variable
//   Array now = w.value();                // a copy, on the host
//
// Copies of a Variable refer to the same state. The engine reads and writes the storage while a
// program runs; value() and assign() are for the thread that drives the engine, between
// instructions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/item.h"

namespace pipette {

class Variable {
 public:
  // Copies `initial`. Throws TypeError for a dtype that the device does not have, ValueError for an
  // empty name.
  Variable(std::string name, const Array& initial);

  const std::string& name() const { return state_->name; }
  DType dtype() const { return storage().dtype(); }
  const Shape& shape() const { return storage().shape(); }
  const ArraySpec& spec() const { return storage().spec(); }

  Array value() const { return storage().clone(); }  // of replica 0
  // Throws InvalidArgument if dtype or shape differ.
  void assign(const Array& value);
  void reset() { assign(state_->initial); }  // back to the initial value

  // The live storage of a replica, not a copy. reserve_replicas() creates storage for
  // `num_replicas` replicas, and assign() writes all of it.
  const Array& storage(int replica = 0) const { return item(state_->storages, replica); }
  void reserve_replicas(int num_replicas) const;
  // Called when a run with this many replicas begins: replicas that the last run did not have start
  // with the value of replica 0.
  void replicate(int num_replicas) const;
  // The values of all replicas of the latest run: [*shape] of one, [replicas, *shape] of several.
  Array by_replica() const;
  // Puts such values back. Throws InvalidArgument for another dtype or shape, and for more than
  // `most_replicas`.
  void restore(const Array& values, int most_replicas) const;
  friend bool operator==(const Variable& a, const Variable& b) { return a.state_ == b.state_; }

 private:
  struct State {
    std::string name;
    Array initial;
    std::vector<Array> storages;  // by replica
    int num_live = 1;             // replicas in the latest run
  };
  std::shared_ptr<State> state_;
};

}  // namespace pipette
