# Installs a build anew; run as
#   cmake -D build=FOLDER -D prefix=FOLDER -P install.cmake
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
# Nothing of ours lies where another library's headers could.
file(GLOB above RELATIVE ${prefix}/include ${prefix}/include/*)
if(NOT above STREQUAL pipette)
  message(FATAL_ERROR "include/ has ${above}, but should have pipette alone")
endif()
execute_process(COMMAND ${prefix}/bin/pipette --version COMMAND_ERROR_IS_FATAL ANY)
