#include "session/record.h"

#include <algorithm>

namespace pipette {

void Record::add_outfed(const std::string& queue, const std::string& axis, std::int64_t run,
                        const Nest<Array>& element) {
  for (const NestKey& name : element.keys()) {
    const std::string key = name.to_string();
    auto known = std::find_if(outfed.begin(), outfed.end(), [&](const OutfedTensor& tensor) {
      return tensor.queue == queue && tensor.key == key;
    });
    if (known == outfed.end()) known = outfed.insert(outfed.end(), {queue, key, axis, {}});
    if (known->axis != axis) *known = {queue, key, axis, {}};
    const Array& elements = element.at(name).leaf();
    known->history.add(elements, run * elements.shape()[0]);
  }
}

}  // namespace pipette
