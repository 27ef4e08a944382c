// The fields of an experiment, named once: JSON both ways and validation go through this list.
#pragma once

#include <nlohmann/json.hpp>

#include "session/experiment.h"

namespace pipette {

using Json = nlohmann::ordered_json;

// Calls visit(name, reference to the member) for every field, in JSON's order; nested objects are
// named "device.architecture", "host.call_us".
template <class E, class V>
void visit_fields(E& e, V&& visit) {
  visit("experiment", e.name);
  visit("steps", e.steps);
  visit("steps_per_execution", e.steps_per_execution);
  visit("batch_size", e.batch_size);
  visit("learning_rate", e.learning_rate);
  visit("hidden_units", e.hidden_units);
  visit("seed", e.seed);
  visit("data", e.data);
  visit("optimizer", e.optimizer);
  visit("stages", e.stages);
  visit("pipeline_schedule", e.pipeline_schedule);
  visit("gradient_accumulation_count", e.gradient_accumulation_count);
  visit("device_mapping", e.device_mapping);
  visit("reduction_method", e.reduction_method);
  visit("recompute", e.recompute);
  visit("offload_weight_update_variables", e.offload_weight_update_variables);
  visit("offload_gradient_accumulation_buffers", e.offload_gradient_accumulation_buffers);
  visit("offload_activations", e.offload_activations);
  visit("offload_weights", e.offload_weights);
  visit("replicated_optimizer_state_sharding", e.replicated_optimizer_state_sharding);
  visit("replicas", e.replicas);
  visit("layers", e.layers);
  visit("model_type", e.model_type);
  visit("gradients_filters", e.gradients_filters);
  visit("activations_filters", e.activations_filters);
  visit("outfeed_pre_accumulated_gradients", e.outfeed_pre_accumulated_gradients);
  visit("prefetch_depth", e.prefetch_depth);
  visit("buffer_depth", e.buffer_depth);
  visit("outfeed_mode", e.outfeed_mode);
  visit("dequeue", e.dequeue);
  visit("device.architecture", e.device.architecture);
  visit("device.layout_changes", e.device.layout_changes);
  auto& host = e.device.host;
  visit("host.call_us", host.call_us);
  visit("host.element_us", host.element_us);
  visit("host.handshake_begin_us", host.handshake_begin_us);
  visit("host.handshake_end_us", host.handshake_end_us);
  visit("host.data_phase_cycles", host.data_phase_cycles);
  visit("host.host_bytes_per_second", host.host_bytes_per_second);
  visit("host.staging_bytes_per_second", host.staging_bytes_per_second);
  visit("host.compile_seconds", host.compile_seconds);
}

}  // namespace pipette
