"""tf.data.experimental"""

from typing import Any

from tensorflow._missing import missing

AUTOTUNE = -1
INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2


def cardinality(dataset: Any) -> Any:
    return dataset.cardinality()


__getattr__ = missing('tf.data.experimental')
