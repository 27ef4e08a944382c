"""keras.Model: the base of all models, and of those with a call() of one's own."""

from typing import Any

from tensorflow._missing import not_there, refuse
from tensorflow._variables import Variable
from tensorflow.keras._layer import KerasTensor, Layer


class Model:
    """keras.Model(inputs, outputs), or a subclass with call(), which traced functions call."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        inputs = args[0] if args else kwargs.get('inputs')
        if cls is Model and isinstance(inputs, (KerasTensor, list, tuple)):
            from tensorflow.keras.models import Functional  # pylint: disable=import-outside-toplevel

            return super().__new__(Functional)
        return super().__new__(cls)

    def __init__(self, inputs: Any = None, outputs: Any = None, name: str | None = None) -> None:
        self._name = name or type(self).__name__.lower()
        self.stop_training = False

    @property
    def name(self) -> str:
        return self._name

    # ---- of one's own ----

    def call(self, inputs: Any, training: bool | None = None) -> Any:
        raise NotImplementedError(
            f'{type(self).__name__} has no call(): it says what the model computes'
        )

    def __call__(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        refuse('a model', mask=mask)
        from tensorflow._autograph import convert  # pylint: disable=import-outside-toplevel

        wants_training = 'training' in self.call.__code__.co_varnames
        return convert(self.call)(inputs, **({'training': training} if wants_training else {}))

    @property
    def layers(self) -> list[Any]:
        return [each for each in vars(self).values() if isinstance(each, (Layer, Model))]

    @property
    def variables(self) -> list[Variable]:
        own = [each for each in vars(self).values() if isinstance(each, Variable)]
        return own + [weight for each in self.layers for weight in each.variables]

    @property
    def trainable_variables(self) -> list[Variable]:
        return [each for each in self.variables if each.trainable]

    @property
    def weights(self) -> list[Variable]:
        return self.variables

    @property
    def trainable_weights(self) -> list[Variable]:
        return self.trainable_variables

    def compile(self, *unused: Any, **also_unused: Any) -> None:
        raise not_there(
            'compile(), fit() and what belongs to them, of a subclass of keras.Model with its own call(),',
            'a functional or Sequential model, or a training loop of your own',
        )

    fit: Any = compile
    evaluate: Any = compile
    predict: Any = compile
    get_weights: Any = compile
    set_weights: Any = compile
    count_params: Any = compile
    summary: Any = compile
    get_layer: Any = compile
    set_gradient_accumulation_options: Any = compile
    set_pipelining_options: Any = compile
    set_pipeline_stage_assignment: Any = compile
    set_infeed_queue_options: Any = compile
    set_outfeed_queue_options: Any = compile
    set_replication_options: Any = compile
    set_asynchronous_callbacks: Any = compile
