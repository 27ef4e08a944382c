#include "graph/variable.h"

#include <cstring>

namespace pipette {

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

}  // namespace pipette
