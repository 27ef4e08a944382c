// Layers, queues, optimizers and losses for JavaScript, from JSON text.
//
//   LayerPtr layer = make_layer("dense", R"({"units":128,"activation":"relu"})", nullptr);
//   std::shared_ptr<MaybeOutfeedQueue> queue = make_queue(R"({"filters":["Dense_128"]})");
//   LayerPtr acts = make_layer("outfeed", "{}", queue);        // keeps the queue alive
//   OptimizerPtr optimizer = make_optimizer("adam", R"({"learningRate":0.01})");
//
// Options have Keras' names in camelCase, and are read as in options.h. Other errors are those of
// keras/layers.h, inspect/maybe_outfeed_queue.h and keras/optimizers.h.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "inspect/maybe_outfeed_queue.h"
#include "keras/layers.h"
#include "keras/losses.h"
#include "keras/model.h"
#include "training/optimizer.h"

namespace pipette::bindings {

using QueuePtr = std::shared_ptr<inspect::MaybeOutfeedQueue>;
using OptimizerPtr = std::shared_ptr<Optimizer>;

// The options are mode, filters, bufferDepth, deviceOrdinal and name.
QueuePtr make_queue(const std::string& options);
// `queue` is only for "outfeed", otherwise null.
keras::LayerPtr make_layer(const std::string& type, const std::string& options,
                           const QueuePtr& queue);
// `type` is "sgd", "adam", "adamW" or "rmsprop". The learning rate is a number or a schedule
// ({"schedule": "cosineDecay", "initialLearningRate": 0.1, "decaySteps": 100}) in the options, or
// the argument `learning_rate`.
OptimizerPtr make_optimizer(const std::string& type, const std::string& options,
                            const std::optional<LearningRate>& learning_rate = std::nullopt);
// Wraps `optimizer` so that it sends its gradients to the queue, which it keeps alive. `mode` is
// "after_compute" or "before_apply"; a Keras optimizer needs the model.
OptimizerPtr with_gradients_to(const QueuePtr& queue, const std::string& mode,
                               const OptimizerPtr& optimizer, const keras::Model* model);
keras::Loss make_loss(const std::string& name, bool from_logits);

}  // namespace pipette::bindings
