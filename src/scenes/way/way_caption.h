// One sentence, with numbers, about a station of the way.
//
//   way_caption(model, way, true, station);
//       // "dense makes 128 numbers of the 784 pixels; 57 of them are 0, because ReLU lets nothing
//       //  negative through."
//
// `logits`: the last layer outputs logits, not probabilities. The figures are taken from the way;
// the model's image, label, prediction and queue must be filled. Pure.
#pragma once

#include <string>

#include "scenes/way/way_model.h"
#include "session/layer_probe.h"

namespace pipette::app::way_scene {

std::string way_caption(const WayModel& model, const ImageWay& way, bool logits,
                        const WayStation& station);

// "a 7", "an 8", "a Trouser", "an Ankle boot"
std::string with_article(const std::string& name);

}  // namespace pipette::app::way_scene
