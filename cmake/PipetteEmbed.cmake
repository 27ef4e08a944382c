# Files compiled into a library: shaders as text, fonts as bytes.
#
#   pipette_embed(pipette_render cells_vertex ${PROJECT_SOURCE_DIR}/shaders/cells.vert)
#
# gives the target the header "embedded/cells_vertex.h" with two functions in pipette::embedded:
#
#   std::string_view cells_vertex_text();
#   std::span<const std::byte> cells_vertex_bytes();
#
# Both look at static storage that lives as long as the program; a zero byte follows the content.

function(pipette_embed target name file)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embed)
  set(header ${folder}/embedded/${name}.h)
  set(source ${folder}/embedded/${name}.cc)
  set(script ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake)
  cmake_path(ABSOLUTE_PATH file NORMALIZE)
  add_custom_command(
    OUTPUT ${header} ${source}
    COMMAND ${CMAKE_COMMAND} -D name=${name} -D input=${file} -D header=${header}
            -D source=${source} -P ${script}
    DEPENDS ${file} ${script}
    COMMENT "Embedding ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE ${header} ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# The fonts that tools/make_fonts makes, as inter_regular, inter_semibold and
# jetbrains_mono_regular.
function(pipette_embed_fonts target)
  set(folder ${PROJECT_SOURCE_DIR}/build/fonts)
  pipette_embed(${target} inter_regular ${folder}/inter-regular.otf)
  pipette_embed(${target} inter_semibold ${folder}/inter-semibold.otf)
  pipette_embed(${target} jetbrains_mono_regular ${folder}/jetbrains-mono-regular.ttf)
endfunction()
