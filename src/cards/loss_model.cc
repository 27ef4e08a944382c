#include "cards/loss_model.h"

namespace pipette::app {

const char* note_on_losses(DequeueTime dequeue) {
  switch (dequeue) {
    case DequeueTime::at_end:
      return "Losses wait in the outfeed until the host reads them, after the last engine run";
    case DequeueTime::each_run:
      return "Losses wait in the outfeed until the host reads them, after each engine run";
    default:
      return "The host reads the outfeed while the program runs";
  }
}

}  // namespace pipette::app
