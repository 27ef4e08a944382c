"""Optimizers (tf.keras.optimizers): in traced functions and in models."""

from collections.abc import Iterable
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._missing import missing, not_there, refuse
from tensorflow._tensors import SymbolicTensor, Tensor
from tensorflow._variables import Operation, Variable
from tensorflow.keras.optimizers import schedules


# What a program's own optimizer may do in another way.
_STEPS = (
    'apply_gradients',
    'compute_gradients',
    'get_gradients',
    'minimize',
    '_apply_dense',
    '_compute_gradients',
    '_resource_apply_dense',
)


class Optimizer:
    """Base of the emulator's optimizers, and of what wraps them."""

    def __init__(self, inside: Any, name: str | None = None, around: Any = None) -> None:
        self._inside = inside
        # Keras' optimizers are told what to train; TensorFlow 1's take what the program has.
        self.keras: bool = around.keras if around is not None else getattr(self, '_aggregate', None) is None
        self._name = name or type(self).__name__

    @property
    def _javascript(self) -> Any:
        """For what applies it without this class: pipelines, models, optimizers around it."""
        for kind in type(self).__mro__:
            own = [each for each in _STEPS if each in vars(kind)]
            if own and kind is not Optimizer:
                raise not_there(
                    f'the {own[0]}() of your {kind.__name__} in a pipeline, a model or another optimizer',
                    'call it in a @tf.function, or change gradients with MapGradientOptimizer',
                )
        return self._inside

    def get_name(self) -> str:
        return self._name

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: Any = None,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
        tape: Any = None,
    ) -> list[tuple[SymbolicTensor, Variable]]:
        refuse('compute_gradients', aggregation_method=aggregation_method, grad_loss=grad_loss)
        variables = list(var_list) if var_list is not None else context.trainable_variables()
        pairs = call(self._inside.computeGradients, loss, variables)
        return [(SymbolicTensor(pair[0]), variable) for pair, variable in zip(pairs, variables)]

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Variable]],
        name: str | None = None,
        global_step: Any = None,
        experimental_aggregate_gradients: bool = True,
    ) -> Operation:
        """The names and steps of TensorFlow 1 have no effect on the weights; a step that is to be counted is refused."""
        refuse(
            'apply_gradients',
            global_step=global_step,
            experimental_aggregate_gradients=not experimental_aggregate_gradients,
        )
        pairs = [list(each) for each in grads_and_vars]
        if not pairs:
            raise ValueError('No gradients provided for any variable.')
        return Operation(call(self._inside.applyGradients, pairs))

    def minimize(
        self,
        loss: Any,
        var_list: Any = None,
        tape: Any = None,
        name: str | None = None,
        global_step: Any = None,
        grad_loss: Any = None,
    ) -> Operation:
        refuse('minimize', global_step=global_step, grad_loss=grad_loss)
        if callable(loss):
            raise not_there('minimize() of a function', 'compute the loss, and give the tensor')
        variables = list(var_list) if var_list is not None else context.trainable_variables()
        return Operation(call(self._inside.minimize, loss, variables))


class KerasOptimizer(Optimizer):
    """Where nothing else exchanges them, these add the gradients of all replicas."""

    _aggregate: bool | None = None  # TensorFlow 1's do not

    def __init__(self, maker: str, learning_rate: Any, name: str, **options: Any) -> None:
        """`maker` is the emulator's function, which takes the options; those that are None are left out."""
        self.learning_rate = self.lr = learning_rate  # as it was given: only a variable can be set
        is_number = isinstance(learning_rate, (int, float)) and not isinstance(learning_rate, Tensor)
        super().__init__(
            call(
                getattr(emulator.optimizers, maker),
                aggregate_gradients=self._aggregate,
                learning_rate=float(learning_rate) if is_number else learning_rate,
                **options,
            ),
            name,
        )


class SGD(KerasOptimizer):
    """w -= learning_rate * gradient, or with momentum."""

    def __init__(
        self,
        learning_rate: Any = 0.01,
        momentum: float = 0.0,
        nesterov: bool = False,
        name: str = 'SGD',
        lr: Any = None,
    ) -> None:
        super().__init__(
            'sgd', lr if lr is not None else learning_rate, name, momentum=momentum or None, nesterov=nesterov or None
        )


class Adam(KerasOptimizer):
    """Adam, with Keras' epsilon."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        name: str = 'Adam',
        lr: Any = None,
    ) -> None:
        refuse('Adam', amsgrad=amsgrad)
        super().__init__(
            'adam', lr if lr is not None else learning_rate, name, beta1=beta_1, beta2=beta_2, epsilon=epsilon
        )


class AdamW(KerasOptimizer):
    """Adam with weight decay apart from its moments."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        weight_decay: float = 0.004,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        name: str = 'AdamW',
    ) -> None:
        super().__init__(
            'adamW', learning_rate, name, weight_decay=weight_decay, beta1=beta_1, beta2=beta_2, epsilon=epsilon
        )


class RMSprop(KerasOptimizer):
    """Divides by a running mean of the gradients' size."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-7,
        centered: bool = False,
        name: str = 'RMSprop',
    ) -> None:
        refuse('RMSprop', centered=centered)
        super().__init__(
            'rmsprop', learning_rate, name, rho=rho, momentum=momentum, epsilon=epsilon
        )


def get(identifier: Any) -> Optimizer:
    """Of a name or an object."""
    if isinstance(identifier, Optimizer):
        return identifier
    known: dict[str, type[Any]] = {'sgd': SGD, 'adam': Adam, 'adamw': AdamW, 'rmsprop': RMSprop}
    if str(identifier).lower() in known:
        made: Optimizer = known[str(identifier).lower()]()
        return made
    raise ValueError(f'Unknown optimizer: {identifier!r}. There are {", ".join(known)}')


__all__ = ['Adam', 'AdamW', 'Optimizer', 'RMSprop', 'SGD', 'get', 'schedules']
__getattr__ = missing('tf.keras.optimizers')
