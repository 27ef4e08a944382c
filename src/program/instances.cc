#include "program/instances.h"

namespace pipette {

namespace {

thread_local Instances* current_instances = nullptr;

}  // namespace

Instances* Instances::current() { return current_instances; }
void Instances::set_current(Instances* instances) { current_instances = instances; }
bool Instances::speaks() { return current() == nullptr || current()->index() == 0; }

// Rounded up, so that the first instance has the first replica.
ReplicaRange Instances::replicas(int num_replicas, int instance) const {
  const auto begin = [&](int i) { return (i * num_replicas + count() - 1) / count(); };
  return {begin(instance), begin(instance + 1)};
}

std::vector<std::size_t> Instances::sizes(int num_replicas, std::size_t bytes) const {
  std::vector<std::size_t> sizes;
  for (int i = 0; i < count(); ++i) {
    sizes.push_back(static_cast<std::size_t>(replicas(num_replicas, i).size()) * bytes);
  }
  return sizes;
}

}  // namespace pipette
