"""Functions of neural networks (tf.nn)."""

from typing import Any

from tensorflow import _operators as ops
from tensorflow._emulator import emulator
from tensorflow._missing import missing, not_there, refuse
from tensorflow._operators import traced_call
from tensorflow._tensors import Tensor


relu, sigmoid, tanh = ops.relu, ops.sigmoid, ops.tanh


def softmax(logits: Any, axis: int = -1, name: str | None = None) -> Tensor:
    """By row."""
    if ops._traced(logits):
        refuse('tf.nn.softmax', axis=axis != -1)
        return traced_call(emulator.nn.softmax, logits)
    raised = ops.exp(ops.subtract(logits, ops.reduce_max(logits, axis, keepdims=True)))
    return ops.divide(raised, ops.reduce_sum(raised, axis, keepdims=True))


def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Tensor:
    return traced_call(emulator.nn.gelu, features, approximate=approximate)


def elu(features: Any, name: str | None = None) -> Tensor:
    return traced_call(emulator.nn.elu, features)


def softplus(features: Any, name: str | None = None) -> Tensor:
    return traced_call(emulator.nn.softplus, features)


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Tensor:
    return traced_call(emulator.nn.leakyRelu, features, alpha=alpha)


def bias_add(value: Any, bias: Any, data_format: Any = None, name: str | None = None) -> Tensor:
    refuse('tf.nn.bias_add', data_format=None if data_format == 'NHWC' else data_format)
    return ops.add(value, bias)


def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: str,
    data_format: str = 'NHWC',
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    if data_format != 'NHWC' or dilations not in (None, 1, [1, 1], [1, 1, 1, 1]):
        raise not_there(
            'tf.nn.conv2d with another data_format or with dilations', 'NHWC without dilations is'
        )
    return traced_call(
        emulator.nn.conv2d, input, filters, strides=_window(strides), padding=padding.lower()
    )


def max_pool2d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = 'NHWC',
    name: str | None = None,
) -> Tensor:
    refuse('tf.nn.max_pool2d', data_format=data_format != 'NHWC')
    return traced_call(
        emulator.nn.maxPool2d,
        input,
        ksize=_window(ksize),
        strides=_window(strides),
        padding=padding.lower(),
    )


max_pool = max_pool2d


def _window(value: Any) -> Any:
    sizes = list(value) if isinstance(value, (list, tuple)) else value
    return sizes[1:3] if isinstance(sizes, list) and len(sizes) == 4 else sizes


def softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, axis: int = -1, name: str | None = None
) -> Tensor:
    refuse('tf.nn.softmax_cross_entropy_with_logits', axis=axis != -1)
    return traced_call(emulator.nn.softmaxCrossEntropyWithLogits, labels, logits)


softmax_cross_entropy_with_logits_v2 = softmax_cross_entropy_with_logits


def sparse_softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, name: str | None = None
) -> Tensor:
    return traced_call(
        emulator.nn.sparseSoftmaxCrossEntropyWithLogits, ops.cast(labels, 'int32'), logits
    )


__getattr__ = missing('tf.nn')
