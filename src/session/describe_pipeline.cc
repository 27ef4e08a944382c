#include "session/describe_pipeline.h"

#include "session/workload.h"

namespace pipette {

PipelineInfo describe_pipeline(const Experiment& experiment) {
  experiment.validate();
  if (!experiment.pipelined()) {
    throw InvalidArgument(
        experiment.pipeline.sharding
            ? "an experiment with sharding has no pipeline; use sharding false"
            : "an experiment of one stage has no pipeline; use at least 2 stages");
  }
  Machine machine(experiment.device_config(), 1);
  Strategy strategy(machine);
  Record record;
  const ImageData data = ImageData::generated(experiment.training.seed);
  const auto workload = make_workload(experiment, data, strategy, record);
  return describe(*workload->pipeline(), strategy);
}

}  // namespace pipette
