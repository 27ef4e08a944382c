"""What `import numpy` gives, for editors and type checkers; a test holds it to what is there."""

from typing import Any, Final

from numpy import linalg as linalg
from numpy import random as random
from numpy import testing as testing
from numpy._array import (
    ndarray as ndarray,
)
from numpy._bridge import (
    AxisError as AxisError,
)
from numpy._creation import (
    array as array,
    asanyarray as asanyarray,
    asarray as asarray,
    ascontiguousarray as ascontiguousarray,
    asfarray as asfarray,
    copy as copy,
    empty as empty,
    empty_like as empty_like,
    frombuffer as frombuffer,
    fromiter as fromiter,
    full as full,
    full_like as full_like,
    ones as ones,
    ones_like as ones_like,
    zeros as zeros,
    zeros_like as zeros_like,
)
from numpy._dtypes import (
    can_cast as can_cast,
    dtype as dtype,
    promote_types as promote_types,
    result_type as result_type,
)
from numpy._files import (
    NpzFile as NpzFile,
    fromfile as fromfile,
    load as load,
    loadtxt as loadtxt,
    save as save,
    savetxt as savetxt,
    savez as savez,
    savez_compressed as savez_compressed,
)
from numpy._functions import (
    allclose as allclose,
    argwhere as argwhere,
    array_equal as array_equal,
    array_equiv as array_equiv,
    bincount as bincount,
    convolve as convolve,
    count_nonzero as count_nonzero,
    diff as diff,
    dot as dot,
    flatnonzero as flatnonzero,
    in1d as in1d,
    inner as inner,
    isclose as isclose,
    iscomplexobj as iscomplexobj,
    isin as isin,
    isrealobj as isrealobj,
    isscalar as isscalar,
    issubdtype as issubdtype,
    matmul as matmul,
    ndim as ndim,
    outer as outer,
    shape as shape,
    size as size,
    sort as sort,
    unique as unique,
    vdot as vdot,
    where as where,
)
from numpy._generic import (
    floating as floating,
    generic as generic,
    inexact as inexact,
    integer as integer,
    number as number,
    signedinteger as signedinteger,
    unsignedinteger as unsignedinteger,
)
from numpy._joining import (
    append as append,
    array_split as array_split,
    column_stack as column_stack,
    concatenate as concatenate,
    dstack as dstack,
    hsplit as hsplit,
    hstack as hstack,
    pad as pad,
    repeat as repeat,
    roll as roll,
    row_stack as row_stack,
    split as split,
    stack as stack,
    tile as tile,
    vsplit as vsplit,
    vstack as vstack,
)
from numpy._limits import (
    errstate as errstate,
    finfo as finfo,
    geterr as geterr,
    iinfo as iinfo,
    seterr as seterr,
)
from numpy._printing import (
    array2string as array2string,
    array_repr as array_repr,
    array_str as array_str,
    format_float_positional as format_float_positional,
    get_printoptions as get_printoptions,
    printoptions as printoptions,
    set_printoptions as set_printoptions,
)
from numpy._ranges import (
    arange as arange,
    diag as diag,
    eye as eye,
    fromfunction as fromfunction,
    identity as identity,
    indices as indices,
    linspace as linspace,
    logspace as logspace,
    meshgrid as meshgrid,
    tri as tri,
    tril as tril,
    triu as triu,
)
from numpy._scalars import (
    bool_ as bool_,
    complexfloating as complexfloating,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int8 as int8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uint8 as uint8,
)
from numpy._shaping import (
    atleast_1d as atleast_1d,
    atleast_2d as atleast_2d,
    atleast_3d as atleast_3d,
    broadcast_arrays as broadcast_arrays,
    broadcast_shapes as broadcast_shapes,
    broadcast_to as broadcast_to,
    expand_dims as expand_dims,
    flip as flip,
    fliplr as fliplr,
    flipud as flipud,
    may_share_memory as may_share_memory,
    moveaxis as moveaxis,
    ravel as ravel,
    reshape as reshape,
    rollaxis as rollaxis,
    rot90 as rot90,
    shares_memory as shares_memory,
    squeeze as squeeze,
    swapaxes as swapaxes,
    take as take,
    take_along_axis as take_along_axis,
    transpose as transpose,
)
from numpy._statistics import (
    average as average,
    digitize as digitize,
    histogram as histogram,
    median as median,
    nan_to_num as nan_to_num,
    nanmean as nanmean,
    percentile as percentile,
    quantile as quantile,
)
from numpy._ufuncs import (
    ufunc as ufunc,
)

Inf: Final[float]
Infinity: Final[float]
NAN: Final[float]
NINF: Final[float]
NaN: Final[float]
PINF: Final[float]
e: Final[float]
euler_gamma: Final[float]
inf: Final[float]
infty: Final[float]
nan: Final[float]
pi: Final[float]
newaxis: Final[None]
little_endian: Final[bool]
s_: Any
index_exp: Any

bool8 = bool_
byte = int8
double = float64
float_ = float64
half = float16
int_ = int64
intc = int32
intp = int64
longlong = int64
short = int16
single = float32
ubyte = uint8
uint = uint64
uintc = uint32
uintp = uint64
ulonglong = uint64
ushort = uint16

abs: ufunc
absolute: ufunc
add: ufunc
arccos: ufunc
arcsin: ufunc
arctan: ufunc
arctan2: ufunc
bitwise_and: ufunc
bitwise_not: ufunc
bitwise_or: ufunc
bitwise_xor: ufunc
cbrt: ufunc
ceil: ufunc
cos: ufunc
cosh: ufunc
deg2rad: ufunc
degrees: ufunc
divide: ufunc
equal: ufunc
exp: ufunc
exp2: ufunc
expm1: ufunc
fabs: ufunc
float_power: ufunc
floor: ufunc
floor_divide: ufunc
fmax: ufunc
fmin: ufunc
fmod: ufunc
greater: ufunc
greater_equal: ufunc
hypot: ufunc
invert: ufunc
isfinite: ufunc
isinf: ufunc
isnan: ufunc
left_shift: ufunc
less: ufunc
less_equal: ufunc
log: ufunc
log10: ufunc
log1p: ufunc
log2: ufunc
logaddexp: ufunc
logical_and: ufunc
logical_not: ufunc
logical_or: ufunc
logical_xor: ufunc
maximum: ufunc
minimum: ufunc
mod: ufunc
multiply: ufunc
negative: ufunc
not_equal: ufunc
positive: ufunc
power: ufunc
rad2deg: ufunc
radians: ufunc
reciprocal: ufunc
remainder: ufunc
right_shift: ufunc
rint: ufunc
sign: ufunc
signbit: ufunc
sin: ufunc
sinh: ufunc
sqrt: ufunc
square: ufunc
subtract: ufunc
tan: ufunc
tanh: ufunc
true_divide: ufunc
trunc: ufunc

def all(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def amax(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def amin(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def any(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def argmax(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def argmin(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def argsort(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def around(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def clip(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def cumprod(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def cumsum(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def diagonal(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def max(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def mean(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def min(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def nanmax(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def nanmin(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def nanprod(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def nansum(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def nonzero(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def prod(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def product(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def ptp(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def round(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def round_(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def searchsorted(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def std(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def sum(a: Any, *args: Any, **kwargs: Any) -> Any: ...
def var(a: Any, *args: Any, **kwargs: Any) -> Any: ...
