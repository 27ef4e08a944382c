"""What all layers are: those of the emulator, those of one's own, and what flows through a functional model."""

from collections.abc import Callable
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator, own_line
from tensorflow._missing import not_there, refuse
from tensorflow._operators import symbolic
from tensorflow._shapes import TensorShape
from tensorflow._tensors import SymbolicTensor
from tensorflow._variables import Variable, variables_of


class KerasTensor:
    """A value inside a functional model: it has a shape, but no numbers."""

    def __init__(self, inside: Any) -> None:
        self._javascript = inside


def Input(
    shape: Any = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: Any = None,
    sparse: Any = None,
    tensor: Any = None,
    ragged: Any = None,
    type_spec: Any = None,
    batch_shape: Any = None,
) -> KerasTensor:
    """Where the data of a functional model enters: [batch, *shape]."""
    refuse('Input', sparse=sparse, tensor=tensor, ragged=ragged, type_spec=type_spec)
    if batch_shape is not None:
        batch_size, *shape = batch_shape
    from tensorflow._dtypes import as_dtype  # pylint: disable=import-outside-toplevel

    kind = 'float32' if dtype is None else as_dtype(dtype).name
    return KerasTensor(
        call(emulator.input, list(shape or ()), batch_size=batch_size, name=name, dtype=kind)
    )


_KEYWORDS_OF_LAYERS = (
    'activity_regularizer',
    'autocast',
    'batch_input_shape',
    'batch_size',
    'bias_constraint',
    'bias_regularizer',
    'input_dim',
    'kernel_constraint',
    'weights',
)


class Layer:
    """Base of all layers. A subclass makes its weights in build() by add_weight(), and computes in call()."""

    def __init__(
        self,
        name: str | None = None,
        trainable: bool = True,
        dtype: Any = None,
        dynamic: bool = False,
        input_shape: Any = None,
        **others: Any,
    ) -> None:
        for each in others:
            if each not in _KEYWORDS_OF_LAYERS:
                raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument '{each}'")
        refuse(type(self).__name__, dynamic=dynamic, dtype=None if dtype in (None, 'float32') else dtype, **others)
        self._given_name, self.trainable = name, trainable
        self._own_weights: list[Variable] = []
        self.built = False

    @property
    def name(self) -> str:
        return self._given_name or type(self).__name__.lower()

    def add_weight(
        self,
        name: str | None = None,
        shape: Any = (),
        dtype: Any = None,
        initializer: Any = None,
        trainable: bool = True,
        regularizer: Any = None,
        constraint: Any = None,
        use_resource: Any = None,
    ) -> Variable:
        refuse('add_weight', regularizer=regularizer, constraint=constraint)
        from tensorflow.keras import initializers  # pylint: disable=import-outside-toplevel

        full = f'{self.name}/{name or "weight"}'
        initial = initializers.get(initializer or 'glorot_uniform').made(list(shape), full)
        variable = Variable(initial, trainable, full, dtype)
        self._own_weights.append(variable)
        return variable

    def build(self, input_shape: Any) -> None:
        """Makes the weights for inputs of this shape."""

    def call(self, inputs: Any) -> Any:
        raise NotImplementedError(
            f'{type(self).__name__} has no call(): it says what the layer computes'
        )

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """What call() computes; the weights are made with the first inputs."""
        from tensorflow._autograph import convert  # pylint: disable=import-outside-toplevel

        if isinstance(inputs, KerasTensor):
            raise not_there(
                'a layer of your own in a functional model', 'call it inside a @tf.function'
            )
        if not self.built:
            self.build(TensorShape(symbolic(inputs).shape))
            self.built = True
        return convert(self.call)(inputs, *args, **kwargs)

    @property
    def trainable_weights(self) -> list[Variable]:
        return [each for each in self.weights if each.trainable and self.trainable]

    @property
    def weights(self) -> list[Variable]:
        inner = [
            weight
            for each in vars(self).values()
            if isinstance(each, Layer)
            for weight in each.weights
        ]
        return self._own_weights + inner

    trainable_variables = trainable_weights
    variables = weights


class EmulatedLayer(Layer):
    """A layer of the emulator's. Without a model around it, it makes one for itself."""

    def __init__(
        self,
        make: Callable[[Any], Any],
        *arguments: Any,
        name: str | None = None,
        trainable: bool = True,
        dtype: Any = None,
        options: dict[str, Any] | None = None,
        **others: Any,
    ) -> None:
        super().__init__(name, trainable, dtype, **others)
        with own_line():
            self._javascript = call(
                make, *arguments, **({} if name is None else {'name': name}), **(options or {})
            )
        if not trainable:
            self._javascript.trainable = False
        self._alone: Any = None

    @property
    def name(self) -> str:
        return (
            str(self._javascript.name) or self._given_name or str(self._javascript.typeName).lower()
        )

    def copied(self) -> 'EmulatedLayer':
        raise NotImplementedError

    def __setattr__(self, attribute: str, value: Any) -> None:
        super().__setattr__(attribute, value)
        if attribute == 'trainable' and '_javascript' in vars(self):
            self._javascript.trainable = bool(value)

    def __call__(  # type: ignore[override]
        self, inputs: Any, training: bool | None = None, mask: Any = None
    ) -> Any:
        refuse(f'the layer {self.name}', mask=mask)
        given = inputs if isinstance(inputs, (list, tuple)) else [inputs]
        if any(isinstance(each, KerasTensor) for each in given):
            return KerasTensor(
                call(
                    self._javascript.apply,
                    list(given) if isinstance(inputs, (list, tuple)) else inputs,
                )
            )
        if not context.tracing:
            raise not_there(
                'a layer outside of a @tf.function, on numbers',
                'call it inside a function that strategy.run() runs',
            )
        if self._alone is None:
            seed = {} if context.seed is None else {'seed': context.seed}
            self._alone = call(emulator.sequential, [self], **seed)
        return SymbolicTensor(call(self._alone.call, symbolic(inputs), training=bool(training)))

    @property
    def weights(self) -> list[Variable]:
        return variables_of(self._javascript.variables)

    variables = weights

    def count_params(self) -> int:
        return int(call(self._javascript.countParams))
