"""The layers of the ziggurat from which normal numbers are drawn, as NumPy's tables have them.

Each of 256 layers has the same area below exp(-x * x / 2). They are computed here, because
Python's exp() and log() round alike in every browser, which those of JavaScript do not.
"""

import array
import math

from numpy._bridge import call, typed_array

_LAYERS = 256
_LAST_EDGE = 3.6541528853610088
_AREA = 0.004928673233974652
_ROUNDED_UP = 38  # The one density that NumPy's table has a last digit higher than exp() gives.

_is_set = False


def layers() -> tuple[list[float], list[float]]:
    """The edges of the layers, and the density at each; the lowest layer comes first."""
    edges, densities = [0.0] * _LAYERS, [1.0] * _LAYERS
    edge, density = _LAST_EDGE, math.exp(-0.5 * _LAST_EDGE * _LAST_EDGE)
    edges[0] = _AREA / density
    for at in range(_LAYERS - 1, 0, -1):
        if at < _LAYERS - 1:
            edge = math.sqrt(-2.0 * math.log(_AREA / edge + density))
            density = math.exp(-0.5 * edge * edge)
        if at == _ROUNDED_UP:
            density = math.nextafter(density, 1.0)
        edges[at], densities[at] = edge, density
    return edges, densities


def ensure() -> None:
    """Hands the layers to JavaScript before the first normal number is drawn."""
    global _is_set
    if not _is_set:
        edges, densities = (typed_array(array.array('d', values)) for values in layers())
        call('setZiggurat', edges, densities)
        _is_set = True
