"""get_variable and variable_scope."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorflow._context import context
from tensorflow._dtypes import as_dtype
from tensorflow._missing import refuse
from tensorflow._variables import Variable
from tensorflow.keras import initializers

_prefixes: list[str] = []
_by_name: dict[str, Variable] = {}
_reuse: list[Any] = [False]


@contextmanager
def variable_scope(
    name_or_scope: str,
    default_name: str | None = None,
    values: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    custom_getter: Any = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: bool = True,
) -> Iterator[str]:
    """Names of variables inside begin with the scope's."""
    refuse(
        'variable_scope',
        initializer=initializer,
        regularizer=regularizer,
        custom_getter=custom_getter,
        dtype=dtype,
    )
    _prefixes.append(str(name_or_scope or default_name))
    _reuse.append(_reuse[-1] if reuse is None else reuse)
    try:
        yield '/'.join(_prefixes)
    finally:
        _prefixes.pop()
        _reuse.pop()


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = 'float32',
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    collections: Any = None,
    use_resource: bool = True,
    custom_getter: Any = None,
    constraint: Any = None,
) -> Variable:
    """The variable of that name, made when it is new."""
    refuse(
        'get_variable',
        regularizer=regularizer,
        collections=collections,
        custom_getter=custom_getter,
        constraint=constraint,
    )
    full = '/'.join([*_prefixes, name])
    if full in _by_name:
        if _reuse[-1] is False:
            raise ValueError(
                f'Variable {full} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE '
                'in variable_scope?'
            )
        return _by_name[full]
    if _reuse[-1] is True:
        raise ValueError(
            f'Variable {full} does not exist, or was not created with tf.get_variable()'
        )
    if (
        hasattr(initializer, '_array')
        or isinstance(initializer, (int, float))
        or hasattr(initializer, 'dtype')
    ):
        value: Any = initializer
    else:
        sizes = [int(each) for each in shape or ()]
        value = initializers.get(initializer or 'glorot_uniform').made(sizes, full)
    _by_name[full] = Variable(value, trainable, full, as_dtype(dtype))
    return _by_name[full]


def forget_variables() -> None:
    """The names may be given again."""
    _by_name.clear()


def trainable_variables(scope: str | None = None) -> list[Variable]:
    """Those whose names match the scope, a regular expression."""
    return [each for each in context.trainable_variables() if re.match(scope or '', each.name)]


def global_variables(scope: str | None = None) -> list[Variable]:
    """Those whose names match the scope, a regular expression."""
    return [each for each in context.all_variables() if re.match(scope or '', each.name)]
