// What layers of images share: windows that move over [batch, height, width, channels].
#pragma once

#include "core/shape.h"
#include "graph/window.h"
#include "keras/layer.h"

namespace pipette::keras {

// Throws ValueError unless both sizes are at least 1; `what` says whose they are.
void check_window(const char* what, const Window& window);

// The shape [batch, height, width, channels] after a window has moved over images of shape `input`.
// Throws ValueError, which names the layer, where these are no images or no window fits.
Shape windowed(const Layer& layer, const Shape& input, const Window& window,
               const WindowOptions& options, std::int64_t channels);

}  // namespace pipette::keras
