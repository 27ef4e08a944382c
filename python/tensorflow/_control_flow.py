"""What converted functions call (_autograph.py): statements that decide, when they come, between Python and the device."""

import types
from collections.abc import Callable, Iterable
from typing import Any

from tensorflow import errors
from tensorflow._context import context
from tensorflow._emulator import call, callback, emulator, for_javascript
from tensorflow._missing import not_there
from tensorflow._operators import logical_and, logical_not, logical_or, symbolic
from tensorflow._tensors import EagerTensor, SymbolicTensor, eager
from tensorflow._variables import Operation, Variable

convert: Callable[[Any], Any]  # set by _autograph.py


class Undefined:
    """A variable that no statement has set yet."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith('_'):
            raise AttributeError(attribute)
        raise UnboundLocalError(
            f"'{self._name}' is used here, but it is set inside a branch or a loop on the device only: set it before that"
        )


class Range:
    """tf.range: numbers that a loop on the device counts."""

    def __init__(self, start: Any, limit: Any, delta: Any) -> None:
        self.start, self.limit, self.delta = start, limit, delta

    @property
    def known(self) -> bool:
        return all(
            not isinstance(each, (SymbolicTensor, Variable))
            for each in (self.start, self.limit, self.delta)
        )

    def count(self) -> Any:
        """How many numbers: an int, or a traced int32."""
        if self.known:
            return len(range(int(self.start), int(self.limit), int(self.delta)))
        if not isinstance(self.delta, int) or self.delta != 1:
            raise not_there(
                'tf.range with a step and limits that are traced tensors', 'tf.range(n) is'
            )
        return (
            self.limit
            if isinstance(self.start, int) and self.start == 0
            else self.limit - self.start
        )

    def __iter__(self) -> Any:
        if not self.known:
            raise errors.OperatorNotAllowedInGraphError(
                'iterating over tf.range() of a traced tensor is for functions that tf.function or ipu_compiler converts'
            )
        return (
            eager(each, 'int32')
            for each in range(int(self.start), int(self.limit), int(self.delta))
        )

    def __len__(self) -> int:
        return int(self.count())


def _on_device(value: Any) -> bool:
    return context.tracing and (isinstance(value, SymbolicTensor) or isinstance(value, Variable))


def _is_value(value: Any) -> bool:
    """What a loop can carry, and a branch can give."""
    return isinstance(value, (SymbolicTensor, EagerTensor, Variable, int, float)) or hasattr(
        value, '__array__'
    )


def results_for_javascript(results: list[Any]) -> Any:
    """What a traced body gives to the emulator: tensors, then operations."""
    return for_javascript(
        [symbolic(each) if not isinstance(each, Operation) else each for each in results]
    )


def _carried_names(names: list[str], before: tuple[Any, ...]) -> list[int]:
    return [
        i for i in range(len(names)) if _is_value(before[i]) and not isinstance(before[i], Variable)
    ]


def _after_loop(
    before: tuple[Any, ...], carried: list[int], names: list[str], results: Iterable[Any]
) -> tuple[Any, ...]:
    after = list(before)
    for i, result in zip(carried, results):
        after[i] = result
    return tuple(after)


def _loop_body(
    body: Callable[..., Any],
    get: Callable[[], tuple[Any, ...]],
    set_: Callable[[tuple[Any, ...]], None],
    before: tuple[Any, ...],
    carried: list[int],
    names: list[str],
) -> Callable[..., list[Any]]:
    """A function of the carried values that runs the statement's body and gives the next ones."""

    def run(values: list[Any], *items: Any) -> list[Any]:
        state = list(before)
        for i, value in zip(carried, values):
            state[i] = value
        set_(tuple(state))
        body(*items)
        after = get()
        for i, name in enumerate(names):
            if (
                i not in carried
                and not isinstance(before[i], Undefined)
                and after[i] is not before[i]
            ):
                raise TypeError(
                    f"'{name}' is {type(before[i]).__name__} before the loop and is set in it: a loop on the device carries "
                    'tensors and numbers only'
                )
        return [_as_before(names[i], before[i], after[i]) for i in carried]

    return run


def _as_before(name: str, before: Any, after: Any) -> Any:
    first, then = symbolic(before), symbolic(after)
    if first.dtype != then.dtype or first.shape != then.shape:
        raise TypeError(
            f"'{name}' has dtype {first.dtype.name} and shape {first.shape} before the loop, but {then.dtype.name} and "
            f'{then.shape} after one iteration: a loop on the device carries one dtype and shape'
        )
    return then


def for_statement(
    iterable: Any,
    body: Callable[[Any], Any],
    get: Callable[[], tuple[Any, ...]],
    set_: Callable[[tuple[Any, ...]], None],
    names: list[str],
    wanted: bool,
) -> None:
    if not context.tracing or not isinstance(iterable, Range):
        for item in _python_items(iterable):
            body(item)
        return
    before = get()
    carried = _carried_names(names, before)
    run = _loop_body(body, get, set_, before, carried, names)
    start = [symbolic(iterable.start, 'int32')] if wanted else []

    def traced(*values: Any) -> Any:
        tensors = [SymbolicTensor(each) for each in values]
        counter, rest = tensors[: len(start)], tensors[len(start) :]
        item = counter[0] if wanted else None
        following = run(rest, item)
        return results_for_javascript([each + iterable.delta for each in counter] + following)

    inputs = [*start, *(symbolic(before[i]) for i in carried)]
    results = [
        SymbolicTensor(each)
        for each in call(emulator.loops.repeat, iterable.count(), callback(traced), inputs)
    ]
    set_(_after_loop(before, carried, names, results[len(start) :]))


def _python_items(iterable: Any) -> Any:
    if isinstance(iterable, SymbolicTensor):
        rows: Any = iterable
        return [rows[i] for i in range(int(rows.shape[0] or 0))]  # unrolled
    return iterable


def while_statement(
    test: Callable[[], Any],
    body: Callable[[], Any],
    get: Callable[[], tuple[Any, ...]],
    set_: Callable[[tuple[Any, ...]], None],
    names: list[str],
) -> None:
    before = get()
    first = test()
    if not _on_device(first):
        while first:
            body()
            first = test()
        return
    carried = _carried_names(names, before)
    run = _loop_body(body, get, set_, before, carried, names)

    def condition(*values: Any) -> Any:
        state = list(before)
        for i, value in zip(carried, values):
            state[i] = SymbolicTensor(value)
        set_(tuple(state))
        return symbolic(test())._javascript

    def traced(*values: Any) -> Any:
        return results_for_javascript(run([SymbolicTensor(each) for each in values]))

    inputs = [symbolic(before[i]) for i in carried]
    results = call(emulator.loops.whileLoop, callback(condition), callback(traced), inputs)
    set_(_after_loop(before, carried, names, [SymbolicTensor(each) for each in results]))


def if_statement(
    test: Any,
    then: Callable[[], Any],
    otherwise: Callable[[], Any],
    get: Callable[[], tuple[Any, ...]],
    set_: Callable[[tuple[Any, ...]], None],
    names: list[str],
    both: list[str],
) -> None:
    if not _on_device(test):
        (then if test else otherwise)()
        return
    before = get()
    chosen = [i for i, name in enumerate(names) if name in both or _is_value(before[i])]

    def branch(body: Callable[[], Any]) -> Any:
        def traced() -> Any:
            set_(before)
            body()
            after = get()
            return results_for_javascript([_given(names[i], after[i]) for i in chosen])

        return callback(traced)

    results = call(emulator.cond, test, branch(then), branch(otherwise))
    after = list(before)
    for i, result in zip(chosen, results):
        after[i] = SymbolicTensor(result)
    set_(tuple(after))


def _given(name: str, value: Any) -> Any:
    if _is_value(value):
        return value
    raise TypeError(
        f"'{name}' is {type(value).__name__} at the end of a branch on the device: it must be a tensor or a number "
        'in both branches'
    )


def if_expression(test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    if not _on_device(test):
        return then() if test else otherwise()
    shapes: list[Any] = []

    def branch(body: Callable[[], Any]) -> Any:
        def traced() -> Any:
            value = body()
            shapes.append(type(value) if isinstance(value, (list, tuple)) else None)
            return results_for_javascript(
                list(value) if isinstance(value, (list, tuple)) else [value]
            )

        return callback(traced)

    results = [
        SymbolicTensor(each) for each in call(emulator.cond, test, branch(then), branch(otherwise))
    ]
    return results[0] if shapes[0] is None else shapes[0](results)


def both(first: Any, second: Callable[[], Any]) -> Any:
    return logical_and(first, second()) if _on_device(first) else first and second()


def either(first: Any, second: Callable[[], Any]) -> Any:
    return logical_or(first, second()) if _on_device(first) else first or second()


def opposite(value: Any) -> Any:
    return logical_not(value) if _on_device(value) else not value


def python_bool(value: Any) -> Any:
    if _on_device(value):
        raise not_there(
            'break, continue or return under a condition that is a tensor',
            'set a variable in the branch, and use it after; or return in both branches',
        )
    return value


def python_iterable(value: Any) -> Any:
    if context.tracing and isinstance(value, Range) and not value.known:
        raise not_there(
            'break, continue or return in a loop on the device',
            'tf.while_loop ends by its condition',
        )
    return value


def called(function: Any) -> Any:
    """What to call: a function of the program is converted first."""
    return (
        convert(function)
        if isinstance(function, (types.FunctionType, types.MethodType))
        else function
    )
