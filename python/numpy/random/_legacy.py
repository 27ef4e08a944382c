"""numpy.random.seed() and what draws from it: the stream of NumPy's Mersenne Twister."""

import array as plain
import math
import operator
from typing import Any

from numpy._bridge import Js, call, not_here, typed_array
from numpy._creation import asarray
from numpy._dtypes import as_dtype
from numpy._results import result
from numpy.random import _sampling as sampling
from numpy.random._generator import whole_range
from numpy.random._seeding import SeedSequence

_NOT_HERE = frozenset(
    'beta binomial bytes chisquare dirichlet exponential f gamma geometric get_state gumbel '
    'hypergeometric laplace logistic lognormal logseries multinomial multivariate_normal '
    'negative_binomial noncentral_chisquare noncentral_f pareto poisson power rayleigh set_state '
    'standard_cauchy standard_exponential standard_gamma standard_t triangular vonmises wald '
    'weibull zipf'.split())


class MT19937:
    """The bit generator of numpy.random.seed()."""

    def __init__(self, seed: Any = None):
        sequence = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        key = [0x80000000, *sequence.words(624)[1:]]
        self.bits: Js = call('mt19937ByState', typed_array(plain.array('d', key)))


class RandomState:
    """The older generator, which programs use by numpy.random.rand() and the like."""

    def __init__(self, seed: Any = None):
        self.seed(seed)

    def seed(self, seed: Any = None) -> None:
        """Begins the stream of a seed; without one, another stream each time."""
        self._spare: float | None = None  # The second of two normal numbers.
        if seed is None or isinstance(seed, MT19937):
            self._bits: Js = (seed or MT19937()).bits
        elif hasattr(seed, '__index__'):
            number = operator.index(seed)
            if not 0 <= number < 2 ** 32:
                raise ValueError('Seed must be between 0 and 2**32 - 1')
            self._bits = call('mt19937', number)
        else:
            key = [operator.index(each) for each in seed]
            if not key:
                raise ValueError('Seed must be non-empty')
            if not all(0 <= each < 2 ** 32 for each in key):
                raise ValueError('Seed must be between 0 and 2**32 - 1')
            self._bits = call('mt19937ByArray', *key)

    def random_sample(self, size: Any = None) -> Any:
        """Numbers in [0, 1)."""
        made = result(call('uniforms', self._bits, 'float64', sampling.size_text(size)))
        return made if getattr(made, 'ndim', 0) else float(made)

    random = ranf = sample = random_sample

    def rand(self, *shape: int) -> Any:
        """Numbers in [0, 1) in an array of these lengths."""
        return self.random_sample(shape or None)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """Numbers in [low, high)."""
        shape = sampling.spread(size, low, high)
        start = asarray(low) if isinstance(low, (list, tuple)) else low
        return sampling.plain(start + (asarray(high) - start) * self.random_sample(shape))

    def _normals(self, count: int) -> list[float]:
        """By Box and Muller's polar method, which gives two at a time."""
        made = [] if self._spare is None else [self._spare][:count]
        if count:
            self._spare = None
        pairs = (count - len(made) + 1) // 2
        if pairs == 0:
            return made
        data = call('polarPoints', self._bits, pairs).to_bytes()
        points = memoryview(data).cast('d').tolist()
        for x, y, squares in zip(points[::3], points[1::3], points[2::3]):
            factor = math.sqrt(-2.0 * math.log(squares) / squares)
            made += (factor * y, factor * x)
        if len(made) > count:
            self._spare = made.pop()
        return made

    def standard_normal(self, size: Any = None) -> Any:
        """Numbers of the normal distribution with mean 0 and deviation 1."""
        values = self._normals(sampling.count_of(size))
        if size is None:
            return values[0]
        data = typed_array(plain.array('d', values))
        return result(call('fromTyped', data, 'float64', sampling.size_text(size)))

    def randn(self, *shape: int) -> Any:
        """Normal numbers in an array of these lengths."""
        return self.standard_normal(shape or None)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the normal distribution."""
        if (asarray(scale) < 0).any():
            raise ValueError('scale < 0')
        shape = sampling.spread(size, loc, scale)
        return sampling.plain(asarray(loc) + asarray(scale) * self.standard_normal(shape))

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        """Whole numbers from low to before high; from 0 to before low if there is no high."""
        if getattr(low, 'ndim', 0) or getattr(high, 'ndim', 0) or isinstance(low, list):
            not_here('numpy.random.randint() between arrays', 'draw from each range')
        first, last = whole_range(low, high, dtype)
        made = result(call('integers', self._bits, first, last - first, as_dtype(dtype).name, True,
                           sampling.size_text(size)))
        return int(made) if size is None and dtype is int else made

    def shuffle(self, x: Any) -> None:
        """Puts the elements of an array or a list into another order."""
        sampling.shuffle(self._bits, x)

    def permutation(self, x: Any) -> Any:
        """Elements, or the numbers below x, in another order."""
        return sampling.permutation(self._bits, x)

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
        """Elements of an array, or numbers below a."""
        array, count = sampling.population(a, size)
        wanted = sampling.count_of(size)
        if not replace and wanted > count:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if p is not None:
            chances = sampling.probabilities(p, count)
            indices = sampling.by_probability(chances, size, replace, self.random_sample)
        elif replace:
            indices = self.randint(0, count, size)
        else:
            indices = self.permutation(count)[:wanted]
            indices = indices if size is None else indices.reshape(size)
        return sampling.pick(array, indices, size)

    def __getattr__(self, name: str) -> Any:
        if name in _NOT_HERE:
            not_here(f'numpy.random.{name}', 'draw from numpy.random.normal or uniform')
        raise AttributeError(f"'RandomState' object has no attribute '{name}'")
