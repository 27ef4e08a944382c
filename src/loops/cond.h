// A choice on the device: one of two branches runs, as tf.cond has it.
//
//   Tensor y = loops::cond(reduce_sum(x) < 10.0,
//                          [&] { return x * 2; },              // if true
//                          [&] { return x; })[0];              // if false
//
// `predicate` is a bool scalar. The branches take no arguments; they may use whatever tensors and
// variables they can see, assign variables, read infeeds, fill outfeeds, and hold loops and other
// choices. Only the branch that is taken acts and costs cycles: it is one child of an `If` in the
// instruction tree, its spans are named "cond/if_true/..." or "cond/if_false/...", and single steps
// go through it alone. Both return as many tensors, of the same dtypes and shapes, then operations;
// the results are those of the branch taken.
//
// Gradients flow through both branches (graph/gradient.h). In a stage of a pipeline what a branch
// made waits for its backward pass like anything else.
//
// Errors: TypeError for a predicate that is not bool and for results of different dtypes,
// InvalidArgument for a predicate that is no scalar and for results of different shapes, ValueError
// for different numbers of results; each names which. FailedPrecondition when a branch accumulates
// gradients over mini-batches, whose every turn counts: accumulate what cond() gives. Unimplemented
// for a pipeline inside of a branch. When it runs, FailedPrecondition if replicas disagree: they
// run in lockstep, so the predicate must be the same on each, made of what all_reduce() gives.
//
// Inaccuracies: both branches copy their results to one place, which is costed as a copy on the
// tiles; that the tiles are told of the predicate costs nothing. A schedule's times, which are
// reckoned before it runs, count the longer branch. A value of streaming memory that a branch loads
// it must store or release itself.
#pragma once

#include <vector>

#include "loops/body.h"

namespace pipette::loops {

std::vector<Tensor> cond(const Tensor& predicate, const LoopBody& true_branch,
                         const LoopBody& false_branch);

}  // namespace pipette::loops
