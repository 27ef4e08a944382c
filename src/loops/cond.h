// A choice on the device: one of two branches runs, as in tf.cond.
//
//   Tensor y = loops::cond(reduce_sum(x) < 10.0,
//                          [&] { return x * 2; },              // if true
//                          [&] { return x; })[0];              // if false
//
// `predicate` is a bool scalar. The branches take no arguments; they may use any tensors and
// variables in scope, assign variables, read infeeds, fill outfeeds, and contain loops and other
// choices. Only the branch that is taken has effects and costs cycles: it is one child of an `If`
// in the instruction tree, its spans are named "cond/if_true/..." or "cond/if_false/...", and
// single steps go through it alone. Both branches return the same number of tensors, of the same
// dtypes and shapes, then operations; the results are those of the branch taken.
//
// Gradients flow through both branches (graph/gradient.h). In a stage of a pipeline, the values of
// a branch are kept for the backward pass like any others.
//
// Errors: TypeError for a predicate that is not bool and for results of different dtypes,
// InvalidArgument for a predicate that is not a scalar and for results of different shapes,
// ValueError for different numbers of results; each message says which. FailedPrecondition if a
// branch accumulates gradients over mini-batches, which must happen in every iteration: accumulate
// the result of cond() instead. Unimplemented for a pipeline inside a branch. When it runs,
// FailedPrecondition if replicas disagree: they run in lockstep, so the predicate must be the same
// on each, computed from results of all_reduce().
//
// Inaccuracies: both branches copy their results to one place, costed as a copy on the tiles;
// broadcasting the predicate to the tiles costs nothing. The times of a schedule, which are
// computed before it runs, count the longer branch. If a branch loads a variable from streaming
// memory, it must store or release it itself.
#pragma once

#include <vector>

#include "loops/body.h"

namespace pipette::loops {

std::vector<Tensor> cond(const Tensor& predicate, const LoopBody& true_branch,
                         const LoopBody& false_branch);

}  // namespace pipette::loops
