"""Files of arrays: .npy and .npz, and tables as text."""

import ast
import io
import os
import struct
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

from numpy._bridge import call, not_here, typed_array
from numpy._creation import array, asarray, frombuffer
from numpy._dtypes import as_dtype
from numpy._results import result

_MAGIC = b'\x93NUMPY'


def save(file: Any, arr: Any, allow_pickle: bool = True, fix_imports: bool = True) -> None:
    """Writes an array into a file of the form .npy."""
    source = asarray(arr)
    header = (f"{{'descr': {source.dtype.str!r}, 'fortran_order': False, "
              f"'shape': {source.shape!r}, }}")
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    data = (_MAGIC + b'\x01\x00' + struct.pack('<H', len(header)) + header.encode('latin1') +
            source.tobytes())
    if hasattr(file, 'write'):
        file.write(data)
        return
    path = os.fspath(file)
    with open(path if path.endswith('.npy') else path + '.npy', 'wb') as target:
        target.write(data)


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    """What stands before the elements, and how long it is."""
    wide = data[6] > 1
    start = 12 if wide else 10
    length = int.from_bytes(data[8:start], 'little')
    return ast.literal_eval(data[start:start + length].decode('latin1')), start + length


def _native(data: bytes, kind: str) -> tuple[bytes, str]:
    """The elements in the order of bytes of this machine, and their type."""
    if kind[:1] != '>':
        return data, kind
    size = as_dtype(kind[1:]).itemsize
    swapped = bytearray(len(data))
    for at in range(size):
        swapped[at::size] = data[size - 1 - at::size]
    return bytes(swapped), kind[1:]


def _of_npy(data: bytes) -> Any:
    header, start = _header(data)
    if not isinstance(header['descr'], str):
        not_here('a file with a structured array', 'save one array for each field')
    elements, kind = _native(data[start:], header['descr'])
    shape = header['shape']
    total = 1
    for length in shape:
        total *= length
    name = as_dtype(kind).name
    if len(elements) < total * as_dtype(kind).itemsize:
        raise ValueError('cannot reshape array: the file is shorter than its header says')
    flat = result(call('fromBytes', typed_array(elements), name, str(total)))
    return flat.reshape(shape, order='F' if header['fortran_order'] else 'C')


class NpzFile(Mapping[str, Any]):
    """The arrays of a file of the form .npz, by name; each is read when it is asked for."""

    def __init__(self, data: bytes):
        self.zip = zipfile.ZipFile(io.BytesIO(data))
        self.files = [name.removesuffix('.npy') for name in self.zip.namelist()]

    def __getitem__(self, name: str) -> Any:
        for entry in (name, name + '.npy'):
            if entry in self.zip.namelist():
                return _of_npy(self.zip.read(entry))
        raise KeyError(f'{name} is not a file in the archive')

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def close(self) -> None:
        self.zip.close()

    def __enter__(self) -> 'NpzFile':
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def load(file: Any, mmap_mode: Any = None, allow_pickle: bool = False, **others: Any) -> Any:
    """The array in a file of the form .npy, or the arrays in one of the form .npz."""
    if mmap_mode is not None:
        not_here('numpy.load(mmap_mode=...)')
    if hasattr(file, 'read'):
        data = file.read()
    else:
        with open(file, 'rb') as source:
            data = source.read()
    if data[:6] == _MAGIC:
        return _of_npy(data)
    if data[:4] == b'PK\x03\x04':
        return NpzFile(data)
    if not data:
        raise EOFError('No data left in file')
    raise ValueError('Cannot load file containing pickled data when allow_pickle=False')


def _save_all(file: Any, compression: int, args: tuple[Any, ...], named: dict[str, Any]) -> None:
    target = file
    if not hasattr(file, 'write'):
        path = os.fspath(file)
        target = path if path.endswith('.npz') else path + '.npz'
    entries = {**{f'arr_{at}': each for at, each in enumerate(args)}, **named}
    with zipfile.ZipFile(target, 'w', compression) as archive:
        for name, each in entries.items():
            buffer = io.BytesIO()
            save(buffer, each)
            archive.writestr(f'{name}.npy', buffer.getvalue())


def savez(file: Any, *args: Any, **kwds: Any) -> None:
    """Writes several arrays into a file of the form .npz."""
    _save_all(file, zipfile.ZIP_STORED, args, kwds)


def savez_compressed(file: Any, *args: Any, **kwds: Any) -> None:
    """Writes several arrays into a compressed file of the form .npz."""
    _save_all(file, zipfile.ZIP_DEFLATED, args, kwds)


def fromfile(file: Any, dtype: Any = float, count: int = -1, sep: str = '',
             offset: int = 0) -> Any:
    """The elements that a file of plain bytes has."""
    if sep:
        not_here('numpy.fromfile(sep=...)', 'use numpy.loadtxt')
    if hasattr(file, 'read'):
        data = file.read()
    else:
        with open(file, 'rb') as source:
            data = source.read()
    kind = as_dtype(dtype)
    data = data[offset:]
    return frombuffer(data[:len(data) // kind.itemsize * kind.itemsize], kind, count)


def _lines(fname: Any) -> list[str]:
    if hasattr(fname, 'read'):
        text: str | bytes = fname.read()
    elif isinstance(fname, (list, tuple)):
        return [str(line) for line in fname]
    else:
        with open(fname, encoding='utf-8') as source:
            text = source.read()
    return (text.decode() if isinstance(text, bytes) else text).splitlines()


def loadtxt(fname: Any, dtype: Any = float, comments: str = '#', delimiter: str | None = None,
            skiprows: int = 0, usecols: Any = None, unpack: bool = False, ndmin: int = 0) -> Any:
    """A table of numbers from a file of text."""
    number = int if as_dtype(dtype).kind in 'iu' else float
    rows = []
    for line in _lines(fname)[skiprows:]:
        words = line.split(comments)[0].strip()
        if words:
            cells = words.split(delimiter)
            rows.append([number(cells[at]) for at in usecols] if usecols is not None else
                        [number(cell) for cell in cells])
    made = array(rows, dtype).squeeze() if rows else array([], dtype)
    made = made.reshape((1,) * (ndmin - made.ndim) + made.shape) if made.ndim < ndmin else made
    return made.T if unpack else made


def savetxt(fname: Any, X: Any, fmt: str = '%.18e', delimiter: str = ' ', newline: str = '\n',
            header: str = '', footer: str = '', comments: str = '# ') -> None:
    """Writes a table of numbers into a file of text."""
    source = asarray(X)
    rows = source.reshape(-1, 1) if source.ndim == 1 else source
    lines = [delimiter.join(fmt % cell for cell in row) for row in rows.tolist()]
    before = [comments + line for line in header.splitlines()]
    after = [comments + line for line in footer.splitlines()]
    text = ''.join(line + newline for line in [*before, *lines, *after])
    if hasattr(fname, 'write'):
        fname.write(text)
        return
    with open(fname, 'w', encoding='utf-8') as target:
        target.write(text)
