// The instruction tree of a program in Poplar's terms, with the cycles of each node.
//
//   const ProgramNode root = program_tree(executable, tallies);
//   root.children[0].kind;      // "Repeat"
//   root.children[0].count;     // 10
//   root.cycles;                // recorded, of all lanes and runs
//
// Loops are folded: a body appears once, with its count. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/choices.h"
#include "profile/run_recorder.h"

namespace pipette::profile {

// The names of the Graph Analyser's Program Tree, which gives each a colour.
enum class NodeKind : std::uint8_t {
  sequence,
  repeat,
  repeat_while,
  if_else,
  execute,          // of a compute set
  exchange,         // between tiles, with the synchronisation before it
  global_exchange,  // between IPUs
  stream_copy,
  stream_begin,
  stream_mid,
  stream_end,
  remote_copy,
};
constexpr auto choices_of(NodeKind) {
  return std::to_array<Choice<NodeKind>>(
      {{NodeKind::sequence, "sequence", "Sequence"},
       {NodeKind::repeat, "repeat", "Repeat"},
       {NodeKind::repeat_while, "repeat_while", "RepeatWhile"},
       {NodeKind::if_else, "if", "If"},
       {NodeKind::execute, "execute", "OnTileExecute"},
       {NodeKind::exchange, "exchange", "DoExchange"},
       {NodeKind::global_exchange, "global_exchange", "GlobalExchange"},
       {NodeKind::stream_copy, "stream_copy", "StreamCopy"},
       {NodeKind::stream_begin, "stream_begin", "StreamCopyBegin"},
       {NodeKind::stream_mid, "stream_mid", "StreamCopyMid"},
       {NodeKind::stream_end, "stream_end", "StreamCopyEnd"},
       {NodeKind::remote_copy, "remote_copy", "RemoteCopy"}});
}

struct ProgramNode {
  NodeKind kind = NodeKind::sequence;
  std::string name;  // of the instruction or superstep
  Phase phase = Phase::none;
  int instruction = -1;
  int ipu = 0;
  std::optional<std::int64_t> count;  // of a loop, if it is known
  std::int64_t cycles = 0;            // recorded, of all lanes and runs, children included
  std::int64_t executions = 0;        // recorded, of leaves
  std::int64_t bytes = 0;             // likewise; moved
  std::vector<ProgramNode> children;
};

ProgramNode program_tree(const RecordedProgram& recorded, const Trace& names);

}  // namespace pipette::profile
