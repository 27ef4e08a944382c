# The comments of a header as Doxygen reads them: its first block is of the file, the others of what follows them or of
# what stands before them in the line. What is indented further is code.
function text(line) {
  sub(/^\/\/ ?/, "", line)
  return line ~ /^  +[^ ]/ ? "    " line : line
}
FNR == 1 { first = 1; print "/// @file" }
/^ *\/\/( |$)/ {
  match($0, /^ */)
  print substr($0, 1, RLENGTH) "/// " text(substr($0, RLENGTH + 1))
  next
}
first && /^#/ { first = 0; print "" }
{
  at = index($0, ";  // ") ? index($0, ";  // ") + 3 : index($0, ",  // ") ? index($0, ",  // ") + 3 : 0
  if (at) print substr($0, 1, at - 1) "///< " substr($0, at + 3)
  else print
}
