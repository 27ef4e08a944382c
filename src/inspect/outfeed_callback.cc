#include "inspect/outfeed_callback.h"

#include <fmt/format.h>

namespace pipette::inspect {

std::string shape_lines(const Nest<Array>& element, const std::string& what) {
  std::string lines;
  for (const NestKey& key : element.keys()) {
    lines += fmt::format("{}: {} shape: {}\n", what, key.to_string(),
                         python_shape(element.at(key).leaf().shape()));
  }
  return lines;
}

std::vector<NamedStatistics> statistics_of(const Nest<Array>& element) {
  std::vector<NamedStatistics> rows;
  for (const NestKey& key : element.keys()) {
    rows.emplace_back(key.to_string(), statistics(element.at(key).leaf()));
  }
  return rows;
}

OutfeedCallback::OutfeedCallback(OutfeedQueue& queue, std::string name, TextSink out)
    : queue_(queue), name_(std::move(name)), out_(std::move(out)) {}

OutfeedCallback::OutfeedCallback(MaybeOutfeedQueue& queue, std::string name, TextSink out)
    : OutfeedCallback(queue.queue(), std::move(name), std::move(out)) {}

void OutfeedCallback::on_epoch_end(std::int64_t epoch, const keras::Logs&) {
  out_("\n" + name_ + "\n");
  if (!queue_.enqueued()) {
    out_("No data enqueued\n");
    return;
  }
  const Nest<Array> element = queue_.dequeue();
  out_(shape_lines(element, "key") + fmt::format("Epoch {} - Summary Stats\n", epoch + 1) +
       statistics_table(observer_(element)));
}

}  // namespace pipette::inspect
