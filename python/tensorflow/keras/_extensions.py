"""What models have for IPUs: accumulation, pipelines, queues, replicas."""

from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, camel_case
from tensorflow.keras._model import Model
from tensorflow.keras._options import words_of


class ExtendedModel(Model):
    """Models that are made in the scope of a strategy have these functions; to the others they are missing."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name=name)
        self._inside: Any = None
        self._settings: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self._strategy = context.strategies[-1] if context.strategies else None

    def _of_strategy(self, function: str) -> None:
        if self._strategy is None:
            raise AttributeError(
                f'{type(self).__name__!r} object has no attribute {function!r}: make the model inside '
                '`with strategy.scope():` of an IPUStrategy'
            )

    def _set(self, function: str, *arguments: Any, **options: Any) -> None:
        """Calls this function of the emulator's model, once there is one."""
        self._of_strategy(function)
        if self._inside is None:
            self._settings.append((function, arguments, options))
        else:
            call(getattr(self._inside, camel_case(function)), *arguments, **options)

    @property
    def _javascript(self) -> Any:
        """The emulator's model, made when it is first needed."""
        raise NotImplementedError

    def _apply_settings(self) -> None:
        for function, arguments, options in self._settings:
            call(getattr(self._inside, camel_case(function)), *arguments, **options)

    def set_gradient_accumulation_options(self, **options: Any) -> None:
        self._set('set_gradient_accumulation_options', **words_of(options))

    def set_pipelining_options(self, **options: Any) -> None:
        self._set('set_pipelining_options', **words_of(options))

    def set_infeed_queue_options(self, **options: Any) -> None:
        self._set('set_infeed_queue_options', **options)

    def set_outfeed_queue_options(self, **options: Any) -> None:
        self._set('set_outfeed_queue_options', **options)

    def set_replication_options(self, **options: Any) -> None:
        self._set('set_replication_options', **words_of(options))

    def set_asynchronous_callbacks(self, asynchronous: bool = False) -> None:
        self._set('set_asynchronous_callbacks', bool(asynchronous))

    def set_pipeline_stage_assignment(self, pipeline_stage_assignment: list[int]) -> None:
        self._of_strategy('set_pipeline_stage_assignment')
        assignment = list(pipeline_stage_assignment)
        if not all(isinstance(each, int) for each in assignment):  # JavaScript would take 1.0 for 1
            raise ValueError(
                f'All elements of `pipeline_stage_assignment` need to be whole numbers, but it is {assignment}'
            )
        call(self._javascript.setPipelineStageAssignment, assignment)
