#include "page/address.h"

#include <optional>
#include <utility>

#include "core/error.h"
#include "core/json.h"
#include "experiment/field.h"
#include "experiment/flat_fields.h"
#include "page/shown_programs.h"

namespace pipette::app {
namespace {

constexpr const char* kByCalls = "by-calls";
constexpr const char* kSettings[] = {"first.", "second."};  // of a comparison

// Takes out one of the address's own members; null if it is missing.
Json take(Json* address, const std::string& name) {
  const auto at = address->find(name);
  if (at == address->end()) return nullptr;
  Json value = std::move(*at);
  address->erase(at);
  return value;
}

std::int64_t take_count(Json* address, const std::string& name) {
  const Json value = take(address, name);
  if (value.is_null()) return 0;
  if (!value.is_number_integer() || value < 0 || value > std::int64_t{1} << 53) {
    throw InvalidArgument(name + " must be a whole number from 0, not " + shown_json(value));
  }
  return value.get<std::int64_t>();
}

std::string take_word(Json* address, const std::string& name) {
  const Json value = take(address, name);
  if (value.is_null()) return {};
  if (!value.is_string()) {
    throw InvalidArgument(name + " must be a word, not " + shown_json(value));
  }
  return value.get<std::string>();
}

std::optional<bool> take_switch(Json* address, const std::string& name) {
  const Json value = take(address, name);
  if (value.is_null()) return std::nullopt;
  if (!value.is_boolean()) {
    throw InvalidArgument(name + " must be true or false, not " + shown_json(value));
  }
  return value.get<bool>();
}

Place take_place(Json* address) {
  Place place = {.digit = take_count(address, "digit"),
                 .station = take_count(address, "station"),
                 .slot = take_count(address, "slot"),
                 .compare = take_switch(address, "compare").value_or(false)};
  for (std::size_t i = 0; i < place.compared.size(); ++i) {
    const std::string of = kSettings[i];
    Place::Setting& setting = place.compared[i];
    const std::string schedule = take_word(address, of + "schedule");
    if (!schedule.empty()) setting.schedule = pipelining::parse_schedule(schedule);
    if (const std::int64_t stages = take_count(address, of + "stages")) setting.stages = stages;
    if (const std::int64_t count = take_count(address, of + "count")) setting.count = count;
    setting.recompute = take_switch(address, of + "recompute");
    place.compare = place.compare || setting != Place::Setting();
  }
  return place;
}

void put_place(const Place& place, Json* address) {
  const auto put = [address](const std::string& name, const auto& value) {
    if (value) (*address)[name] = *value;
  };
  if (place.digit > 0) (*address)["digit"] = place.digit;
  if (place.station > 0) (*address)["station"] = place.station;
  if (place.slot > 0) (*address)["slot"] = place.slot;
  if (place.compare) (*address)["compare"] = true;
  for (std::size_t i = 0; i < place.compared.size(); ++i) {
    const std::string of = kSettings[i];
    const Place::Setting& setting = place.compared[i];
    if (setting.schedule) (*address)[of + "schedule"] = to_word(*setting.schedule);
    put(of + "stages", setting.stages);
    put(of + "count", setting.count);
    put(of + "recompute", setting.recompute);
  }
}

Json fields_that_differ(const Experiment& e) {
  const Experiment defaults = Experiment::defaults(e.name);
  Json json = Json::object();
  for (const Field& field : fields()) {
    Json value = field.get(e);
    if (field.name == "data") continue;
    if (field.name == "experiment" || value != field.get(defaults)) {
      json[field.name] = std::move(value);
    }
  }
  return json;
}

}  // namespace

Address parse_address(const std::string& text) {
  Json json = parse_json(text);
  if (json.is_discarded()) throw InvalidArgument("the experiment is not valid JSON");
  if (!json.is_object()) throw InvalidArgument("the experiment must be a JSON object");
  Address address;
  if (const std::int64_t version = take_count(&json, "v"); version > kAddressVersion) {
    throw InvalidArgument("it is of version " + std::to_string(version) +
                          ", and this page reads versions up to " +
                          std::to_string(kAddressVersion) + ": reload the page to get a newer one");
  }
  address.scene = take_word(&json, "scene");
  address.place = take_place(&json);
  address.at = take_count(&json, "at");
  address.task = take_task(&json);
  const std::string leads = take_word(&json, "leads");
  if (!leads.empty() && leads != kByCalls) {
    throw InvalidArgument("leads must be " + std::string(kByCalls) + ", not " + leads);
  }
  const Experiment named = Experiment::from_json(nested_fields(json).dump());
  address.by_calls = leads == kByCalls || run_of(named.name) == RunKind::by_calls;
  address.experiment = for_page(named);
  address.experiment.training.data = "digits";
  const std::vector<Problem> problems = problems_on_page(address.experiment);
  if (!problems.empty()) throw_problem(problems[0]);
  return address;
}

std::string address_json(const Address& address) {
  Json json = fields_that_differ(address.experiment);
  json["v"] = kAddressVersion;
  if (!address.scene.empty()) json["scene"] = address.scene;
  put_place(address.place, &json);
  if (address.at > 0) json["at"] = address.at;
  if (address.by_calls) json["leads"] = kByCalls;
  put_task(address.task, &json);
  return json.dump();
}

std::string said_of_link(const Address& address) {
  if (address.experiment.training.data == "digits") return "Link copied";
  return "Link copied. It carries the experiment, not your data: whoever opens it trains with "
         "generated digits, and gets your results after loading the same files";
}

}  // namespace pipette::app
