"""Optimizers around others: accumulation of gradients, exchange between replicas (ipu.optimizers)."""

from collections.abc import Callable
from typing import Any

from tensorflow._dtypes import as_dtype
from tensorflow._emulator import call, callback, emulator
from tensorflow._missing import missing
from tensorflow._tensors import SymbolicTensor
from tensorflow.keras.optimizers import Optimizer
from tensorflow.python.ipu.ops.pipelining_ops import _dtype, _words

GradientAccumulationReductionMethod = _words(
    'GradientAccumulationReductionMethod', SUM='sum', MEAN='mean', RUNNING_MEAN='running_mean'
)


def _options(
    offload_weight_update_variables: Any,
    replicated_optimizer_state_sharding: bool,
    dtype: Any,
    reduction_method: Any,
) -> dict[str, Any]:
    method = getattr(reduction_method, 'word', reduction_method)
    if not isinstance(method, str) or method.lower() not in ('sum', 'mean', 'running_mean'):
        raise ValueError(
            f'Cannot parse {reduction_method} as one of GradientAccumulationReductionMethod.'
        )
    return {
        'offload_weight_update_variables': offload_weight_update_variables,
        'replicated_optimizer_state_sharding': replicated_optimizer_state_sharding or None,
        'dtype': _dtype(dtype),
        'reduction_method': method.lower(),
    }


class GradientAccumulationOptimizerV2(Optimizer):
    """Applies the wrapped optimizer once for each `num_mini_batches` iterations of a loop."""

    _maker = 'gradientAccumulationOptimizerV2'

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        offload_weight_update_variables: bool | None = None,
        replicated_optimizer_state_sharding: bool = False,
        dtype: Any = None,
        reduction_method: Any = 'sum',
        name: str = 'GradientAccumulationOptimizerV2',
    ) -> None:
        options = _options(
            offload_weight_update_variables,
            replicated_optimizer_state_sharding,
            dtype,
            reduction_method,
        )
        super().__init__(
            call(getattr(emulator.optimizers, self._maker), opt, int(num_mini_batches), **options),
            name,
            opt,
        )


class CrossReplicaGradientAccumulationOptimizerV2(GradientAccumulationOptimizerV2):
    """The same, and the gradients of replicas are exchanged once for each weight update."""

    _maker = 'crossReplicaGradientAccumulationOptimizerV2'


class GradientAccumulationOptimizer(Optimizer):
    """The older form, for gradient descent and momentum."""

    _maker = 'gradientAccumulationOptimizer'

    def __init__(
        self,
        opt: Any,
        num_mini_batches: int,
        verify_usage: bool = True,
        name: str = 'GradientAccumulationOptimizer',
    ) -> None:
        super().__init__(
            call(getattr(emulator.optimizers, self._maker), opt, int(num_mini_batches)), name, opt
        )


class CrossReplicaGradientAccumulationOptimizer(GradientAccumulationOptimizer):
    """The older form, with replicas."""

    _maker = 'crossReplicaGradientAccumulationOptimizer'


class CrossReplicaOptimizer(Optimizer):
    """The mean of the gradients of all replicas is applied."""

    def __init__(self, opt: Any, name: str = 'CrossReplicaOptimizer') -> None:
        super().__init__(call(emulator.optimizers.crossReplicaOptimizer, opt), name, opt)


class MapGradientOptimizer(Optimizer):
    """gradient_mapping_function(gradient, variable) is applied to each mini-batch's gradients."""

    def __init__(
        self,
        wrapped_optimizer: Any,
        gradient_mapping_function: Callable[..., Any],
        name: str = 'MapGradientOptimizer',
    ) -> None:
        def mapped(gradient: Any, variable_name: str) -> Any:
            class _Named:
                name = f'{variable_name}:0'
                dtype = as_dtype('float32')

            return gradient_mapping_function(SymbolicTensor(gradient), _Named())._javascript

        super().__init__(
            call(emulator.optimizers.mapGradientOptimizer, wrapped_optimizer, callback(mapped)),
            name,
            wrapped_optimizer,
        )


__getattr__ = missing('ipu.optimizers')
