"""Writes lines for numpy_cases.py at random: shapes, types, views, operations and reductions.

    python3 numpy_random_cases.py 600 1      # 600 lines of the seed 1
"""

import random
import sys

WHOLE = ('int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32')
FLOATING = ('float16', 'float32', 'float64')
OPERATORS = ('+', '-', '*', '/', '//', '%', '<', '<=', '==', '!=', '>', '>=')
BITWISE = ('&', '|', '^')
FUNCTIONS = ('abs', 'sign', 'square', 'sqrt', 'floor', 'ceil', 'rint', 'isnan', 'negative',
             'isfinite')
REDUCTIONS = ('sum', 'mean', 'std', 'var', 'min', 'max', 'prod', 'any', 'all', 'argmax', 'argmin')


class Writer:
    """Makes lines from one source of random numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def shape(self, ndim=None):
        lengths = (1, 2, 3, 4, 7, 9, 17) if self.random.random() < 0.9 else (0, 1, 2)
        count = self.random.choice((0, 1, 1, 2, 2, 2, 3, 3, 4)) if ndim is None else ndim
        return tuple(self.random.choice(lengths) for _ in range(count))

    def dtype(self):
        return self.random.choice(WHOLE + FLOATING * 2 + ('bool',))

    def array(self, shape, dtype):
        """An expression for an array whose elements are of many sizes."""
        size = 1
        for length in shape:
            size *= length
        step, modulus = self.random.choice((3, 5, 7, 11)), self.random.choice((13, 17, 101))
        values = f'np.arange({size}) * {step} % {modulus}'
        if dtype in FLOATING:
            values = f'({values} - {modulus // 2}) / {self.random.choice((1, 3, 7, 16))}'
        elif dtype == 'bool':
            values = f'{values} > {modulus // 2}'
        elif not dtype.startswith('u'):
            values = f'{values} - {modulus // 2}'
        return f'({values}).astype({dtype!r}).reshape({shape})'

    def index(self, length):
        """A part of an index that is a slice or a number."""
        if length and self.random.random() < 0.3:
            return str(self.random.randrange(-length, length))
        limits = [self.random.choice(('', str(self.random.randint(-length - 1, length + 1))))
                  for _ in range(2)]
        return f"{limits[0]}:{limits[1]}:{self.random.choice(('', '1', '2', '-1', '-2', '3'))}"

    def view(self, name, shape):
        """An expression for a view of an array, or a copy of some of its elements."""
        kind = self.random.randrange(8)
        if not shape or kind < 3:
            return name
        if kind == 3:
            return f'{name}.T'
        if kind == 4:
            return f'{name}[..., ::2]'
        if kind == 5 and shape[0]:
            picks = [self.random.randrange(shape[0]) for _ in range(self.random.randint(1, 4))]
            return f'{name}[{picks}]'
        if kind == 6:
            return f'{name}[{name} > 1]'
        return f"{name}[{', '.join(self.index(length) for length in shape)}]"

    def operand(self, shape, dtype):
        """What an array is computed with: a number, or an array that fits its shape."""
        kind = self.random.randrange(6)
        if kind == 0:
            return str(self.random.choice((2, 3, 5, 100, True)))
        if kind == 1:
            return str(self.random.choice((0.5, 2.0, 3.25)))
        if kind == 2:
            return f'np.{self.random.choice(FLOATING + WHOLE)}(3)'
        other = tuple(1 if self.random.random() < 0.3 else length for length in shape)
        other = other[self.random.randint(0, len(other)):] if self.random.random() < 0.3 else other
        return self.array(other, dtype if self.random.random() < 0.5 else self.dtype())

    def axis(self, ndim):
        if ndim == 0 or self.random.random() < 0.3:
            return 'None'
        if ndim > 1 and self.random.random() < 0.3:
            axes = self.random.sample(range(ndim), 2)
            return str(tuple(axes))
        return str(self.random.randrange(-ndim, ndim))

    def value(self, shape, dtype):
        """An expression of the array a."""
        kind = self.random.randrange(10)
        view = self.view('a', shape)
        if kind < 4:
            whole = dtype not in FLOATING
            operator = self.random.choice(OPERATORS + (BITWISE if whole else ()))
            if operator in ('==', '!='):
                view = 'a'  # of shapes that do not fit, NumPy 1.24 says False
            pair = [view, self.operand(shape, dtype)]
            self.random.shuffle(pair)
            return f'{pair[0]} {operator} {pair[1]}'
        if kind == 4:
            return f'np.{self.random.choice(FUNCTIONS)}({view})'
        if kind < 8:
            name = self.random.choice(REDUCTIONS)
            if name == 'prod' and dtype not in FLOATING:
                name = 'sum'  # products would exceed 2**53
            axis = self.axis(len(shape))
            if name.startswith('arg') and axis.startswith('('):
                axis = 'None'
            keep = self.random.choice(('', ', keepdims=True'))
            return f"{'a' if axis != 'None' else view}.{name}(axis={axis}{keep})"
        if kind == 8:
            return f'np.cumsum({view}), np.sort({view}, axis=None), np.where({view} > 0, {view}, 7)'
        return view

    def statement(self, shape, dtype):
        """A statement that writes into a, or nothing."""
        kind = self.random.randrange(6)
        if kind == 0 and shape and dtype != 'bool':
            return f"a[{', '.join(self.index(length) for length in shape)}] = 3; "
        if kind == 1 and shape and shape[0]:
            return f'a[{[self.random.randrange(shape[0])]}] = a[0]; '
        if kind == 2 and dtype != 'bool':
            operator = self.random.choice(('+=', '-=', '*='))
            return f"a {operator} {self.random.choice(('2', 'a', 'True'))}; "
        return ''

    def line(self):
        shape, dtype = self.shape(), self.dtype()
        start, change = self.array(shape, dtype), self.statement(shape, dtype)
        return f'~a = {start}; {change}{self.value(shape, dtype)}'


def main(count, seed):
    writer = Writer(seed)
    for _ in range(count):
        print(writer.line())


if __name__ == '__main__':
    main(int(sys.argv[1]), int(sys.argv[2]))
