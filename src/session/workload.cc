#include "session/workload.h"

#include "session/mnist_workload.h"

namespace pipette {

std::unique_ptr<Workload> make_workload(const Experiment& experiment, const ImageData& data,
                                        Strategy& strategy, Record& record) {
  return std::make_unique<MnistWorkload>(experiment, data, strategy, record);
}

}  // namespace pipette
