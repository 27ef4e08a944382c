"""numpy.random.default_rng(): the generator to prefer, with the stream of NumPy's PCG64."""

from typing import Any

from numpy._bridge import Js, call, check_whole, not_here
from numpy._creation import asarray
from numpy._dtypes import as_dtype
from numpy._limits import iinfo
from numpy._results import result
from numpy._ufuncs import UFUNCS
from numpy.random import _sampling as sampling
from numpy.random import _ziggurat as ziggurat
from numpy.random._seeding import SeedSequence

_NOT_HERE = frozenset(
    'beta binomial chisquare dirichlet f gamma geometric gumbel hypergeometric laplace logistic '
    'logseries multinomial multivariate_hypergeometric multivariate_normal negative_binomial '
    'noncentral_chisquare noncentral_f pareto permuted poisson power rayleigh standard_cauchy '
    'standard_exponential standard_gamma standard_t triangular vonmises wald weibull zipf '
    'exponential bytes'.split())


class PCG64:
    """The bit generator of default_rng()."""

    def __init__(self, seed: Any = None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        words = self.seed_seq.words(8)
        # Numbers of 64 bits have their low word first, but those of 128 bits their high half.
        self.bits: Js = call('pcg64', *(words[at] for at in (2, 3, 0, 1, 6, 7, 4, 5)))

    def spawn(self, n_children: int) -> list['PCG64']:
        return [PCG64(child) for child in self.seed_seq.spawn(n_children)]


def _float_name(dtype: Any) -> str:
    name = as_dtype(dtype).name
    if name not in ('float32', 'float64'):
        raise TypeError(f'Unsupported dtype {as_dtype(dtype)!r} for random')
    return name


class Generator:
    """Draws numbers of several distributions from a bit generator."""

    def __init__(self, bit_generator: Any):
        self.bit_generator = bit_generator
        self._bits: Js = bit_generator.bits

    def __repr__(self) -> str:
        return f'Generator({type(self.bit_generator).__name__})'

    def spawn(self, n_children: int) -> list['Generator']:
        return [Generator(child) for child in self.bit_generator.spawn(n_children)]

    def random(self, size: Any = None, dtype: Any = 'float64', out: Any = None) -> Any:
        """Numbers in [0, 1)."""
        shape = out.shape if out is not None and size is None else size
        made = result(call('uniforms', self._bits, _float_name(dtype), sampling.size_text(shape)))
        return _plain(made, out)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """Numbers in [low, high)."""
        shape = sampling.spread(size, low, high)
        return sampling.plain(low + (_array(high) - low) * self.random(shape))

    def standard_normal(self, size: Any = None, dtype: Any = 'float64', out: Any = None) -> Any:
        """Numbers of the normal distribution with mean 0 and deviation 1."""
        ziggurat.ensure()
        shape = out.shape if out is not None and size is None else size
        made = result(call('normals', self._bits, _float_name(dtype), sampling.size_text(shape)))
        return _plain(made, out)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the normal distribution."""
        if (asarray(scale) < 0).any():
            raise ValueError('scale < 0')
        shape = sampling.spread(size, loc, scale)
        return sampling.plain(_array(loc) + _array(scale) * self.standard_normal(shape))

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None) -> Any:
        """Numbers whose logarithms are of the normal distribution."""
        return sampling.plain(UFUNCS['exp'](self.normal(mean, sigma, size)))

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = 'int64',
                 endpoint: bool = False) -> Any:
        """Whole numbers from low to before high; from 0 to before low if there is no high."""
        if getattr(low, 'ndim', 0) or getattr(high, 'ndim', 0) or isinstance(low, list):
            not_here('numpy.random.Generator.integers() between arrays', 'draw from each range')
        first, last = whole_range(low, high, dtype, endpoint)
        name = as_dtype(dtype).name
        made = result(call('integers', self._bits, first, last - first, name, False,
                           sampling.size_text(size)))
        return int(made) if size is None and dtype is int else made

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Puts the elements of an array or a list into another order."""
        sampling.shuffle(self._bits, x, axis)

    def permutation(self, x: Any, axis: int = 0) -> Any:
        """Elements, or the numbers below x, in another order."""
        return sampling.permutation(self._bits, x, axis)

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None,
               axis: int = 0, shuffle: bool = True) -> Any:
        """Elements of an array, or numbers below a."""
        array, count = sampling.population(a, size, axis)
        wanted = sampling.count_of(size)
        if not replace and wanted > count:
            raise ValueError('Cannot take a larger sample than population when replace is False')
        if p is not None:
            chances = sampling.probabilities(p, count)
            indices = sampling.by_probability(chances, size, replace, self.random)
        elif replace:
            indices = self.integers(0, count, () if size is None else size)
        else:
            indices = result(call('chosen', self._bits, count, wanted, bool(shuffle)))
            indices = indices if size is None else indices.reshape(size)
        return sampling.pick(array, indices, size, axis)

    def __getattr__(self, name: str) -> Any:
        if name in _NOT_HERE:
            not_here(f'numpy.random.Generator.{name}')
        raise AttributeError(f"'Generator' object has no attribute '{name}'")


def whole_range(low: Any, high: Any, dtype: Any, endpoint: bool = False) -> tuple[int, int]:
    """The first and the last whole number that can be drawn."""
    first, last = (0, int(low)) if high is None else (int(low), int(high))
    last -= 0 if endpoint else 1
    kind = as_dtype(dtype)
    least, most = (0, 1) if kind.kind == 'b' else (iinfo(kind).min, iinfo(kind).max)
    if first < least:
        raise ValueError(f'low is out of bounds for {kind.name}')
    if last > most:
        raise ValueError(f'high is out of bounds for {kind.name}')
    if first > last:
        raise ValueError('low > high' if endpoint else 'low >= high')
    return check_whole(first), check_whole(last)


def _array(value: Any) -> Any:
    return asarray(value) if isinstance(value, (list, tuple)) else value


def _plain(value: Any, out: Any) -> Any:
    if out is None:
        return value if getattr(value, 'ndim', 0) else value.item()
    out[...] = value
    return out


def default_rng(seed: Any = None) -> Generator:
    """A generator with its own stream; without a seed, another one each time."""
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if hasattr(seed, 'bits') else PCG64(seed))
