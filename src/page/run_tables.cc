#include "page/run_tables.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/csv.h"

namespace pipette::app {

std::string losses_csv(const Runs& runs) {
  Csv csv("run,mini_batch,loss,cycle,seconds");
  for (const auto& run : runs.all()) {
    const LossRecord& record = run->session().observed().record().losses;
    for (std::size_t i = record.values.first(); i < record.size(); ++i) {
      const std::int64_t cycle = record.cycles[i];
      csv.row(run->title(), record.mini_batches[i], record.values[i], cycle,
              cycles_to_seconds(cycle, run->session().device().arch()));
    }
  }
  return csv.text();
}

std::string accuracy_csv(const AccuracyCurve& curve) {
  Csv csv("step,accuracy");
  for (const AccuracyCurve::Point& point : curve.points) csv.row(point.step, point.accuracy);
  return csv.text();
}

std::vector<const char*> tables_of(const Scene& scene, const std::string& card) {
  if (card == "loss") return {"losses"};
  if (card == "accuracy") return {"accuracy"};
  return scene.tables(card);
}

std::vector<const char*> tables_of(const Scene& scene, const std::vector<const char*>& cards) {
  std::vector<const char*> all;
  for (const char* card : cards) {
    for (const char* table : tables_of(scene, std::string(card))) {
      const auto same = [table](std::string_view other) { return other == table; };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(table);
    }
  }
  return all;
}

std::string names_json(const std::vector<const char*>& names) {
  std::string all;
  for (const char* name : names) all += (all.empty() ? "" : ",") + JsonWriter::quoted(name);
  return "[" + all + "]";
}

std::string saving_json(const std::string& experiment, const Intent& intent) {
  const std::size_t colon = intent.text.find(':');
  const std::string what = intent.text == "weights"     ? intent.text
                           : colon == std::string::npos ? intent.name
                                                        : intent.text.substr(colon + 1);
  JsonWriter json;
  json.add("card", intent.name)
      .add("as", intent.text)
      .add("dark", intent.number != 0)
      .add("file", experiment + "-" + what);
  return json.text();
}

}  // namespace pipette::app
