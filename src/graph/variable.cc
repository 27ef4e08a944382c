#include "graph/variable.h"

#include <cstring>

namespace pipette {

namespace {

void copy(const Array& from, const Array& to) {
  if (from.num_bytes() > 0) std::memcpy(to.bytes(), from.bytes(), from.num_bytes());
}

}  // namespace

Variable::Variable(std::string name, const Array& initial)
    : state_(std::make_shared<State>(State{std::move(name), initial.clone(), {initial.clone()}})) {
  if (state_->name.empty()) throw ValueError("a variable needs a name");
  if (!is_device_dtype(dtype())) {
    throw TypeError("variable \"" + this->name() + "\" has dtype " + dtype_name(dtype()) +
                    ", which the device does not have; cast it to float32 or int32");
  }
}

void Variable::assign(const Array& value) {
  if (value.spec() != spec()) {
    throw InvalidArgument("variable \"" + name() + "\" holds " + dtype_name(dtype()) + " " +
                          shape().to_string() + "; cannot assign " + dtype_name(value.dtype()) +
                          " " + value.shape().to_string());
  }
  for (const Array& storage : state_->storages) {
    std::memcpy(storage.bytes(), value.bytes(), value.num_bytes());
  }
}

void Variable::reserve_replicas(int num_replicas) const {
  while (state_->storages.size() < static_cast<std::size_t>(num_replicas)) {
    state_->storages.push_back(storage().clone());
  }
}

void Variable::replicate(int num_replicas) const {
  reserve_replicas(num_replicas);
  for (int r = state_->num_live; r < num_replicas; ++r) {
    std::memcpy(storage(r).bytes(), storage().bytes(), storage().num_bytes());
  }
  state_->num_live = num_replicas;
}

Array Variable::by_replica() const {
  if (state_->num_live == 1) return value();
  Array all(ArraySpec{dtype(), shape().with_front(state_->num_live)});
  for (int r = 0; r < state_->num_live; ++r) copy(storage(r), all.slice(r));
  return all;
}

void Variable::restore(const Array& values, int most_replicas) const {
  const bool several = values.shape() != shape();
  const std::int64_t replicas = several && values.shape().rank() > 0 ? values.shape()[0] : 1;
  if (values.dtype() != dtype() || replicas < 1 || replicas > most_replicas ||
      (several && values.shape() != shape().with_front(replicas))) {
    throw InvalidArgument("variable \"" + name() + "\" holds " + dtype_name(dtype()) + " " +
                          shape().to_string() + " in at most " + std::to_string(most_replicas) +
                          " replicas, not " + dtype_name(values.dtype()) + " " +
                          values.shape().to_string());
  }
  state_->num_live = static_cast<int>(replicas);
  reserve_replicas(state_->num_live);
  for (int r = 0; r < state_->num_live; ++r) copy(several ? values.slice(r) : values, storage(r));
}

}  // namespace pipette
