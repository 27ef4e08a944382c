// Dear ImGui's compile-time settings: included first in every file that includes ImGui
// (IMGUI_USER_CONFIG in cmake/PipetteImgui.cmake).
#pragma once

// One frame of a long schedule has more than 65,536 vertices.
#define ImDrawIdx unsigned int

// These keep the page small: no demo, no debug windows, no bitmap font (the page has Inter and
// JetBrains Mono), no file access (a browser tab has none).
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_DEFAULT_FONT
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_FILE_FUNCTIONS
