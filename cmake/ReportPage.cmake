# Writes report.html with style and script in their places, and {{profile}} left for who fills it
# in; run as
#   cmake -D folder=web/profile -D theme=web/theme.css -D output=... -P ReportPage.cmake
#
# Modules become one script, as web/profile/report.mjs says: their import lines go, and the word
# "export" at the beginning of a line.

file(READ "${folder}/report.html" page)
file(READ "${theme}" style)
file(STRINGS "${folder}/modules.txt" modules REGEX "^[^# ]")
set(script "")
foreach(module IN LISTS modules)
  file(READ "${folder}/${module}" text)
  set(text "\n${text}")
  string(REGEX REPLACE "\nimport [^;]*;" "" text "${text}")
  string(REGEX REPLACE "\nexport ([a-z])" "\n\\1" text "${text}")
  string(APPEND script "// ---- ${module}${text}\n")
endforeach()
string(REPLACE "{{style}}" "${style}" page "${page}")
string(REPLACE "{{script}}" "${script}" page "${page}")
file(WRITE "${output}" "${page}")
