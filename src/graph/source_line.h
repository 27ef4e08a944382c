// The line of a program that adds to a graph.
//
//   const SourceLine line("mnist.py:12");        // upstream: the file and line of a debug context
//   Tensor y = matmul(x, w);                     // its node has the source "mnist.py:12"
//
// Nodes added during the lifetime of a SourceLine belong to it, with their gradients; so does a
// layer that is constructed then, in whatever model it is traced later. The innermost applies; an
// empty text means that the line is not known. Lines never change numbers, and are no part of what
// identifies a program.
//
// A property of the thread.
#pragma once

#include <string>

namespace pipette {

class SourceLine {
 public:
  explicit SourceLine(std::string text);
  ~SourceLine();
  SourceLine(const SourceLine&) = delete;
  SourceLine& operator=(const SourceLine&) = delete;

  static const std::string& current();

 private:
  std::string before_;
};

}  // namespace pipette
