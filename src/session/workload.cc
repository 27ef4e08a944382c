#include "session/workload.h"

#include "core/error.h"
#include "experiment/catalogue.h"
#include "session/inspected_workload.h"
#include "session/keras_workload.h"
#include "session/mnist_workload.h"
#include "session/tutorial_workloads.h"

namespace pipette {

std::unique_ptr<Workload> make_workload(const Experiment& experiment, const ImageData& data,
                                        Strategy& strategy, Record& record) {
  switch (catalogue_entry(experiment.name).kind) {
    case ProgramKind::keras:
      return std::make_unique<KerasWorkload>(experiment, data, strategy, record);
    case ProgramKind::inspected:
      return std::make_unique<InspectedWorkload>(experiment, data, strategy, record);
    case ProgramKind::loops:
    case ProgramKind::without_loops:
      return std::make_unique<LoopsWorkload>(experiment, data, strategy, record);
    case ProgramKind::arithmetic:
      return std::make_unique<ArithmeticWorkload>(experiment, strategy, record);
    case ProgramKind::benchmark:
      return std::make_unique<BenchmarkWorkload>(experiment, data, record);
    default:
      return std::make_unique<MnistWorkload>(experiment, data, strategy, record);
  }
}

void Workload::archive(Archive&) {
  throw FailedPrecondition(
      "a benchmark measures this computer from its beginning to its end, so there are no checkpoints "
      "of it");
}

}  // namespace pipette
