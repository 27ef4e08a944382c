// The operators of graph/ops.h by their names in JavaScript, which are TensorFlow's.
//
//   Tensor y = call_operator("reduceMean", R"({"axes":[1]})", {x});
//   Tensor z = call_operator("add", R"({"number":1,"first":false})", {x});       // x + 1
//
// Names and options are camelCase (options.h). An operator of two operands accepts a number for one
// of them, with the other's dtype. Throws InvalidArgument for an unknown name, and lists the names,
// and for a wrong number of operands; other errors are those of the operators.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace pipette::bindings {

Tensor call_operator(const std::string& name, const std::string& options,
                     const std::vector<Tensor>& inputs);

}  // namespace pipette::bindings
