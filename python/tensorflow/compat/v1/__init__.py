"""TensorFlow 1 (tensorflow.compat.v1).

`import tensorflow.compat.v1 as tf` makes the program one of TensorFlow 1: queues, compiled functions and initializers are then
run by a session. Where `import tensorflow as tf` came first, tf.compat.v1.disable_v2_behavior() does so.
"""

from typing import Any

from tensorflow import *  # noqa: F401,F403
from tensorflow import bool, float16, float32, float64, int8, int32, int64, uint8  # noqa: F401
from tensorflow import data, errors, function, keras, math, nest, nn, range  # noqa: F401
from tensorflow._context import context
from tensorflow._loops import group  # noqa: F401
from tensorflow._missing import missing
from tensorflow._operators import *  # noqa: F401,F403
from tensorflow._sessions import Placeholder, Session, global_variables_initializer  # noqa: F401
from tensorflow.compat.v1 import layers, losses, train  # noqa: F401
from tensorflow.compat.v1._variables import (  # noqa: F401
    get_variable,
    global_variables,
    trainable_variables,
    variable_scope,
)

placeholder = Placeholder
AUTO_REUSE = 'AUTO_REUSE'


def disable_v2_behavior() -> None:
    """The program is one of TensorFlow 1 from here on."""
    context.graph_mode = True


def enable_v2_behavior() -> None:
    context.graph_mode = False


disable_eager_execution = disable_v2_behavior
enable_eager_execution = enable_v2_behavior


class Graph:
    """There is one graph here: `with tf.Graph().as_default():` makes the program one of TensorFlow 1."""

    def as_default(self) -> 'Graph':
        return self

    def __enter__(self) -> 'Graph':
        context.graph_mode = True
        return self

    def __exit__(self, *error: object) -> None:
        return None


class ConfigProto:
    """Options of a session, which have no effect here."""

    def __init__(self, **unused: Any) -> None:
        self.unused = unused


def set_random_seed(seed: int) -> None:
    context.seed = int(seed)


def device(name: str) -> Any:
    """with tf.device('cpu'): the host makes data in any case."""
    from contextlib import nullcontext  # pylint: disable=import-outside-toplevel

    return nullcontext()


class _Logging:
    INFO, WARN, ERROR = 20, 30, 40

    def set_verbosity(self, level: int) -> None:
        """Nothing is logged here."""


logging = _Logging()
__getattr__ = missing('tf.compat.v1')
context.graph_mode = True
