// What adding a thing takes, as its page of docs/adding says it: new files, which lie in the folder of the same name, and
// lines put into files that are there. `says` is how the page names the file.

import assert from 'node:assert/strict';

const LAYER = {
  folder: 'layer',
  page: 'docs/adding/layer.md',
  files: 3,
  made: {
    'src/keras/layers/scale.h': '`src/keras/layers/<kind>.h`',
    'src/keras/layers/scale.cc': '`src/keras/layers/<kind>.cc`',
  },
  edits: [
    {
      file: 'src/keras/layers.h',
      says: '`src/keras/layers.h`',
      lines: [
        {after: '#include "keras/layers/reshape.h"', put: '#include "keras/layers/scale.h"'},
        {within: 'MultiplySpec, ConcatenateSpec>;', put: 'MultiplySpec, ConcatenateSpec, ScaleSpec>;'},
      ],
    },
  ],
};

const ELEMENTWISE = {
  page: 'docs/adding/operator.md',
  files: 3,
  made: {},
  edits: [
    {
      file: 'src/kernels/elementwise.def',
      says: '`src/kernels/elementwise.def`',
      lines: [
        {
          after: 'PIPETTE_UNARY(square, unary_kernel<Square>, numbers, negate, square)',
          put: 'PIPETTE_UNARY(cube, unary_kernel<Cube>, floats, negate, cube)',
        },
      ],
    },
    {
      file: 'src/kernels/isa/elementwise_impl.h',
      says: '`src/kernels/isa/elementwise_impl.h`',
      lines: [
        {
          after: 'struct Square { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return x * x; } };',
          put: 'struct Cube { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return x * x * x; } };',
        },
      ],
    },
    {
      file: 'src/graph/ops_elementwise.cc',
      says: '`src/graph/ops_elementwise.cc`',
      lines: [{after: '      return dy * (x * 2.0);', put: '    case UnaryOp::cube:\n      return dy * (square(x) * 3.0);'}],
    },
  ],
};

const OPERATOR = {
  folder: 'operator',
  page: 'docs/adding/operator.md',
  files: 5,
  made: {'src/kernels/reverse.h': '`src/kernels/NAME.h`'},
  edits: [
    {
      file: 'src/graph/operators.def',
      says: '`src/graph/operators.def`',
      lines: [
        {
          after: 'PIPETTE_OPERATOR(slice, SliceAttributes, pure, slice, slice, copy)  // x -> a part of an axis',
          put: 'PIPETTE_OPERATOR(reverse, NoAttributes, pure, reverse, reverse, reverse)  // x -> each row from its end',
        },
      ],
    },
    {
      file: 'src/graph/ops.h',
      says: '`src/graph/ops.h`',
      lines: [
        {
          after: 'Tensor transpose(const Tensor& x);  // [m, n] -> [n, m]',
          put: 'Tensor reverse(const Tensor& x);  // f32 [.., n], each row from its end',
        },
      ],
    },
    {
      file: 'src/graph/ops_shape.cc',
      says: '`ops_*.cc`',
      lines: [
        {
          before: 'Tensor stop_gradient(const Tensor& x) {',
          put: `Tensor reverse(const Tensor& x) {
  if (x.shape().rank() == 0 || x.dtype() != DType::f32) {
    throw InvalidArgument(fmt::format("reverse: needs rows of f32, not shape {}", x.shape().to_string()));
  }
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::reverse, NoAttributes{}, {x}, {x.spec()}));
}
`,
        },
        {
          after: 'Gradients gradient_of_transpose(const NodeGradient& g) { return {transpose(g.dy)}; }',
          put: '\nGradients gradient_of_reverse(const NodeGradient& g) { return {reverse(g.dy)}; }',
        },
      ],
    },
    {
      file: 'src/program/lowering_axes.cc',
      says: '`lowering_*.cc`',
      lines: [
        {after: '#include "kernels/reduce.h"', put: '#include "kernels/reverse.h"'},
        {
          before: '// Adjacent axes reduce in place; others are first moved to the end.',
          put: `Lowered kernel_of_reverse(const Node&, const std::vector<Operand>& in, const Operand& y) {
  const std::int64_t columns = y.spec.shape[-1];
  return {[x = in[0], y, columns, rows = y.spec.shape.num_elements() / columns](BufferAddresses b) {
    kernels::reverse(reinterpret_cast<const float*>(b[x.buffer]), reinterpret_cast<float*>(b[y.buffer]), rows,
                     columns);
  }};
}
`,
        },
        {
          before: 'Cost cost_of_reduce(const OperatorCost& q) {',
          put: `Cost cost_of_reverse(const OperatorCost& q) {
  return q.costs.transpose(q.elements(), q.main().dtype);
}
`,
        },
      ],
    },
  ],
};

const SCHEDULE = {
  page: 'docs/adding/schedule.md',
  files: 2,
  made: {},
  edits: [
    {
      file: 'src/pipeline/schedule.h',
      says: '`src/pipeline/schedule.h`',
      lines: [
        {
          within: 'enum class PipelineSchedule { grouped, interleaved, sequential };',
          put: 'enum class PipelineSchedule { grouped, interleaved, sequential, in_order };',
        },
        {
          within: '{PipelineSchedule::sequential, "sequential", "Sequential"}});',
          put: '{PipelineSchedule::sequential, "sequential", "Sequential"},\n       {PipelineSchedule::in_order, "in_order", "InOrder"}});',
        },
      ],
    },
    {
      file: 'src/pipeline/schedule.cc',
      says: '`src/pipeline/schedule.h` and `.cc`',
      lines: [
        {
          within: '  return schedule == PipelineSchedule::grouped ? 2 * stages_after : stages_after;',
          put: '  return schedule == PipelineSchedule::interleaved ? stages_after : 2 * stages_after;',
        },
      ],
    },
  ],
};

const SCENE = {
  folder: 'scene',
  page: 'docs/adding/scene.md',
  files: 6,
  made: {
    'src/scenes/toy/CMakeLists.txt': '`CMakeLists.txt`: `pipette_room(scenes/NAME DEPENDS scenes)`',
    'src/scenes/toy/toy_scene.h': '`src/scenes/NAME/`',
    'src/scenes/toy/toy_scene.cc': '`src/scenes/NAME/`',
  },
  edits: [
    {
      file: 'tools/rooms.txt',
      says: '`tools/rooms.txt`',
      lines: [
        {after: '14 scenes/way', put: '14 scenes/toy'},
        {after: 'namespace pipette::app::feeds_scene scenes/feeds', put: 'namespace pipette::app::toy_scene scenes/toy'},
      ],
    },
    {
      file: 'src/page/scenes.cc',
      says: '`src/page/scenes.cc`',
      lines: [
        {after: '#include "scenes/tensors/tensors_scene.h"', put: '#include "scenes/toy/toy_scene.h"'},
        {before: '  return scenes;', put: '  scenes.push_back(std::make_unique<toy_scene::ToyScene>());'},
      ],
    },
    {
      file: 'src/page/CMakeLists.txt',
      says: '`src/page/CMakeLists.txt`',
      lines: [
        {within: ' scenes/way ', put: ' scenes/way scenes/toy '},
        {within: '|way|', put: '|way|toy|'},
      ],
    },
  ],
};

export const KINDS = {layer: LAYER, 'operation on elements': ELEMENTWISE, operator: OPERATOR, schedule: SCHEDULE, scene: SCENE};

/** The text of a file with the lines put into it. */
export function edited(text, lines, file) {
  return lines.reduce((now, {after, before, within, put}) => {
    const anchor = within ?? after ?? before;
    assert.equal(now.split(anchor).length, 2, `${file} has this once: ${anchor}`);
    return now.replace(anchor, () => (within ? put : after ? `${after}\n${put}` : `${put}\n${before}`));
  }, text);
}
