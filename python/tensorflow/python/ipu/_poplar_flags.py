"""What TF_POPLAR_FLAGS asks for."""

import os
import shlex
import sys
from typing import Any

from tensorflow._missing import not_there

# These change neither what a program computes nor what is modelled of it.
_WITHOUT_EFFECT = (
    'executable_cache_path',
    'fallback_scheduler',
    'log_cycle_count',
    'max_compilation_threads',
    'max_infeed_threads',
    'show_progress_bar',
    'use_ipu_model',
    'while_loop_brute_force_max_trip_count',
)
_NOT_THERE = ('null_data_feed', 'synthetic_data_categories', 'synthetic_data_initializer')
_HAVE_EFFECT = ('ipu_model_tiles', 'use_synthetic_data')
_said: set[str] = set()


def poplar_flags() -> dict[str, Any]:
    """As options of the emulator's strategy(): synthetic_data, tiles_per_ipu. What has no effect is said once."""
    options: dict[str, Any] = {}
    for word in shlex.split(os.environ.get('TF_POPLAR_FLAGS', '')):
        name, _, value = word.lstrip('-').partition('=')
        if name in _NOT_THERE:
            raise not_there(f'TF_POPLAR_FLAGS={word}', 'all streams are synthetic, or none, by --use_synthetic_data')
        if name == 'use_synthetic_data':
            options['synthetic_data'] = value.lower() not in ('0', 'false')
        elif name == 'ipu_model_tiles':
            if not value.isdigit():
                raise ValueError(f'TF_POPLAR_FLAGS: --ipu_model_tiles needs a number of tiles, as in --{name}=1216')
            options['tiles_per_ipu'] = int(value)
        elif name in _WITHOUT_EFFECT:
            if name not in _said:
                print(f'TF_POPLAR_FLAGS: --{name} has no effect here.', file=sys.stderr)
            _said.add(name)
        else:
            known = ', '.join(f'--{each}' for each in sorted(_WITHOUT_EFFECT + _NOT_THERE + _HAVE_EFFECT))
            raise ValueError(f'TF_POPLAR_FLAGS has {word!r}, which is no flag; there are {known}')
    return options
