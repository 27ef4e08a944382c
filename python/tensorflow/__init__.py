"""The parts of TensorFlow and of its port for IPU that the tutorials use, on an emulated machine.

Tensors are handles: numbers come from the emulator, which this package only calls. What is not here raises
NotImplementedError with its name. docs/python.md says what is, and what differs.
"""

from typing import Any

from tensorflow import _context, _dtypes, _norms, _operators, _threads
from tensorflow._control_flow import Range as _Range
from tensorflow._dtypes import *  # noqa: F401,F403
from tensorflow._functions import function
from tensorflow._gradients import GradientTape, gradients
from tensorflow._missing import missing as _missing
from tensorflow._norms import *  # noqa: F401,F403
from tensorflow._operators import *  # noqa: F401,F403
from tensorflow._shapes import TensorShape
from tensorflow._tensors import Tensor
from tensorflow._variables import Operation, Variable
from tensorflow import _loops, data, errors, keras, math, nest, nn, python, random
from tensorflow._loops import cond, no_op, while_loop
from tensorflow.data._dataset import TensorSpec

__version__ = '2.6.0+pipette'
newaxis = None
losses, initializers, optimizers = keras.losses, keras.initializers, keras.optimizers
executing_eagerly = (
    lambda: not _context.context.tracing and not _context.context.graph_mode
)  # noqa: E731


def range(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = None
) -> _Range:
    """Numbers that a loop on the device counts: `for _ in tf.range(n)` in a @tf.function."""
    return _Range(0, start, delta) if limit is None else _Range(start, limit, delta)


def __getattr__(name: str) -> Any:
    if name == 'compat':
        before = (
            _context.context.graph_mode
        )  # looking at it does not make a program one of TensorFlow 1
        import tensorflow.compat as compat  # pylint: disable=import-outside-toplevel

        _context.context.graph_mode = before
        return compat
    return _unknown(name)


_unknown = _missing(
    'tf',
    {
        'distribute': 'tensorflow.python.ipu.ipu_strategy.IPUStrategy is the strategy of IPUs',
        'Session': 'tf.compat.v1.Session',
        'placeholder': 'tf.compat.v1.placeholder',
        'print': 'ipu.internal_ops.print_tensor prints from the device',
    },
)
__all__ = [
    'GradientTape',
    'Operation',
    'Tensor',
    'TensorShape',
    'TensorSpec',
    'Variable',
    'cond',
    'data',
    'errors',
    'function',
    'gradients',
    'keras',
    'math',
    'nest',
    'nn',
    'no_op',
    'python',
    'random',
    'range',
    'while_loop',
]
__all__ += _dtypes.__all__
__all__ += _norms.__all__ + _operators.__all__
_context.use_modelled_clock()
_threads.use()
_ = _loops
