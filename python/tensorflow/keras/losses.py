"""Losses (tf.keras.losses): functions of labels and predictions in traced functions, and what compile() takes."""

from typing import Any

from tensorflow import _operators as ops
from tensorflow._emulator import emulator
from tensorflow._missing import missing, not_there
from tensorflow._operators import traced_call
from tensorflow._tensors import Tensor


def _last_axis(axis: int) -> None:
    if axis != -1:
        raise not_there(f'axis={axis} of a cross entropy', 'the classes are the last axis')


def sparse_categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """One loss for each row; labels are numbers of classes."""
    _last_axis(axis)
    labels = ops.cast(y_true, 'int32')
    function = (
        emulator.nn.sparseSoftmaxCrossEntropyWithLogits
        if from_logits
        else emulator.losses.sparseCategoricalCrossentropy
    )
    return traced_call(function, labels, y_pred)


def categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0, axis: int = -1
) -> Tensor:
    """One loss for each row; labels are distributions."""
    _last_axis(axis)
    if label_smoothing:
        raise not_there('label_smoothing', 'smooth the labels in the dataset')
    if from_logits:
        return traced_call(emulator.nn.softmaxCrossEntropyWithLogits, y_true, y_pred)
    return ops.negative(
        ops.reduce_sum(ops.multiply(y_true, ops.log(ops.clip_by_value(y_pred, 1e-7, 1 - 1e-7))), -1)
    )


def mean_squared_error(y_true: Any, y_pred: Any) -> Tensor:
    return ops.reduce_mean(ops.square(ops.subtract(y_pred, y_true)), -1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Tensor:
    return ops.reduce_mean(ops.abs(ops.subtract(y_pred, y_true)), -1)


def binary_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False) -> Tensor:
    predicted = ops.sigmoid(y_pred) if from_logits else y_pred
    clipped = ops.clip_by_value(predicted, 1e-7, 1 - 1e-7)
    said = ops.add(
        ops.multiply(y_true, ops.log(clipped)),
        ops.multiply(ops.subtract(1.0, y_true), ops.log(ops.subtract(1.0, clipped))),
    )
    return ops.negative(ops.reduce_mean(said, -1))


mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error


class Loss:
    """What compile() takes; called in a traced function it gives the mean over the rows."""

    function: Any = None
    keras_name = ''

    def __init__(
        self, from_logits: bool = False, reduction: str = 'auto', name: str | None = None
    ) -> None:
        self.from_logits, self.reduction, self.name = (
            from_logits,
            reduction,
            name or self.keras_name,
        )

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Tensor:
        if sample_weight is not None:
            raise not_there('sample_weight')
        function = type(self).function
        losses: Tensor = (
            function(y_true, y_pred, from_logits=True)
            if self.from_logits
            else function(y_true, y_pred)
        )
        if self.reduction == 'none':
            return losses
        return ops.reduce_sum(losses) if self.reduction == 'sum' else ops.reduce_mean(losses)


def _loss(name: str, function: Any, keras_name: str) -> type[Loss]:
    return type(
        name,
        (Loss,),
        {
            'function': staticmethod(function),
            'keras_name': keras_name,
            '__doc__': f'As {keras_name}.',
        },
    )


SparseCategoricalCrossentropy = _loss(
    'SparseCategoricalCrossentropy',
    sparse_categorical_crossentropy,
    'sparse_categorical_crossentropy',
)
CategoricalCrossentropy = _loss(
    'CategoricalCrossentropy', categorical_crossentropy, 'categorical_crossentropy'
)
BinaryCrossentropy = _loss('BinaryCrossentropy', binary_crossentropy, 'binary_crossentropy')
MeanSquaredError = _loss('MeanSquaredError', mean_squared_error, 'mean_squared_error')
MeanAbsoluteError = _loss('MeanAbsoluteError', mean_absolute_error, 'mean_absolute_error')


def named(loss: Any) -> tuple[str, bool]:
    """(Keras' name, from_logits) of what compile() was given."""
    if isinstance(loss, Loss):
        return loss.keras_name, loss.from_logits
    if isinstance(loss, str):
        return loss, False
    name = getattr(loss, '__name__', '')
    if (
        name
        in (
            'sparse_categorical_crossentropy',
            'categorical_crossentropy',
            'binary_crossentropy',
            'mean_squared_error',
            'mean_absolute_error',
        )
        and getattr(loss, '__module__', '') == __name__
    ):
        return name, False
    raise not_there(f'the loss {loss!r} in compile()', 'the losses of tf.keras.losses are')


__getattr__ = missing('tf.keras.losses')
