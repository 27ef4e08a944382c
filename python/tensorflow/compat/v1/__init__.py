"""TensorFlow 1 (tensorflow.compat.v1).

`import tensorflow.compat.v1 as tf` makes the program one of TensorFlow 1: queues, compiled functions and initializers are then
run by a session. Where `import tensorflow as tf` came first, tf.compat.v1.disable_v2_behavior() does so.
"""

from typing import Any

from tensorflow import *  # noqa: F401,F403
from tensorflow._context import context
from tensorflow._loops import group as group
from tensorflow._missing import missing
from tensorflow._sessions import Placeholder
from tensorflow._sessions import Session as Session
from tensorflow._sessions import global_variables_initializer as global_variables_initializer
from tensorflow.compat.v1 import layers as layers
from tensorflow.compat.v1 import losses as losses
from tensorflow.compat.v1 import train as train
from tensorflow.compat.v1._variables import forget_variables
from tensorflow.compat.v1._variables import get_variable as get_variable
from tensorflow.compat.v1._variables import global_variables as global_variables
from tensorflow.compat.v1._variables import trainable_variables as trainable_variables
from tensorflow.compat.v1._variables import variable_scope as variable_scope

from tensorflow.keras.initializers import Constant as constant_initializer
from tensorflow.keras.initializers import GlorotUniform as glorot_uniform_initializer
from tensorflow.keras.initializers import Ones as ones_initializer
from tensorflow.keras.initializers import Zeros as zeros_initializer

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


def reset_default_graph() -> None:
    """Variables and models that were made so far are of another graph."""
    forget_variables()
    context.variables.clear()
    context.models.clear()


def set_random_seed(seed: int) -> None:
    context.seed = int(seed)


def device(name: str) -> Any:
    """A device for IPUs, such as '/device:IPU:0', is an ipu_scope(); in 'cpu' the host makes data, as it does in any case."""
    from contextlib import nullcontext  # pylint: disable=import-outside-toplevel

    from tensorflow.python.ipu.scopes import ipu_scope  # pylint: disable=import-outside-toplevel

    return ipu_scope(name) if 'IPU' in name.upper() else nullcontext()


class _Logging:
    INFO, WARN, ERROR = 20, 30, 40

    def set_verbosity(self, level: int) -> None:
        """Nothing is logged here."""


logging = _Logging()
__getattr__ = missing('tf.compat.v1')
context.graph_mode = True
