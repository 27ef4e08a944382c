// Programs for the emulated machine: functions of tensors, loops, queues and pipelines.
//
//   #include <pipette/program.h>
//   using namespace pipette;
//
//   Machine machine({.num_ipus = 2});
//   Strategy strategy(machine);
//   Function step("step", [&] { return loops::repeat(100, [&] { train(next(infeed)); }); });
//   strategy.run(step);
//
// program/strategy.h and function.h: functions and running them on the machine; graph/ops.h and
// gradient.h: operators and gradients; feeds: InfeedQueue and OutfeedQueue; loops/loops.h;
// pipeline/pipeline.h; training: optimizers, gradient accumulation, replicas; initial values.
#pragma once

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "graph/gradient.h"
#include "graph/ops.h"
#include "graph/shard.h"
#include "loops/loops.h"
#include "pipeline/pipeline.h"
#include "program/strategy.h"
#include "training/cross_replica.h"
#include "training/gradient_accumulation.h"
#include "training/initializers.h"
#include "training/map_gradient.h"
#include "training/optimizer.h"
