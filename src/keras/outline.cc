#include "keras/outline.h"

#include "keras/model_program.h"

namespace pipette::keras {

std::optional<pipelining::PipelineOutline> outline_of(const Model& model) {
  const ModelProgram* program = model.training_program();
  if (program == nullptr || !model.pipelined()) return std::nullopt;
  const PipeliningSettings& settings = model.settings().pipelining;
  pipelining::PipelineOutline outline{
      program->function(),
      settings.pipeline.pipeline_schedule.value_or(pipelining::PipelineSchedule::grouped),
      pipelining::default_device_mapping(model.num_stages()),
      {},
      program->size().accumulation,
      program->size().replicas};
  for (int stage = 0; stage < model.num_stages(); ++stage) {
    const auto s = static_cast<std::size_t>(stage);
    if (settings.device_mapping) outline.stage_devices[s] = {(*settings.device_mapping)[s]};
    outline.stage_names.push_back(model.stage_name(stage));
  }
  return outline;
}

}  // namespace pipette::keras
