# One call per folder of src/ (a "room"): its library and its tests.
#
#   pipette_room(feeds DEPENDS graph data)
#
# makes the library pipette_feeds from every *.cc of the folder and, where tests/feeds exists, the
# test program feeds_test from every *_test.cc there. Names of other rooms in DEPENDS become
# libraries; anything else is linked as it is. TEST_DEPENDS is linked to the test program only: a test
# may need a higher room to run what it builds. HOT names the files that WebAssembly builds compile for
# speed; all others are compiled for size (PipetteOptions).

set(PIPETTE_SHARED_DIR ${CMAKE_SOURCE_DIR}/../shared CACHE PATH
    "Folder with data/mnist and oracle/, for the tests that need them")

function(pipette_room room)
  cmake_parse_arguments(ARG "" "" "HOT;DEPENDS;TEST_DEPENDS" ${ARGN})
  if(EMSCRIPTEN AND ARG_HOT)
    set_property(SOURCE ${ARG_HOT} APPEND PROPERTY COMPILE_OPTIONS -O2)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  list(TRANSFORM ARG_DEPENDS REPLACE "^([a-z]+)$" "pipette_\\1")
  list(TRANSFORM ARG_TEST_DEPENDS REPLACE "^([a-z]+)$" "pipette_\\1")
  if(sources)
    add_library(pipette_${room} STATIC ${sources})
    target_include_directories(pipette_${room} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(pipette_${room} PUBLIC ${ARG_DEPENDS})
  else()
    add_library(pipette_${room} INTERFACE)
    target_include_directories(pipette_${room} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(pipette_${room} INTERFACE ${ARG_DEPENDS})
  endif()
  pipette_room_test(${room})
  if(TARGET ${room}_test AND ARG_TEST_DEPENDS)
    target_link_libraries(${room}_test PRIVATE ${ARG_TEST_DEPENDS})
  endif()
endfunction()

function(pipette_room_test room)
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${room}/*_test.cc)
  if(NOT tests OR PIPETTE_WEB_PAGE)
    return()
  endif()
  add_executable(${room}_test ${tests})
  target_include_directories(${room}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_link_libraries(${room}_test PRIVATE pipette_${room} pipette_gtest)
  target_compile_definitions(${room}_test PRIVATE PIPETTE_SHARED_DIR="${PIPETTE_SHARED_DIR}"
                             PIPETTE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  if(EMSCRIPTEN)
    # NODERAWFS: tests read published cases and data sets from disk as the native ones do.
    # -O1: Binaryen's slow passes would take longer than the tests.
    target_link_options(${room}_test PRIVATE -O1 -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0
                        -sEXIT_RUNTIME=1 -sNODERAWFS=1 -sINITIAL_MEMORY=268435456)
    add_test(NAME ${room} COMMAND node $<TARGET_FILE:${room}_test>)
  else()
    add_test(NAME ${room} COMMAND ${room}_test)
  endif()
endfunction()
