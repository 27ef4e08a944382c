"""What models are given, as the emulator takes it, and what it gives back."""

from typing import Any


def metric_of(metric: Any) -> str:
    name = (
        metric
        if isinstance(metric, str)
        else getattr(metric, 'keras_name', None) or getattr(metric, '__name__', '')
    )
    return str(name)


def words_of(options: dict[str, Any]) -> dict[str, Any]:
    """Enumerations as the emulator's words."""
    return {name: getattr(value, 'word', value) for name, value in options.items()}


def whole(value: Any) -> int | None:
    return None if value is None else int(value)


def logs_of(found: Any) -> dict[str, float]:
    return {str(name): float(value) for name, value in found.to_py().items()}
