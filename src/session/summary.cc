#include "session/summary.h"

#include "core/json.h"
#include "experiment/problems.h"

namespace pipette {

std::string Summary::to_json() const {
  Json json = Json::object();
  json["experiment"] = experiment.name;
  json["data"] = experiment.training.data;
  json["seed"] = experiment.training.seed;
  json["fingerprint"] = experiment.fingerprint();
  if (benchmark) {
    json["epochs"] = benchmark->empty() ? Json::array() : parse_json(*benchmark)["epochs"];
    return json.dump(2);
  }
  json["steps"] = steps;
  json["step"] = experiment.step_unit();
  for (const pipette::Rounding& rounding : pipette::roundings_of(experiment)) {
    json["asked"][rounding.field] = rounding.asked;
  }
  json["steps_per_execution"] = experiment.training.steps_per_execution;
  json["runs"] = runs;
  json["final_loss"] = final_loss;
  json["mean_loss_last_500"] = mean_loss_last_500;
  json["test_accuracy"] = test_accuracy < 0 ? Json(nullptr) : Json(test_accuracy);
  json["weight_hash"] = weight_hash;
  json["loss_hash"] = loss_hash;
  json["modelled"] = {{"seconds", modelled_seconds},
                      {"seconds_without_compile", modelled_seconds_without_compile},
                      {"cycles", modelled_cycles},
                      {"stream_wait_cycles", modelled_stream_wait_cycles}};
  json["real"] = {{"seconds", real_seconds}, {"steps_per_second", steps_per_second()}};
  return json.dump(2);
}

}  // namespace pipette
