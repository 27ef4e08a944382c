#include "observe/record.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"

namespace pipette {

void Record::print_tensor(const std::string& lines) {
  if (tensor_text_ > kMostTensorText) return;
  tensor_text_ += lines.size();
  if (tensor_text_ <= kMostTensorText) {
    printed += lines;
  } else {
    printed += fmt::format("print_tensor: no more than {} bytes are kept\n", kMostTensorText);
  }
}

std::vector<inspect::NamedStatistics> Record::add_outfed(const std::string& queue,
                                                         const std::string& axis, std::int64_t run,
                                                         const Nest<Array>& element) {
  std::vector<inspect::NamedStatistics> rows;
  for (const NestKey& name : element.keys()) {
    const std::string key = name.to_string();
    auto known = std::find_if(outfed.begin(), outfed.end(), [&](const OutfedTensor& tensor) {
      return tensor.queue == queue && tensor.key == key;
    });
    if (known == outfed.end()) known = outfed.insert(outfed.end(), {queue, key, axis, {}});
    if (known->axis != axis) *known = {queue, key, axis, {}};
    const Array& elements = element.at(name).leaf();
    const std::int64_t count = elements.shape()[0];
    known->history.add(elements, run * count);
    if (count > 0) known->run = run;
    rows.emplace_back(key, count == 0 ? inspect::Statistics() : known->history.statistics());
  }
  return rows;
}

void OutfedTensor::archive(Archive& a) {
  a("queue", queue)("key", key)("axis", axis)("history", history)("run", run);
}

void Record::archive(Archive& a) {
  a("losses", losses)("printed", printed)("advice", advice)("outfed", outfed);
  a("tensor_text", tensor_text_);
}

}  // namespace pipette
