"""Writes one training step of the product benchmark's W1 as an ONNX graph, for onnxruntime-web.

    python3 tests/benchmarks/peers/onnx_step.py FILE

The graph takes images [32, 784], labels [32, 10] (one-hot) and the four parameters, and gives the loss
and the parameters after a step of SGD. Its gradients are written out: ONNX has none of its own.
"""
import sys

import onnx
from onnx import TensorProto, helper

BATCH = 32
RATE = 0.01
PARAMETERS = {'w1': [784, 128], 'b1': [128], 'w2': [128, 10], 'b2': [10]}


def value(name, shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def constant(name, number):
    return helper.make_tensor(name, TensorProto.FLOAT, [], [number])


def main(path):
    node = helper.make_node
    nodes = [
        node('Gemm', ['images', 'w1', 'b1'], ['before']),
        node('Relu', ['before'], ['hidden']),
        node('Gemm', ['hidden', 'w2', 'b2'], ['logits']),
        node('LogSoftmax', ['logits'], ['log_shares'], axis=1),
        node('Mul', ['labels', 'log_shares'], ['gains']),
        node('ReduceSum', ['gains'], ['gain'], keepdims=0),
        node('Mul', ['gain', 'minus_share'], ['loss']),
        node('Softmax', ['logits'], ['shares'], axis=1),
        node('Sub', ['shares', 'labels'], ['excess']),
        node('Mul', ['excess', 'share'], ['d_logits']),
        node('Gemm', ['d_logits', 'w2'], ['d_hidden'], transB=1),
        node('Greater', ['before', 'zero'], ['active']),
        node('Cast', ['active'], ['mask'], to=TensorProto.FLOAT),
        node('Mul', ['d_hidden', 'mask'], ['d_before']),
        node('Gemm', ['hidden', 'd_logits'], ['d_w2'], transA=1),
        node('ReduceSum', ['d_logits', 'rows'], ['d_b2'], keepdims=0),
        node('Gemm', ['images', 'd_before'], ['d_w1'], transA=1),
        node('ReduceSum', ['d_before', 'rows'], ['d_b1'], keepdims=0),
    ]
    for name in PARAMETERS:
        nodes += [node('Mul', [f'd_{name}', 'rate'], [f'step_{name}']),
                  node('Sub', [name, f'step_{name}'], [f'new_{name}'])]
    graph = helper.make_graph(
        nodes, 'step',
        [value('images', [BATCH, 784]), value('labels', [BATCH, 10])]
        + [value(name, shape) for name, shape in PARAMETERS.items()],
        [value('loss', [])] + [value(f'new_{name}', shape) for name, shape in PARAMETERS.items()],
        [constant('share', 1 / BATCH), constant('minus_share', -1 / BATCH), constant('zero', 0.0),
         constant('rate', RATE), helper.make_tensor('rows', TensorProto.INT64, [1], [0])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, path)


if __name__ == '__main__':
    main(sys.argv[1])
