"""Gradients of traced functions (tf.GradientTape, tf.gradients)."""

from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._missing import not_there
from tensorflow._tensors import SymbolicTensor


class GradientTape:
    """Reads of variables inside its `with` count; sources are variables and tensors."""

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        if not watch_accessed_variables:
            raise not_there('watch_accessed_variables=False', 'name the sources of the gradient')
        self._persistent = persistent
        self._used = False
        self._javascript: Any = None

    def __enter__(self) -> 'GradientTape':
        if not context.tracing:
            raise not_there(
                'tf.GradientTape outside of a tf.function',
                'put the training step into a @tf.function, which '
                'strategy.run() compiles for the device',
            )
        self._javascript = call(emulator.gradientTape)
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def watch(self, tensor: Any) -> None:
        """Every tensor can be a source here."""

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: str = 'none',
    ) -> Any:
        """The gradients of a scalar with respect to the sources, in their structure."""
        if self._javascript is None:
            raise RuntimeError('A GradientTape records inside its `with` block; there was none')
        if self._used and not self._persistent:
            raise RuntimeError(
                'A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)'
            )
        if unconnected_gradients != 'none':
            raise not_there(f'unconnected_gradients={unconnected_gradients!r}')
        if output_gradients is not None:
            raise not_there(
                'output_gradients of GradientTape.gradient', 'multiply the target by them before'
            )
        self._used = True
        if isinstance(sources, (list, tuple)):
            return [
                SymbolicTensor(each)
                for each in call(self._javascript.gradient, target, list(sources))
            ]
        if isinstance(sources, dict):
            return {key: self._single(target, each) for key, each in sources.items()}
        return self._single(target, sources)

    def _single(self, target: Any, source: Any) -> SymbolicTensor:
        return SymbolicTensor(call(self._javascript.gradient, target, source))


def gradients(ys: Any, xs: Any, name: str = 'gradients') -> list[SymbolicTensor]:
    """TensorFlow 1's: of a scalar with respect to each of the tensors or variables."""
    sources = list(xs) if isinstance(xs, (list, tuple)) else [xs]
    tape = call(emulator.gradientTape)
    return [SymbolicTensor(each) for each in call(tape.gradient, ys, sources)]
