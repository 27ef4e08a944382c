# Fails unless a program prints a file's text; run as
#   cmake -D expected=FILE -P compare_output.cmake -- PROGRAM
cmake_minimum_required(VERSION 3.25)

math(EXPR last "${CMAKE_ARGC} - 1")
execute_process(COMMAND ${CMAKE_ARGV${last}} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ "${expected}" text)
if(NOT printed STREQUAL text)
  message(FATAL_ERROR "The program prints\n${printed}\nwhere the page says\n${text}")
endif()
