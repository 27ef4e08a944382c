# Dear ImGui, compiled from source for every build: target pipette_imgui.
#
# tools/fetch_imgui (called by tools/setup) unpacks the source into build/imgui, which all presets
# share. Elsewhere, point PIPETTE_IMGUI_DIR at a copy of Dear ImGui 1.92 or later. Without one the
# rooms that draw are left out and everything else is built.

set(PIPETTE_IMGUI_DIR ${PROJECT_SOURCE_DIR}/build/imgui CACHE PATH
    "Folder with imgui.cpp of Dear ImGui 1.92 or later")

if(NOT EXISTS ${PIPETTE_IMGUI_DIR}/imgui.cpp)
  message(WARNING "No Dear ImGui in ${PIPETTE_IMGUI_DIR}: the rooms that draw are left out. "
                  "Run tools/setup, or pass -DPIPETTE_IMGUI_DIR=<folder with imgui.cpp>.")
  return()
endif()
file(STRINGS ${PIPETTE_IMGUI_DIR}/imgui.h version_line REGEX "^#define IMGUI_VERSION_NUM")
string(REGEX MATCH "[0-9]+$" imgui_version_number "${version_line}")
if(imgui_version_number LESS 19200)
  message(FATAL_ERROR "PIPETTE_IMGUI_DIR holds Dear ImGui ${imgui_version_number}; "
                      "1.92 or later is needed (IMGUI_VERSION_NUM >= 19200)")
endif()

add_library(pipette_imgui STATIC EXCLUDE_FROM_ALL
  ${PIPETTE_IMGUI_DIR}/imgui.cpp
  ${PIPETTE_IMGUI_DIR}/imgui_draw.cpp
  ${PIPETTE_IMGUI_DIR}/imgui_tables.cpp
  ${PIPETTE_IMGUI_DIR}/imgui_widgets.cpp)
target_include_directories(pipette_imgui SYSTEM PUBLIC ${PIPETTE_IMGUI_DIR})
if(EXISTS ${PROJECT_SOURCE_DIR}/src/render/imgui_config.h)
  target_include_directories(pipette_imgui PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(pipette_imgui PUBLIC IMGUI_USER_CONFIG="render/imgui_config.h")
else()
  # 32-bit indices: one frame of a long schedule has more than 65,536 vertices.
  target_compile_definitions(pipette_imgui PUBLIC "ImDrawIdx=unsigned int"
    IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
endif()
target_compile_options(pipette_imgui PRIVATE -w)
if(EMSCRIPTEN)
  target_compile_options(pipette_imgui PRIVATE -Oz)  # drawn widgets are not the hot path; bytes are
endif()
