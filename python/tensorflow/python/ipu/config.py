"""The configuration of the system: IPUConfig, a tree of options of which every published one is known."""

import difflib
import json
from collections.abc import Iterator
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._ipu_options import OPTIONS


class _Choice(str):
    """A word of an option, such as SelectionOrder.ZIGZAG."""

    @property
    def name(self) -> str:
        return str(self)


def _choices(name: str, words: str) -> Any:
    return type(name, (), {word: _Choice(word) for word in words.split()})


SelectionOrder = _choices('SelectionOrder', 'AUTO ZIGZAG SNAKE HOOF')
DeviceConnectionType = _choices('DeviceConnectionType', 'ALWAYS ON_DEMAND PRE_COMPILE NEVER')
MergeRemoteBuffersBehaviour = _choices(
    'MergeRemoteBuffersBehaviour', 'NO_MERGING MERGE IF_BENEFICIAL'
)
SchedulingAlgorithm = _choices(
    'SchedulingAlgorithm', 'CHOOSE_BEST CLUSTERING POST_ORDER LOOK_AHEAD SHORTEST_PATH'
)
StochasticRoundingBehaviour = _choices(
    'StochasticRoundingBehaviour', 'OFF ON REPLICA_IDENTICAL_ONLY'
)
_LISTS = ('auto_select_ipus', 'select_ipus')


class _Options:
    """The options below one name."""

    def __init__(self, config: 'IPUConfig', path: str) -> None:
        vars(self).update(_config=config, _path=path)

    def _full(self, name: str) -> str:
        return f'{self._path}.{name}' if self._path else name

    def __getattr__(self, name: str) -> Any:
        full = self._full(name)
        if full in OPTIONS:
            return self._config._values.get(full, OPTIONS[full])
        if any(each.startswith(full + '.') for each in OPTIONS):
            return _Options(self._config, full)
        raise AttributeError(_unknown(full))

    def __setattr__(self, name: str, value: Any) -> None:
        self._config._set(self._full(name), value)

    def __dir__(self) -> Iterator[str]:
        start = f'{self._path}.' if self._path else ''
        yield from sorted(
            {each[len(start) :].split('.')[0] for each in OPTIONS if each.startswith(start)}
        )


def _unknown(full: str) -> str:
    near = difflib.get_close_matches(full, OPTIONS, 1)
    meant = f' Did you mean {near[0]!r}?' if near else ''
    return f'{full!r} is not a valid attribute of IPUConfig.{meant}'


class IPUConfig(_Options):
    """cfg.auto_select_ipus = 1; cfg.configure_ipu_system()"""

    def __init__(self) -> None:
        vars(self).update(_values={})
        super().__init__(self, '')

    def _set(self, full: str, value: Any) -> None:
        if full not in OPTIONS:
            raise AttributeError(_unknown(full))
        usual = OPTIONS[full]
        wanted: tuple[type, ...] = (int, list, tuple) if full in _LISTS else (type(usual),)
        fits = isinstance(value, wanted) or (isinstance(usual, float) and isinstance(value, int))
        if not fits or (isinstance(value, bool) and not isinstance(usual, bool)):
            names = ' or '.join(each.__name__ for each in wanted)
            raise TypeError(
                f'Trying to set {full} to {value!r}, which is of type {type(value).__name__}: it must be {names}'
            )
        self._values[full] = list(value) if isinstance(value, tuple) else value

    def to_dict(self) -> dict[str, Any]:
        """The options that were set, as a tree."""
        tree: dict[str, Any] = {}
        for full, value in self._values.items():
            *path, name = full.split('.')
            at = tree
            for each in path:
                at = at.setdefault(each, {})
            at[name] = str(value) if isinstance(value, _Choice) else value
        return tree

    def to_json(self) -> str:
        return json.dumps(self.to_dict())

    def from_dict(self, tree: dict[str, Any], path: str = '') -> None:
        for name, value in tree.items():
            full = f'{path}.{name}' if path else name
            if isinstance(value, dict) and full not in OPTIONS:
                self.from_dict(value, full)
            else:
                self._set(full, value)

    def from_json(self, text: str) -> None:
        self.from_dict(json.loads(text))

    def configure_ipu_system(self, device: str = 'cpu') -> None:
        """From now on strategies have this system. What no machine can be is refused at once."""
        call(emulator.strategy, config=self._tree()).destroy()
        if context.config is not None:
            print('The IPU system has been configured already: it is reset, and configured anew.')
        context.config = self._tree()

    def _tree(self) -> dict[str, Any]:
        tree = self.to_dict()
        return tree if tree else {'auto_select_ipus': 1}


def configure_ipu_system(config: IPUConfig, device: str = 'cpu') -> None:
    config.configure_ipu_system(device)


def get_ipu_config() -> IPUConfig:
    if context.config is None:
        raise RuntimeError(
            'No IPU devices were found, or no system has been configured: IPUConfig().configure_ipu_system()'
        )
    made = IPUConfig()
    made.from_dict(context.config)
    return made


def reset_ipu_configuration() -> None:
    context.config = None
