"""ipu.utils"""

from tensorflow._missing import missing
from tensorflow.python.ipu.config import (  # noqa: F401
    IPUConfig,
    SelectionOrder,
    configure_ipu_system,
    get_ipu_config,
    reset_ipu_configuration,
)

__getattr__ = missing('ipu.utils')
