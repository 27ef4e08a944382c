#include "cards/loss_model.h"

#include "experiment/catalogue.h"

namespace pipette::app {

const char* note_on_losses(const Experiment& experiment) {
  const ProgramKind kind = catalogue_entry(experiment.name).kind;
  if (kind == ProgramKind::loops) {
    return "The mean loss of an epoch comes back with the result of its engine run";
  }
  switch (experiment.feeds.dequeue) {
    case DequeueTime::at_end:
      return "Losses wait in the outfeed until the host reads them, after the last engine run";
    case DequeueTime::each_run:
      return "Losses wait in the outfeed until the host reads them, after each engine run";
    default:
      return "The host reads the outfeed while the program runs";
  }
}

}  // namespace pipette::app
