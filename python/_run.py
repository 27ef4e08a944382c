"""Runs a program as `python program.py` does: as __main__, from its own file, with its own arguments."""

import builtins
import gc
import io
import linecache
import os
import sys
import tokenize
import traceback
import types

from pyodide.ffi import JsProxy

_HOME = os.getcwd()
_SITE = os.path.dirname(__file__)
_AT_START = set(sys.modules)


def version() -> str:
    """The version of the interpreter, such as 3.14.2."""
    return sys.version.split()[0]


def _begin_anew() -> None:
    """Each program imports its own modules, our packages and those from JavaScript for itself: none keeps a state."""
    for name in set(sys.modules) - _AT_START:
        module = sys.modules[name]
        if isinstance(module, JsProxy) or (getattr(module, '__file__', None) or '').startswith((_HOME, _SITE)):
            del sys.modules[name]
    gc.collect()  # what they held of JavaScript goes with them


def _own(frame: traceback.FrameSummary) -> bool:
    """Whether a line of a traceback is the program's, or of Python's own library."""
    return frame.filename.startswith('/') and not frame.filename.startswith(_SITE)


def _as_written(frames: list[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """AutoGraph makes functions of the bodies of loops and branches: their lines are the function's that has them."""
    written: list[traceback.FrameSummary] = []
    for frame in frames:
        if frame.name.startswith('__ag_') and written:
            frame.name = written.pop().name
        written.append(frame)
    return written


def _print_exception(error: BaseException) -> None:
    """As Python prints it, without the lines of our packages, of JavaScript, and of this file."""
    told: traceback.TracebackException | None = traceback.TracebackException.from_exception(error)
    whole = told
    while told is not None:
        told.stack[:] = _as_written([frame for frame in told.stack if _own(frame)])
        told = told.__cause__ or (None if told.__suppress_context__ else told.__context__)
    assert whole is not None
    print(''.join(whole.format()), end='', file=sys.stderr)


def _as_main(program: str) -> None:
    module = types.ModuleType('__main__')
    module.__file__ = program
    module.__dict__['__builtins__'] = builtins
    sys.modules['__main__'] = module
    with tokenize.open(program) as file:
        text = file.read()
    exec(compile(text, program, 'exec'), vars(module))


def run(program: str, argv: list[str], env: dict[str, str], cwd: str | None = None) -> int:
    """In its own folder unless told. Returns 0, 1 after an exception that nothing caught, or what sys.exit() was given."""
    folder = os.path.dirname(program)
    before_path, before_env, before_main = list(sys.path), dict(os.environ), sys.modules['__main__']
    os.chdir(cwd or folder)
    _begin_anew()
    linecache.clearcache()
    sys.argv = [os.path.basename(program), *argv]
    sys.path.insert(0, folder)
    os.environ.update(env)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    status = 0
    try:
        _as_main(program)
        sys.stdout.flush()
    except SystemExit as end:
        sys.stdout.flush()
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException as error:
        sys.stdout.flush()
        _print_exception(error)
        status = 1
    finally:
        sys.stderr.flush()
        sys.path[:] = before_path
        os.environ.clear()
        os.environ.update(before_env)
        os.chdir(_HOME)
        sys.modules['__main__'] = before_main
    return status
