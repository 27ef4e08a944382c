// Layers that send their input to the host: the activations of the previous layer.
//
//   OutfeedQueue activations;
//   Sequential model({flatten(), dense(128, relu, "Dense_128"),
//                     outfeed(activations, "Dense_128_acts"), dense(10, softmax)});
//
//   MaybeOutfeedQueue some({.filters = {{"Dense_10"}}});
//   ... maybe_outfeed(some, /*final_outfeed=*/false, "Dense_128_acts"), dense(10, softmax),
//       maybe_outfeed(some, /*final_outfeed=*/true, "Dense_10_acts")
//
// outfeed() enqueues {name: input} by itself. maybe_outfeed() offers the input to a queue with
// filters, and the last such layer of the queue enqueues the tensors kept; in a pipeline all layers
// of one queue must be in one stage. The queues must outlive the model.
//
// Unlike upstream's layers, they act only while a model trains: evaluating and predicting leave the
// queues alone.
#pragma once

#include <string>

#include "inspect/maybe_outfeed_queue.h"
#include "keras/layer.h"

namespace pipette::inspect {

keras::LayerPtr outfeed(OutfeedQueue& queue, const std::string& name = "");
keras::LayerPtr maybe_outfeed(MaybeOutfeedQueue& queue, bool final_outfeed = true,
                              const std::string& name = "");

}  // namespace pipette::inspect
