// Several processes that train together, as PopDist's instances do: see popdist/popdist.h.
//
//   #include <pipette/popdist.h>
//
//   int main() {
//     pipette::popdist::Membership membership;
//     pipette::Machine machine({.num_ipus = 8});
//     ...
//   }
#pragma once

#include "popdist/popdist.h"
