// Keras models, and tools that show their tensors.
//
//   #include <pipette/keras.h>
//   using namespace pipette;
//
//   keras::Sequential model({keras::flatten(), keras::dense(10, keras::softmax)},
//                           {.strategy = &strategy});
//
// keras/model.h: models; keras/optimizers.h; inspect: queues, layers and an optimizer that send
// tensors to the host, and the callback that prints them.
#pragma once

#include "inspect/outfeed_callback.h"
#include "inspect/outfeed_layers.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/model.h"
#include "keras/optimizers.h"
#include "pipette/program.h"
