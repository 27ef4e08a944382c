"""What surrounds a program as it runs: the functions being traced, the strategy, the seed, the two clocks."""

import time
from typing import Any

_real_time = getattr(time.time, '__wrapped__', time.time)  # of the program before this one, too


class Context:
    """There is one, `context`."""

    def __init__(self) -> None:
        self.graphs: list[Any] = []  # of functions being traced, the innermost last
        self.strategies: list[Any] = []  # whose scope() has been entered, the innermost last
        self.config: Any = None  # of the latest configure_ipu_system()
        self.graph_mode = False  # TensorFlow 1: what is made is run by a session
        self.seed: int | None = None
        self.machines: list[Any] = []  # strategies and models that have run
        self.models: list[Any] = []  # that have been made
        self.variables: list[Any] = []  # that the program has made itself
        self.compiled = 0  # programs of TensorFlow 1 that no session has run yet

    @property
    def tracing(self) -> bool:
        return len(self.graphs) > 0

    def ran(self, machine: Any) -> None:
        """A strategy or a model of the emulator has run: its modelled time counts from now on."""
        if all(each is not machine for each in self.machines):
            self.machines.append(machine)

    def trainable_variables(self) -> list[Any]:
        """Those of the program and of its models: what an optimizer of TensorFlow 1 trains."""
        own = [each for each in self.variables if each.trainable]
        return own + [variable for model in self.models for variable in model.trainable_variables]

    def all_variables(self) -> list[Any]:
        """Those that are not trained, too."""
        return self.variables + [variable for model in self.models for variable in model.variables]

    def modelled_seconds(self) -> float:
        """Of all machines, compilation included."""
        return sum(self._seconds_of(machine) for machine in self.machines)

    @staticmethod
    def _seconds_of(machine: Any) -> float:
        status = machine.status()
        return float(status.seconds) + float(status.compileSeconds)


context = Context()


_started = _real_time()


def _modelled_time() -> float:
    return _started + context.modelled_seconds()


def use_modelled_clock() -> None:
    """From now on time.time() stands still but for what the modelled machines do; time.perf_counter() stays real."""
    _modelled_time.__wrapped__ = _real_time  # type: ignore[attr-defined]
    time.time = _modelled_time
