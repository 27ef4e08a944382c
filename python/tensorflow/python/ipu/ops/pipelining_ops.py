"""Pipelines: pipeline(), its schedules, and what an optimizer function gives."""

from collections.abc import Callable
from typing import Any

from tensorflow._autograph import convert
from tensorflow._dtypes import as_dtype
from tensorflow._emulator import call, callback, emulator, for_javascript, options_of
from tensorflow._loops import body_of, listed
from tensorflow._missing import missing, not_there, refuse
from tensorflow._structures_js import traced_structure
from tensorflow._variables import Operation


class _Word:
    """A member of an enumeration, and the emulator's word for it."""

    def __init__(self, kind: str, name: str, word: str, value: int) -> None:
        self._kind, self.name, self.word, self.value = kind, name, word, value

    def __repr__(self) -> str:
        return f'<{self._kind}.{self.name}: {self.value}>'

    def __str__(self) -> str:
        return f'{self._kind}.{self.name}'


def _words(kind: str, **members: str) -> Any:
    return type(
        kind,
        (),
        {name: _Word(kind, name, word, i) for i, (name, word) in enumerate(members.items())},
    )


PipelineSchedule = _words(
    'PipelineSchedule', Grouped='grouped', Interleaved='interleaved', Sequential='sequential'
)
RecomputationMode = _words(
    'RecomputationMode',
    Auto='auto',
    RecomputeThenBackpropagate='recompute_then_backpropagate',
    RecomputeAndBackpropagateInterleaved='recompute_and_backpropagate_interleaved',
)
PipelineSchedule.__doc__ = 'In which order the stage programs of an IPU run.'


class OptimizerFunctionOutput:
    """What optimizer_function gives: the optimizer and the loss, with what it trains."""

    def __init__(
        self,
        opt: Any,
        loss: Any,
        compute_gradients_args: Any = None,
        compute_gradients_kwargs: Any = None,
        apply_gradients_args: Any = None,
        apply_gradients_kwargs: Any = None,
        variables: Any = None,
        tape: Any = None,
        gradient_capture_context: Any = None,
        captured_gradient_outfeed: Any = None,
    ) -> None:
        refuse(
            'OptimizerFunctionOutput',
            compute_gradients_args=compute_gradients_args,
            compute_gradients_kwargs=compute_gradients_kwargs,
            apply_gradients_args=apply_gradients_args,
            apply_gradients_kwargs=apply_gradients_kwargs,
            gradient_capture_context=gradient_capture_context,
        )
        if variables is not None and tape is not None:
            raise ValueError(
                'OptimizerFunctionOutput.variables and OptimizerFunctionOutput.tape may not be used together'
            )
        self.opt, self.loss, self.variables, self.tape = opt, loss, variables, tape
        self.captured_gradient_outfeed = captured_gradient_outfeed

    @property
    def _javascript(self) -> Any:
        from tensorflow._context import context  # pylint: disable=import-outside-toplevel

        variables = self.variables
        if variables is None and self.tape is None and self.opt.keras:
            variables = context.trainable_variables()
            if not variables:
                raise RuntimeError('No variables to optimize.')
        return options_of(
            {
                'optimizer': self.opt,
                'loss': self.loss,
                'variables': None if variables is None else list(variables),
                'tape': self.tape,
                'captured_gradient_outfeed': self.captured_gradient_outfeed,
            }
        )


class PipelineStageOptions:
    """Options of Poplar for one stage, which have no effect here."""

    def __init__(
        self, convolution_options: Any = None, matmul_options: Any = None, slice_options: Any = None
    ) -> None:
        self.convolution_options, self.matmul_options, self.slice_options = (
            convolution_options,
            matmul_options,
            slice_options,
        )


def _optimizer_function(function: Callable[..., Any]) -> Any:
    def traced(*values: Any) -> Any:
        made = convert(function)(*(traced_structure(each) for each in values))
        if not isinstance(made, OptimizerFunctionOutput):
            raise TypeError(
                'The optimizer function must return an instance of OptimizerFunctionOutput, but it gives '
                f'{made!r}'
            )
        return made._javascript

    return callback(traced)


def _dtype(value: Any) -> Any:
    if value is None or not callable(value) or hasattr(value, 'name'):
        return None if value is None else as_dtype(value).name

    class _Named:
        def __init__(self, name: str) -> None:
            self.name, self.dtype = name, as_dtype('float32')

    return callback(lambda name: as_dtype(value(_Named(str(name)))).name)


def _stage(stage: Any) -> Any:
    if isinstance(stage, (list, tuple)):
        return for_javascript([body_of(each) for each in stage])
    if not callable(stage):
        raise TypeError(
            f'computational_stages must be functions, or lists of functions for concurrent stages, but one is {stage!r}'
        )
    return body_of(stage)


def _word(kind: str, value: Any, allowed: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, _Word):
        raise TypeError(f'{kind} must be one of {allowed.__name__}, but it is {value!r}')
    return value.word


def pipeline(
    computational_stages: Any,
    gradient_accumulation_count: Any = None,
    gradient_accumulation_dtype: Any = None,
    repeat_count: int = 1,
    batch_serialization_iterations: int = 1,
    inputs: Any = None,
    infeed_queue: Any = None,
    outfeed_queue: Any = None,
    optimizer_function: Callable[..., Any] | None = None,
    device_mapping: Any = None,
    pipeline_schedule: Any = None,
    recomputation_mode: Any = None,
    forward_propagation_stages_poplar_options: Any = None,
    backward_propagation_stages_poplar_options: Any = None,
    weight_update_poplar_options: Any = None,
    offload_weight_update_variables: bool | None = None,
    replicated_optimizer_state_sharding: bool = False,
    offload_activations: bool | None = None,
    offload_gradient_accumulation_buffers: bool | None = None,
    replicated_weight_sharding: bool | None = None,
    offload_weights: bool | None = None,
    continuous_weight_updates: bool = False,
    outfeed_loss: bool = False,
    outfeed_mask: Any = None,
    accumulate_outfeed: bool = False,
    accumulate_outfeed_dtype: Any = None,
    reduction_method: Any = 'sum',
    gradient_accumulation_for_captured_grads: bool = True,
    name: str | None = None,
    pipeline_depth: Any = None,
) -> Operation:
    """A pipeline of stages, which runs `repeat_count` weight updates. Each stage gets what the one before returned."""
    refuse(
        'pipeline()',
        forward_propagation_stages_poplar_options=forward_propagation_stages_poplar_options,
        backward_propagation_stages_poplar_options=backward_propagation_stages_poplar_options,
        weight_update_poplar_options=weight_update_poplar_options,
    )
    if not isinstance(computational_stages, (list, tuple)):
        raise TypeError('computational_stages argument needs to be a list or a tuple.')
    if device_mapping is not None and not isinstance(device_mapping, (list, tuple)):
        raise TypeError('device_mapping argument needs to be a list or a tuple.')
    count = (
        gradient_accumulation_count if gradient_accumulation_count is not None else pipeline_depth
    )
    if count is None:
        raise ValueError('gradient_accumulation_count must be specified')
    method = getattr(reduction_method, 'word', reduction_method)
    if method is None:
        raise ValueError('Cannot parse None as one of GradientAccumulationReductionMethod.')
    options = {
        'gradient_accumulation_count': count,
        'gradient_accumulation_dtype': _dtype(gradient_accumulation_dtype),
        'reduction_method': str(method).lower(),
        'repeat_count': int(repeat_count),
        'batch_serialization_iterations': int(batch_serialization_iterations),
        'inputs': listed(inputs) or None,
        'infeed_queue': infeed_queue,
        'outfeed_queue': outfeed_queue,
        'optimizer_function': None
        if optimizer_function is None
        else _optimizer_function(optimizer_function),
        'device_mapping': None
        if device_mapping is None
        else [list(each) if isinstance(each, (list, tuple)) else each for each in device_mapping],
        'pipeline_schedule': _word('pipeline_schedule', pipeline_schedule, PipelineSchedule),
        'recomputation_mode': _word('recomputation_mode', recomputation_mode, RecomputationMode),
        'allow_recompute': _allow_recompute(),
        'offload_weight_update_variables': offload_weight_update_variables,
        'replicated_optimizer_state_sharding': replicated_optimizer_state_sharding or None,
        'offload_activations': offload_activations,
        'offload_gradient_accumulation_buffers': offload_gradient_accumulation_buffers,
        'replicated_weight_sharding': replicated_weight_sharding,
        'offload_weights': offload_weights,
        'continuous_weight_updates': continuous_weight_updates or None,
        'outfeed_loss': outfeed_loss or None,
        'outfeed_mask': None if outfeed_mask is None else [bool(each) for each in outfeed_mask],
        'accumulate_outfeed': accumulate_outfeed or None,
        'accumulate_outfeed_dtype': _dtype(accumulate_outfeed_dtype),
        'gradient_accumulation_for_captured_grads': None
        if gradient_accumulation_for_captured_grads
        else False,
        'name': name,
    }
    if outfeed_queue is not None:
        outfeed_queue._enqueued = True
    return Operation(
        call(
            emulator.pipelining.pipeline,
            for_javascript([_stage(each) for each in computational_stages]),
            **options,
        )
    )


def _allow_recompute() -> bool | None:
    from tensorflow._context import context  # pylint: disable=import-outside-toplevel

    return (context.config or {}).get('allow_recompute')


def recomputation_checkpoint(tensors: Any, name: str | None = None) -> Any:
    raise not_there('recomputation_checkpoint', 'recomputation begins at the inputs of a stage')


__getattr__ = missing('ipu.pipelining_ops')
