"""Models (tf.keras.Model, tf.keras.Sequential) on the emulator's, with the extensions for IPU."""

from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._missing import missing, not_there
from tensorflow.keras._emulated_model import EmulatedModel
from tensorflow.keras._layer import EmulatedLayer, KerasTensor, Layer
from tensorflow.keras._model import Model as Model


class Functional(EmulatedModel):
    """keras.Model(inputs, outputs)"""

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None) -> None:
        super().__init__(name)
        self._ends = (list(inputs) if isinstance(inputs, (list, tuple)) else inputs, outputs)

    def _make(self, options: dict[str, Any]) -> Any:
        return call(emulator.model, *self._ends, **options)


class Sequential(EmulatedModel):
    """keras.Sequential([layers])"""

    def __init__(self, layers: Any = None, name: str | None = None) -> None:
        super().__init__(name)
        self._layers: list[Any] = []
        for each in layers or []:
            self.add(each)

    def add(self, layer: Any) -> None:
        if not isinstance(layer, (EmulatedLayer, KerasTensor)):
            raise not_there(
                f'{layer!r} in a Sequential model', 'the layers of tf.keras.layers are'
            ) if isinstance(layer, Layer) else TypeError(
                f'The added layer must be an instance of class Layer. Found: {layer!r}'
            )
        if any(each is layer for each in self._layers):
            if context.graph_mode:
                return  # as TensorFlow 1.15, which keeps each layer once
            raise ValueError(
                'All layers added to a Sequential model should have unique names. Name '
                f'"{getattr(layer, "name", "")}" is already the name of a layer in this model.'
            )
        self._layers.append(layer)

    def _make(self, options: dict[str, Any]) -> Any:
        return call(emulator.sequential, self._layers, **options)


__getattr__ = missing('tf.keras.models')
