# One call per folder of src/ (a "room"): its library and its tests.
#
#   pipette_room(feeds DEPENDS graph data)
#   pipette_room(scenes/feeds DEPENDS cards scenes)    # a room inside a room
#
# makes the library pipette_feeds (pipette_scenes_feeds) from every *.cc of the folder and, where
# tests/feeds exists, the test program feeds_test (scenes_feeds_test) from every *.cc there. Names of
# other rooms in DEPENDS become libraries; anything else is linked as it is. TEST_DEPENDS is linked to
# the test program only: a test may need a higher room to run what it builds. TEST_HELPERS names
# files of other rooms' tests that these tests use. FOLDERS names folders of the room whose files belong
# to it. WITHOUT names files that the library leaves out. A FAST room is compiled for speed in WebAssembly too, where the others are compiled for size.
# With PIPETTE_UNITY the compiler reads sixteen files of a room at once, and of its tests too; a SEPARATE
# room and the files of SEPARATE_TESTS, which have functions of the same names as others, are read by themselves.

set(PIPETTE_SHARED_DIR ${PROJECT_SOURCE_DIR}/../shared CACHE PATH
    "Folder with data/mnist, for the tests that need it")

# "scenes/feeds graph zlib" to "pipette_scenes_feeds pipette_graph ..." in the list VARIABLE.
function(pipette_room_libraries variable)
  set(libraries)
  foreach(name IN LISTS ${variable})
    if(name MATCHES "^[a-z/]+$")
      string(REPLACE "/" "_" name pipette_${name})
    endif()
    list(APPEND libraries ${name})
  endforeach()
  set(${variable} ${libraries} PARENT_SCOPE)
endfunction()

function(pipette_room room)
  cmake_parse_arguments(ARG "FAST;SEPARATE" "" "FOLDERS;WITHOUT;DEPENDS;TEST_DEPENDS;TEST_HELPERS;SEPARATE_TESTS" ${ARGN})
  list(TRANSFORM ARG_FOLDERS REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cc")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc ${ARG_FOLDERS})
  foreach(file IN LISTS ARG_WITHOUT)
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
  pipette_room_libraries(ARG_DEPENDS)
  pipette_room_libraries(ARG_TEST_DEPENDS)
  string(REPLACE "/" "_" target ${room})
  if(sources)
    add_library(pipette_${target} STATIC ${sources})
    target_include_directories(pipette_${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(pipette_${target} PUBLIC ${ARG_DEPENDS})
    if(NOT ARG_SEPARATE)
      pipette_unity(pipette_${target})
    endif()
    if(EMSCRIPTEN AND ARG_FAST)  # em++ has seen -Oz, and forbids inlining whatever follows
      target_compile_options(pipette_${target} PRIVATE -O2 -finline-functions)
    elseif(ARG_FAST AND PIPETTE_OPTIMIZATION STREQUAL -O1)
      target_compile_options(pipette_${target} PRIVATE -O2)
    elseif(NOT ARG_FAST)
      target_precompile_headers(pipette_${target} REUSE_FROM pipette_headers)
    endif()
  else()
    add_library(pipette_${target} INTERFACE)
    target_include_directories(pipette_${target} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(pipette_${target} INTERFACE ${ARG_DEPENDS})
  endif()
  pipette_room_test(${room})
  if(NOT TARGET ${target}_test)
    return()
  endif()
  list(TRANSFORM ARG_TEST_HELPERS PREPEND ${PROJECT_SOURCE_DIR}/tests/)
  target_sources(${target}_test PRIVATE ${ARG_TEST_HELPERS})
  target_link_libraries(${target}_test PRIVATE ${ARG_TEST_DEPENDS})
  pipette_unity(${target}_test)
  list(TRANSFORM ARG_SEPARATE_TESTS PREPEND ${PROJECT_SOURCE_DIR}/tests/${room}/)
  set_source_files_properties(${ARG_SEPARATE_TESTS} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

function(pipette_unity target)
  if(NOT PIPETTE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${PIPETTE_UNITY_FILES})
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT launcher MATCHES clang)  # takes a file that another includes for a header
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

function(pipette_room_test room)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${room}/*.cc)
  if(NOT tests OR NOT PIPETTE_TESTS OR PIPETTE_WEB_PAGE)
    return()
  endif()
  string(REPLACE "/" "_" target ${room})
  add_executable(${target}_test ${tests})
  target_include_directories(${target}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target}_test PRIVATE pipette_${target} pipette_gtest)
  pipette_compile_as_test(${target}_test)
  target_precompile_headers(${target}_test REUSE_FROM pipette_test_headers)
  target_compile_definitions(${target}_test PRIVATE PIPETTE_SHARED_DIR="${PIPETTE_SHARED_DIR}"
                             PIPETTE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(EMSCRIPTEN)
    # NODERAWFS: tests read golden files and data sets from disk as the native ones do.
    # -O1: Binaryen's slow passes would take longer than the tests.
    target_link_options(${target}_test PRIVATE -O1 -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0
                        -sEXIT_RUNTIME=1 -sNODERAWFS=1 -sINITIAL_MEMORY=268435456)
  endif()
  pipette_discover_tests(${room} ${target}_test)
endfunction()
