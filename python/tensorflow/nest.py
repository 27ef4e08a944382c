"""tf.nest"""

from tensorflow._missing import missing
from tensorflow._structures import flatten, map_structure, pack_sequence_as  # noqa: F401

__getattr__ = missing('tf.nest')
