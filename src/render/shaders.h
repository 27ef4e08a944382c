// The shaders of shaders/, compiled in by CMake (pipette_embed).
#pragma once

#include "embedded/imgui_frag.h"
#include "embedded/imgui_vert.h"
#include "embedded/span_frag.h"
#include "embedded/span_vert.h"
