#include "page/run_tables.h"

#include "core/csv.h"
#include "ui/json_writer.h"

namespace pipette::app {

std::string losses_csv(const Runs& runs) {
  Csv csv("run,mini_batch,loss,cycle,seconds");
  for (const auto& run : runs.all()) {
    const LossRecord& record = run->session().loss_record();
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

std::string saving_json(const std::string& experiment, const Intent& intent) {
  const std::size_t colon = intent.text.find(':');
  const std::string what = colon == std::string::npos ? intent.name : intent.text.substr(colon + 1);
  JsonWriter json;
  json.add("card", intent.name)
      .add("as", intent.text)
      .add("dark", intent.number != 0)
      .add("file", experiment + "-" + what);
  return json.text();
}

}  // namespace pipette::app
