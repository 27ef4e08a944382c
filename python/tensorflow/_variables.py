"""Variables: state that lives on the device from run to run (tf.Variable)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._dtypes import DType
from tensorflow._emulator import array_of, call, emulator
from tensorflow._missing import refuse
from tensorflow._operators import symbolic
from tensorflow._shapes import TensorShape
from tensorflow._tensors import EagerTensor, Tensor, eager


class Operation:
    """A side effect of a traced function, which the body of a loop may return after its tensors."""

    def __init__(self, inside: Any = None) -> None:
        self._javascript = inside


class Variable(Tensor):
    """A variable of the program's own, or a weight of a model."""

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool = True,
        name: str | None = None,
        dtype: Any = None,
        shape: Any = None,
        _inside: Any = None,
    ) -> None:
        if _inside is None:
            if initial_value is None:
                raise ValueError('`initial_value` must be specified.')
            refuse('tf.Variable', shape=shape)
            value = eager(initial_value() if callable(initial_value) else initial_value, dtype)
            _inside = call(emulator.variable, value, name=f'{name or "Variable"}:0')
            context.variables.append(self)
        self._javascript = _inside
        self.trainable = trainable
        self.dtype = DType(str(_inside.dtype))
        self.shape = TensorShape(list(_inside.shape))
        self.name = str(_inside.name) if ':' in str(_inside.name) else f'{_inside.name}:0'

    def read_value(self) -> Tensor:
        """In a traced function what it holds when the program comes there; elsewhere what it holds now."""
        if context.tracing:
            return symbolic_read(self)
        return EagerTensor(array_of(call(self._javascript.value)))

    def value(self) -> Tensor:
        return self.read_value()

    def numpy(self) -> Any:
        return EagerTensor(array_of(call(self._javascript.value))).numpy()

    def __array__(self, *unused: Any, **also_unused: Any) -> np.ndarray:
        return np.asarray(self.numpy())

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """In a traced function whenever the program comes there; elsewhere at once."""
        if context.tracing:
            return Operation(call(self._javascript.assign, symbolic(value, self.dtype)))
        given = eager(value, self.dtype)
        if given.shape != self.shape:
            raise ValueError(
                f'Cannot assign value to variable {self.name!r}: Shape mismatch. '
                f'The variable shape {self.shape}, and the assigned value shape {given.shape} are incompatible.'
            )
        call(self._javascript.assign, given)
        return self

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        return self.assign(self.read_value() + delta)

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        return self.assign(self.read_value() - delta)

    def __bool__(self) -> bool:
        return bool(self.read_value())

    def __repr__(self) -> str:
        return f'<tf.Variable {self.name!r} shape={self.shape} dtype={self.dtype.name}>'


def symbolic_read(variable: Variable) -> Tensor:
    """The traced tensor that reads it."""
    from tensorflow._tensors import SymbolicTensor  # pylint: disable=import-outside-toplevel

    return SymbolicTensor(call(variable._javascript.read))


def variables_of(source: Callable[[], Any]) -> list[Variable]:
    """The emulator's variables as Python's."""
    return [Variable(_inside=each) for each in call(source)]


__all__ = ['Operation', 'Variable', 'symbolic', 'variables_of']
