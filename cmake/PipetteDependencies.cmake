# Libraries from the system's packages. Emscripten does not search /usr/include, and must not find
# the native C library's headers there, so each library gets its own folder of links.

set(PIPETTE_HOST_INCLUDE ${PROJECT_BINARY_DIR}/host_include)
function(pipette_link_headers name header)
  set(elsewhere)
  if(CMAKE_CROSSCOMPILING)
    set(elsewhere NO_DEFAULT_PATH)
  endif()
  find_path(PIPETTE_${name}_PARENT NAMES ${name}/${header} PATHS /usr/include /usr/local/include
            ${elsewhere} NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(MAKE_DIRECTORY ${PIPETTE_HOST_INCLUDE}/${name}.d)
  file(CREATE_LINK ${PIPETTE_${name}_PARENT}/${name} ${PIPETTE_HOST_INCLUDE}/${name}.d/${name}
       SYMBOLIC)
  add_library(pipette_${name} INTERFACE)
  target_include_directories(pipette_${name} SYSTEM INTERFACE ${PIPETTE_HOST_INCLUDE}/${name}.d)
endfunction()

pipette_link_headers(fmt core.h)
pipette_link_headers(nlohmann json.hpp)
if(PIPETTE_PROGRAM)
  pipette_link_headers(CLI CLI.hpp)
endif()
pipette_link_headers(eigen3 Eigen/Core)
# As find_package(Eigen3) has it: <Eigen/Core>.
target_include_directories(pipette_eigen3 SYSTEM INTERFACE
                           ${PIPETTE_HOST_INCLUDE}/eigen3.d/eigen3)

# {fmt} header-only costs each file that formats three seconds of compiling instead of half a one.
# So link its library; for other targets, where Debian has none, compile its out-of-line part once.
find_library(PIPETTE_FMT_LIBRARY NAMES libfmt.a fmt)
file(STRINGS ${PIPETTE_fmt_PARENT}/fmt/core.h fmt_version REGEX "^#define FMT_VERSION 9")
if(CMAKE_CROSSCOMPILING AND fmt_version)
  add_library(pipette_fmt_compiled STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/fmt_library.cc)
  target_include_directories(pipette_fmt_compiled SYSTEM PRIVATE ${PIPETTE_HOST_INCLUDE}/fmt.d)
  target_compile_options(pipette_fmt_compiled PRIVATE -Os -w)
  # {fmt} would ask std::locale for its thousands separator, which no format here uses: 27 KB of the
  # gzipped page. Nor does any long double; one function may serve integers of 32 and 64 bits.
  target_compile_definitions(pipette_fmt_compiled PRIVATE FMT_STATIC_THOUSANDS_SEPARATOR=','
                             FMT_USE_LONG_DOUBLE=0 FMT_REDUCE_INT_INSTANTIATIONS=1)
  target_link_libraries(pipette_fmt INTERFACE pipette_fmt_compiled)
elseif(PIPETTE_FMT_LIBRARY AND NOT CMAKE_CROSSCOMPILING)
  target_link_libraries(pipette_fmt INTERFACE ${PIPETTE_FMT_LIBRARY})
else()
  target_compile_definitions(pipette_fmt INTERFACE FMT_HEADER_ONLY)
  if(EMSCRIPTEN)  # {fmt} 11 calls malloc, which its own headers bring with other libraries only
    target_compile_options(pipette_fmt INTERFACE "SHELL:-include stdlib.h")
  endif()
endif()

if(NOT EMSCRIPTEN)
  find_package(Threads REQUIRED)
endif()
if(PIPETTE_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
elseif(PIPETTE_TESTS AND NOT CMAKE_CROSSCOMPILING)  # a program of its own for tests/shell
  find_package(MPI QUIET COMPONENTS C)
endif()
if(NOT CMAKE_CROSSCOMPILING)  # other targets do without zlib
  find_package(ZLIB REQUIRED)
endif()
if(PIPETTE_TESTS AND CMAKE_CROSSCOMPILING)
  # Debian ships GoogleTest as native libraries and as source; other targets need the source.
  set(gtest_root /usr/src/googletest)
  add_library(pipette_gtest STATIC EXCLUDE_FROM_ALL
              ${gtest_root}/googletest/src/gtest-all.cc ${gtest_root}/googlemock/src/gmock-all.cc
              ${gtest_root}/googlemock/src/gmock_main.cc)
  target_include_directories(pipette_gtest SYSTEM PUBLIC
    ${gtest_root}/googletest/include ${gtest_root}/googlemock/include
    PRIVATE ${gtest_root}/googletest ${gtest_root}/googlemock)
  if(EMSCRIPTEN)
    target_compile_definitions(pipette_gtest PUBLIC GTEST_HAS_PTHREAD=0)
  endif()
  target_compile_options(pipette_gtest PRIVATE -w)
elseif(PIPETTE_TESTS)
  find_package(GTest REQUIRED)
  add_library(pipette_gtest INTERFACE)
  target_link_libraries(pipette_gtest INTERFACE GTest::gmock_main)
endif()

# What nearly every file reads, read once; files include what they need all the same (tools/test --all compiles without).
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers.cc CONTENT "")
add_library(pipette_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/headers.cc)
target_link_libraries(pipette_headers PRIVATE pipette_fmt pipette_nlohmann)
target_precompile_headers(pipette_headers PRIVATE <fmt/format.h> <nlohmann/json.hpp>
  <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <set> <string> <variant> <vector>)

if(NOT PIPETTE_TESTS)
  return()
endif()

# Each test of a program is one of CTest, "kernels/MatMul.AddsInOrder", run in a process of its own.
include(GoogleTest)
function(pipette_discover_tests prefix target)
  gtest_discover_tests(${target} TEST_PREFIX ${prefix}/ DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60)
endfunction()

# Tests are not optimised: they would take longer to compile than to run.
function(pipette_compile_as_test target)
  target_compile_options(${target} PRIVATE -O0)
  if(PIPETTE_TEST_COMPILER)
    set_target_properties(${target} PROPERTIES
                          CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/tools/compile_with;${PIPETTE_TEST_COMPILER}")
  endif()
endfunction()

# What nearly every test reads, read once: GoogleTest alone takes four seconds a file.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cc CONTENT "")
add_library(pipette_test_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/test_headers.cc)
target_link_libraries(pipette_test_headers PRIVATE pipette_gtest pipette_fmt pipette_nlohmann)
pipette_compile_as_test(pipette_test_headers)
target_precompile_headers(pipette_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h> <nlohmann/json.hpp>
  <algorithm> <cmath> <functional> <map> <memory> <optional> <random> <string> <thread> <variant> <vector>)
