#include "keras/layers/windows.h"

#include <fmt/format.h>

namespace pipette::keras {

void check_window(const char* what, const Window& window) {
  if (window[0] >= 1 && window[1] >= 1) return;
  throw ValueError(fmt::format("{} must be at least 1 along both axes, but it is {} x {}", what,
                               window[0], window[1]));
}

Shape windowed(const Layer& layer, const Shape& input, const Window& window,
               const WindowOptions& options, std::int64_t channels) {
  if (input.rank() != 4 || input[-1] < 1) {
    throw ValueError(
        fmt::format("Layer \"{}\" ({}) needs images [batch, height, width, channels], not {}; "
                    "put reshape() before it",
                    layer.name(), layer.type_name(), input.to_string()));
  }
  std::vector<std::int64_t> sizes{input[0]};
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    const std::int64_t size = input[static_cast<int>(axis) + 1];
    sizes.push_back(
        window_axis(size, window[axis], options.strides[axis], options.padding).outputs);
    if (sizes.back() < 1) {
      throw ValueError(
          fmt::format("Layer \"{}\" ({}): a window of {} does not fit into {} pixels of images {}",
                      layer.name(), layer.type_name(), window[axis], size, input.to_string()));
    }
  }
  sizes.push_back(channels);
  return Shape(std::move(sizes));
}

}  // namespace pipette::keras
