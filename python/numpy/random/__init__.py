"""Random numbers: the same streams as NumPy's for the same seeds.

default_rng(seed) is NumPy's PCG64; seed(), rand(), randn() and their like are its MT19937. There
are uniform and normal numbers, whole numbers, permutations and choices, but no other distributions.
"""

from typing import Any

from numpy._bridge import not_here
from numpy.random._generator import PCG64, Generator, default_rng
from numpy.random._legacy import MT19937, RandomState
from numpy.random._seeding import SeedSequence

_state = RandomState()

seed = _state.seed
rand = _state.rand
randn = _state.randn
randint = _state.randint
random = _state.random
random_sample = _state.random_sample
ranf = _state.ranf
sample = _state.sample
uniform = _state.uniform
normal = _state.normal
standard_normal = _state.standard_normal
shuffle = _state.shuffle
permutation = _state.permutation
choice = _state.choice

__all__ = [
    'Generator', 'MT19937', 'PCG64', 'RandomState', 'SeedSequence', 'choice', 'default_rng',
    'normal', 'permutation', 'rand', 'randint', 'randn', 'random', 'random_sample', 'ranf',
    'sample', 'seed', 'shuffle', 'standard_normal', 'uniform',
]


def __getattr__(name: str) -> Any:
    if name.startswith('__'):
        raise AttributeError(name)
    not_here(f'numpy.random.{name}', 'draw from numpy.random.normal or uniform')
