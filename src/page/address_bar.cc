#include "page/address_bar.h"

#include "page/experiment_panel.h"

namespace pipette::app {

std::string refusal_of_link(const std::string& why) {
  return "The link was refused: " + with_labels(why) +
         ". Open the whole link, or go on with this experiment.";
}

void AddressBar::follow(Host& host, std::uint64_t edit, const Address& now) {
  const bool elsewhere = now.scene != last_.scene || now.by_calls != last_.by_calls ||
                         now.experiment.name != last_.experiment.name || now.task != last_.task;
  const bool edited = edit != edit_ && now.experiment.to_json() != last_.experiment.to_json();
  const bool changed = elsewhere || edited || now.at != last_.at || now.place != last_.place;
  edit_ = edit;
  if (!changed) return;
  last_ = now;
  if (known_) host.show_address(address_json(now), elsewhere);
  known_ = true;
}

}  // namespace pipette::app
