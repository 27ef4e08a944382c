# The page: everything a browser loads, gathered in <build folder>/page (preset wasm-web).
#
#   pipette_page_module(pipette_app)     # an Emscripten executable goes there too
#
# The target pipette_site builds the modules named so and copies the files of web/ beside them; pipette_single_file makes
# one file of that.

set(PIPETTE_PAGE_DIR ${PROJECT_BINARY_DIR}/page)

if(EMSCRIPTEN AND PIPETTE_WEB_PAGE)
  file(GLOB_RECURSE page_files CONFIGURE_DEPENDS LIST_DIRECTORIES false
       RELATIVE ${PROJECT_SOURCE_DIR}/web ${PROJECT_SOURCE_DIR}/web/*)
  set(page_outputs)
  list(REMOVE_ITEM page_files editor/codemirror.mjs)  # made below
  foreach(file IN LISTS page_files)
    add_custom_command(
      OUTPUT ${PIPETTE_PAGE_DIR}/${file}
      COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/web/${file} ${PIPETTE_PAGE_DIR}/${file}
      DEPENDS ${PROJECT_SOURCE_DIR}/web/${file}
      COMMENT "Copying web/${file}"
      VERBATIM)
    list(APPEND page_outputs ${PIPETTE_PAGE_DIR}/${file})
  endforeach()
  foreach(file LICENSE NOTICE)  # the page contains fonts and Dear ImGui, whose licences ask for it
    add_custom_command(
      OUTPUT ${PIPETTE_PAGE_DIR}/${file}.txt
      COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/${file} ${PIPETTE_PAGE_DIR}/${file}.txt
      DEPENDS ${PROJECT_SOURCE_DIR}/${file}
      VERBATIM)
    list(APPEND page_outputs ${PIPETTE_PAGE_DIR}/${file}.txt)
  endforeach()
  # What the lessons need besides: fonts, and two small libraries with their licences.
  function(page_copy from to)
    if(NOT EXISTS ${from})
      message(WARNING "No ${from}: the lessons of the page will not work. Run tools/setup.")
      return()
    endif()
    add_custom_command(
      OUTPUT ${PIPETTE_PAGE_DIR}/${to}
      COMMAND ${CMAKE_COMMAND} -E copy ${from} ${PIPETTE_PAGE_DIR}/${to}
      DEPENDS ${from}
      VERBATIM)
    list(APPEND page_outputs ${PIPETTE_PAGE_DIR}/${to})
    set(page_outputs ${page_outputs} PARENT_SCOPE)
  endfunction()
  foreach(font inter-regular.otf inter-semibold.otf jetbrains-mono-regular.ttf)
    page_copy(${PROJECT_SOURCE_DIR}/build/fonts/${font} fonts/${font})
  endforeach()
  set(modules ${PROJECT_SOURCE_DIR}/node_modules)
  page_copy(${modules}/acorn/dist/acorn.mjs lessons/vendor/acorn.mjs)
  page_copy(${modules}/acorn/LICENSE lessons/vendor/acorn.LICENSE.txt)
  page_copy(${modules}/js-tokens/index.js lessons/vendor/js-tokens.mjs)
  page_copy(${modules}/js-tokens/LICENSE lessons/vendor/js-tokens.LICENSE.txt)
  # The editor, made one module; the interpreter of Python; our Python as one file, and programs to begin with.
  add_custom_command(
    OUTPUT ${PIPETTE_PAGE_DIR}/editor/codemirror.mjs
    COMMAND ${modules}/.bin/esbuild ${PROJECT_SOURCE_DIR}/web/editor/codemirror.mjs --bundle --minify --format=esm
            --legal-comments=none --log-level=warning --outfile=${PIPETTE_PAGE_DIR}/editor/codemirror.mjs
    DEPENDS ${PROJECT_SOURCE_DIR}/web/editor/codemirror.mjs ${PROJECT_SOURCE_DIR}/package-lock.json
    VERBATIM)
  foreach(file pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json)
    page_copy(${modules}/pyodide/${file} python/pyodide/${file})
  endforeach()
  file(GLOB_RECURSE python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/*.py)
  add_custom_command(
    OUTPUT ${PIPETTE_PAGE_DIR}/python/packages.json ${PIPETTE_PAGE_DIR}/python/programs.json
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PIPETTE_PAGE_DIR}/python
    COMMAND node ${PROJECT_SOURCE_DIR}/tools/python_packages.mjs ${PROJECT_SOURCE_DIR}/python ${PIPETTE_PAGE_DIR}/python
    DEPENDS ${python_files} ${PROJECT_SOURCE_DIR}/tools/python_packages.mjs
    VERBATIM)
  list(APPEND page_outputs ${PIPETTE_PAGE_DIR}/editor/codemirror.mjs ${PIPETTE_PAGE_DIR}/python/packages.json
       ${PIPETTE_PAGE_DIR}/python/programs.json)
  # Last of all, the list of lessons, and what a visitor keeps for a day without a network.
  add_custom_target(pipette_site ALL
    COMMAND node ${PROJECT_SOURCE_DIR}/tools/list_lessons.mjs ${PIPETTE_PAGE_DIR}
    COMMAND node ${PROJECT_SOURCE_DIR}/tools/list_files.mjs ${PIPETTE_PAGE_DIR}
    DEPENDS ${page_outputs} VERBATIM)
  # All of it but the lessons in one file, <build folder>/pipette.html.
  add_custom_target(pipette_single_file
    COMMAND node ${PROJECT_SOURCE_DIR}/tools/single_file.mjs ${PIPETTE_PAGE_DIR} ${PROJECT_BINARY_DIR}/pipette.html
    VERBATIM)
  add_dependencies(pipette_single_file pipette_site)
endif()

function(pipette_page_module target)
  if(TARGET pipette_site)
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PIPETTE_PAGE_DIR})
    add_dependencies(pipette_site ${target})
  endif()
endfunction()
