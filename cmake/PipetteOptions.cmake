# Language level, warnings and the floating-point rules every target obeys.

option(PIPETTE_WERROR "Treat compiler warnings as errors" OFF)
set(PIPETTE_SANITIZE OFF CACHE STRING "Sanitizers to build with: OFF, address,undefined or thread")
set(PIPETTE_OPTIMIZATION "" CACHE STRING
    "Native, less of it than usual, for tests that compute little: -O0, or -O1, with which FAST rooms keep what they have")
option(PIPETTE_FUZZ "Build the programs that feed tests/fuzz with random input; needs clang" OFF)
# Inside another project only the library is built, at once, without our warnings.
option(PIPETTE_TESTS "Build tests/" ${PROJECT_IS_TOP_LEVEL})
option(PIPETTE_BENCHMARKS "Build tests/benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(PIPETTE_PROGRAM "Build the program pipette; needs CLI11" ${PROJECT_IS_TOP_LEVEL})
option(PIPETTE_MPI "Let several processes train together: mpirun -n 4 pipette train --replicas 8; needs MPI" OFF)
option(PIPETTE_INSTALL "Install the library and the program" ${PROJECT_IS_TOP_LEVEL})
option(BUILD_SHARED_LIBS "Make libpipette a shared library" OFF)
# The tests' own code is not optimised, and g++ takes twice as long over it as clang.
set(PIPETTE_TEST_COMPILER "" CACHE STRING "Compiles the tests, and links with what the build's compiler made")
option(PIPETTE_WEB_PAGE "WebAssembly: build the page for browsers, and no tests" OFF)
set(once ON)
if(PROJECT_IS_TOP_LEVEL)
  set(once OFF)
endif()
option(PIPETTE_UNITY "Read several files of a room at once: half as much to compile, for builds made once" ${once})
set(PIPETTE_UNITY_FILES 16 CACHE STRING "How many; a change compiles all of those anew")
option(PIPETTE_QUICK_LINK "WebAssembly: modules are linked for somebody who waits, neither optimised nor cut in two" OFF)
# 14 KB less of the gzipped page, and faster training. Not for the tests: each of their many programs
# would take a minute to link.
option(PIPETTE_LTO "WebAssembly: optimise each module as one program, with its libraries" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(PIPETTE_OPTIMIZATION)
  set(CMAKE_CXX_FLAGS_RELEASE "${PIPETTE_OPTIMIZATION} -DNDEBUG")
endif()

if(PROJECT_IS_TOP_LEVEL)
  add_compile_options(-Wall -Wextra -Wconversion -Wshadow)
endif()
# No contraction into fused multiply-add: the same bits in every build (docs/design.md, idea 5).
add_compile_options(-ffp-contract=off)
if(PIPETTE_WERROR)
  add_compile_options(-Werror)
endif()

if(BUILD_SHARED_LIBS)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(-fno-semantic-interposition)
endif()

if(EMSCRIPTEN)
  # Small, since a page is downloaded. Rooms whose loops are hot are compiled for speed instead (FAST of
  # PipetteRoom).
  set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
  # Exceptions in their WebAssembly form; SIMD128 everywhere (a page tests for it
  # before loading). No run-time type information: every std::function would carry the name of its
  # lambda's type.
  add_compile_options(-fwasm-exceptions -msimd128 -fno-rtti)
  # Eigen puts blocks of up to 128 KB on the stack; newer versions of Emscripten give it 64 KB. The older name
  # of STACK_SIZE is known to all of them.
  add_link_options(-fwasm-exceptions -fno-rtti -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=5MB)
  if(PIPETTE_LTO)
    string(APPEND CMAKE_CXX_FLAGS " -flto")
  endif()
  # Of the page's module and that of the JavaScript API. -O0 keeps Binaryen's passes out.
  set(PIPETTE_LINK_OPTIMIZATION -O2)
  if(PIPETTE_QUICK_LINK)
    set(PIPETTE_LINK_OPTIMIZATION -O0 -sASSERTIONS=0)
  endif()
endif()

if(PIPETTE_SANITIZE)
  # g++ takes almost twice as long with -O2 -g; line numbers are all that a report needs.
  add_compile_definitions(PIPETTE_SANITIZED)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
  if(PIPETTE_OPTIMIZATION)
    set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "${PIPETTE_OPTIMIZATION} -g1")
  endif()
  add_compile_options(-fsanitize=${PIPETTE_SANITIZE} -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PIPETTE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 12 sees uninitialized values in <regex> and the like when it instruments them, and warns of
    # fences, which the thread sanitizer does not know, in the standard library.
    add_compile_options(-Wno-maybe-uninitialized -Wno-tsan)
  endif()
endif()

if(PIPETTE_FUZZ)
  # Counts which branches an input takes, so that libFuzzer knows which inputs are worth keeping.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
