"""What load_data() gives: the files that the reader has given, else generated digits, and it says so."""

import sys
from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._emulator import array_of, bridge, call

_Pair = tuple[np.ndarray, np.ndarray]


def load(name: str) -> tuple[_Pair, _Pair]:
    """((x_train, y_train), (x_test, y_test)): uint8 images [n, 28, 28] and labels [n]."""
    found: Any = call(bridge.images, name, 1 if context.seed is None else context.seed)
    if found.generated:
        print(f'{name}.load_data(): generated digits; {bridge.realData}', file=sys.stderr)
    arrays = [array_of(each) for each in (found.xTrain, found.yTrain, found.xTest, found.yTest)]
    return (arrays[0], arrays[1]), (arrays[2], arrays[3])
