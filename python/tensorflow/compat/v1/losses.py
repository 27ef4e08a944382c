"""tf.losses of TensorFlow 1: means over the rows."""

from typing import Any

from tensorflow import _operators as ops
from tensorflow import nn
from tensorflow._missing import missing, refuse
from tensorflow._tensors import Tensor


def sparse_softmax_cross_entropy(
    labels: Any, logits: Any, weights: float = 1.0, scope: str | None = None
) -> Tensor:
    refuse('tf.losses.sparse_softmax_cross_entropy', weights=weights != 1.0)
    return ops.reduce_mean(
        nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    )


def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: float = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
) -> Tensor:
    refuse(
        'tf.losses.softmax_cross_entropy', weights=weights != 1.0, label_smoothing=label_smoothing or None
    )
    return ops.reduce_mean(
        nn.softmax_cross_entropy_with_logits(labels=onehot_labels, logits=logits)
    )


def mean_squared_error(
    labels: Any, predictions: Any, weights: float = 1.0, scope: str | None = None
) -> Tensor:
    refuse('tf.losses.mean_squared_error', weights=weights != 1.0)
    return ops.reduce_mean(ops.square(ops.subtract(predictions, labels)))


__getattr__ = missing('tf.losses')
