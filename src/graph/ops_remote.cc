#include "graph/ops.h"

namespace pipette {

namespace {

Operation add(OpKind kind, const Variable& variable, bool shared) {
  return {Graph::current().add(kind, RemoteAttributes{variable, shared}, {}, {},
                               variable.name() + "/" + op_name(kind))};
}

}  // namespace

Operation remote_load(const Variable& variable, bool shared) {
  return add(OpKind::remote_load, variable, shared);
}

Operation remote_store(const Variable& variable, bool shared) {
  return add(OpKind::remote_store, variable, shared);
}

Operation remote_release(const Variable& variable) {
  return add(OpKind::remote_release, variable, false);
}

Operation gather_shares(const Variable& variable, bool shared) {
  return add(OpKind::gather_shares, variable, shared);
}

}  // namespace pipette
