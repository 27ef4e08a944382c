# Writes the program of a page of documentation, and what that says it prints; run as
#   cmake -D page=docs/cpp.md -D output=... -P write_example.cmake
cmake_minimum_required(VERSION 3.25)

file(READ "${page}" text)
foreach(block cpp:main.cc text:output.txt)
  string(REGEX REPLACE ":.*" "" language ${block})
  string(REGEX REPLACE ".*:" "" name ${block})
  string(FIND "${text}" "\n```${language}\n" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "${page} has no block of ${language}")
  endif()
  string(LENGTH "\n```${language}\n" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${text}" ${begin} -1 rest)
  string(FIND "${rest}" "```\n" end)
  string(SUBSTRING "${rest}" 0 ${end} code)
  file(WRITE ${output}/${name} "${code}")
endforeach()
