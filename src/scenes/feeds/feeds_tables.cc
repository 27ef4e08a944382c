// The tables behind the cards of the feeds scene.
#include "core/csv.h"
#include "scenes/feeds/feeds_scene.h"

namespace pipette::app::feeds_scene {
namespace {

std::string trace_csv(const TracePairModel& traces) {
  Csv csv("run,lane,activity,name,start_us,duration_us,cycles,bytes,reason");
  for (const TraceModel& track : traces.tracks) {
    if (track.spans == nullptr || track.text == nullptr) continue;
    for (const render::SpanInput& span : track.spans->spans()) {
      std::size_t row = span.row;
      while (row > 0 && track.rows[row].lane.empty() && !track.rows[row].header) --row;
      const TraceText::Detail detail = track.text->detail(span.tag);
      csv.row(track.title, track.rows[row].header ? "Engine::run" : track.rows[row].lane,
              theme::label_of(static_cast<Activity>(span.kind)), detail.name, span.start_us,
              span.duration_us, detail.cycles, detail.bytes, detail.reason);
    }
  }
  return csv.text();
}

std::string digits_csv(const TestDigits& digits) {
  Csv csv("number,label,prediction,confidence");
  for (std::size_t i = 0; i < digits.digits.size(); ++i) {
    const TestDigits::Digit& digit = digits.digits[i];
    if (digit.prediction >= 0) csv.row(i, digit.label, digit.prediction, digit.confidence);
  }
  return csv.text();
}

std::string queues_csv(const FlowModel& flow) {
  Csv csv("queue,filled,capacity,passed,wait");
  const auto row = [&csv](const char* name, const QueueModel& queue) {
    csv.row(name, queue.filled, queue.capacity, queue.passed,
            queue.stall.empty() ? queue.last_wait : queue.stall);
  };
  if (flow.has_infeed) row("infeed", flow.infeed);
  if (flow.has_outfeed) row("outfeed", flow.outfeed);
  return csv.text();
}

}  // namespace

std::vector<const char*> FeedsScene::tables(const std::string& card) const {
  if (card == "flow") return {"queues"};
  if (card == "traces") return {"trace"};
  if (card == "digits") return {"predictions"};
  return {};
}

std::string FeedsScene::csv(const std::string& table) const {
  if (table == "queues") return queues_csv(model_.flow);
  if (table == "trace") return trace_csv(model_.traces);
  return table == "predictions" ? digits_csv(model_.digits) : "";
}

}  // namespace pipette::app::feeds_scene
