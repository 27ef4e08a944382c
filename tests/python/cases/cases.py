"""What the published cases share."""

import contextlib

import numpy as np
from tensorflow.python import ipu


def configure(ipus=1):
    """As upstream's tests do, after the graph has been built and before the session."""
    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = ipus
    cfg.configure_ipu_system()


def same(found, expected, tolerance=1e-5):
    """Holds that two arrays have one shape and, but for rounding, the same elements."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, f'{found.shape}, expected {expected.shape}'
    difference = np.abs(found.astype(np.float32) - expected.astype(np.float32))
    allowed = tolerance * np.maximum(1.0, np.abs(expected.astype(np.float32)))
    assert np.all(difference <= allowed), f'{found}, expected {expected}'


@contextlib.contextmanager
def raises(kind, message):
    """Holds that the block ends with an error of this kind, whose text contains the message."""
    try:
        yield
    except kind as error:
        assert message in str(error), f'"{error}" does not contain "{message}"'
        return
    raise AssertionError(f'no {kind.__name__}')
