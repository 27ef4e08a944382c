"""How a seed becomes the state of a bit generator, as NumPy's SeedSequence has it.

The algorithm is O'Neill's seed_seq_fe (https://www.pcg-random.org/posts/developing-a-seed_seq-
alternative.html): words are hashed into a pool of four, and each word of the pool into the others.
"""

import operator
import secrets
from typing import Any

from numpy._creation import asarray
from numpy._dtypes import as_dtype

_WORD = 0xffffffff
_POOL = 4
_INITIAL, _STEP = 0x43b0d7e5, 0x931e8875  # of the hash that fills the pool
_OUT_INITIAL, _OUT_STEP = 0x8b51f9dd, 0x58f38ded  # of the hash that reads it
_LEFT, _RIGHT = 0xca01f9dd, 0x4973f715  # with which two words are mixed


def words_of(value: Any) -> list[int]:
    """A number, or several, as words of 32 bits, the low ones first."""
    if hasattr(value, '__index__'):
        number = operator.index(value)
        if number < 0:
            raise ValueError('expected non-negative integer')
        words = [number & _WORD]
        while number := number >> 32:
            words.append(number & _WORD)
        return words
    if isinstance(value, float):
        raise TypeError('seed must be integer')
    return [word for each in value for word in words_of(each)]


class SeedSequence:
    """Any number of well mixed words from a seed of any length."""

    def __init__(self, entropy: Any = None, *, spawn_key: Any = (), pool_size: int = _POOL,
                 n_children_spawned: int = 0):
        if isinstance(entropy, str):
            raise TypeError('SeedSequence expects int or sequence of ints for entropy not '
                            f'{entropy}')
        self.entropy = secrets.randbits(128) if entropy is None else entropy
        self.spawn_key = tuple(spawn_key)
        self.n_children_spawned = n_children_spawned
        words = words_of(self.entropy)
        extra = words_of(self.spawn_key)
        if extra:
            words += [0] * (pool_size - len(words))
        self.pool = self._mix(words + extra, pool_size)

    def _mix(self, words: list[int], size: int) -> list[int]:
        factor = _INITIAL

        def hashed(word: int) -> int:
            nonlocal factor
            word ^= factor
            factor = factor * _STEP & _WORD
            word = word * factor & _WORD
            return word ^ word >> 16

        def mixed(first: int, second: int) -> int:
            word = (_LEFT * first - _RIGHT * second) & _WORD
            return word ^ word >> 16

        pool = [hashed(words[at] if at < len(words) else 0) for at in range(size)]
        for source in range(size):
            for target in range(size):
                if source != target:
                    pool[target] = mixed(pool[target], hashed(pool[source]))
        for word in words[size:]:
            for target in range(size):
                pool[target] = mixed(pool[target], hashed(word))
        return pool

    def words(self, count: int) -> list[int]:
        """So many words of 32 bits."""
        factor, made = _OUT_INITIAL, []
        for at in range(count):
            word = self.pool[at % len(self.pool)] ^ factor
            factor = factor * _OUT_STEP & _WORD
            word = word * factor & _WORD
            made.append(word ^ word >> 16)
        return made

    def generate_state(self, n_words: int, dtype: Any = 'uint32') -> Any:
        """So many words as an array; those of 64 bits only as far as this package holds them."""
        if as_dtype(dtype).name == 'uint32':
            return asarray(self.words(n_words), 'uint32')
        pairs = self.words(2 * n_words)
        return asarray([low | high << 32 for low, high in zip(pairs[::2], pairs[1::2])], 'uint64')

    def spawn(self, n_children: int) -> list['SeedSequence']:
        """Seeds for independent streams."""
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        keys = [(*self.spawn_key, at) for at in range(first, first + n_children)]
        return [SeedSequence(self.entropy, spawn_key=key, pool_size=len(self.pool))
                for key in keys]
