"""The package as it is imported and installed."""

from __future__ import annotations

import importlib.metadata
import json
import pickle
import random
import subprocess
import sys
import traceback

import pytest

import closecast
from closecast import _json


def test_every_public_name_exists() -> None:
    for name in closecast.__all__:
        assert getattr(closecast, name) is not None
    with pytest.raises(AttributeError):
        closecast.nothing  # noqa: B018


def test_errors_have_the_names_by_which_they_are_imported() -> None:
    for name in closecast.__all__:
        value = getattr(closecast, name)
        if isinstance(value, type) and issubclass(value, (BaseException, closecast.SeriesFailure)):
            assert (value.__module__, value.__qualname__) == ("closecast", name)
    assert traceback.format_exception_only(closecast.FrameError, closecast.FrameError("a")) == [
        "closecast.FrameError: a\n"
    ]
    assert isinstance(pickle.loads(pickle.dumps(closecast.FrameError("a"))), closecast.FrameError)


def test_the_version_is_that_of_the_package() -> None:
    assert importlib.metadata.version("closecast") == closecast.__version__


def test_importing_the_package_imports_nothing_else() -> None:
    code = (
        "import closecast, sys; print([n for n in ('httpx', 'narwhals', 'pandas', 'matplotlib') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_both_kinds_of_json_give_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """orjson writes some numbers in another form than the standard library."""
    assert _json.dumps.__module__ != "closecast._json", "the tests need orjson"
    draw = random.Random(1)
    numbers = [draw.lognormvariate(0, 30) for _ in range(20_000)] + [1e-5, 1e22, 0.1, 5e-324, 1.7976931348623157e308]
    assert json.loads(_json.dumps(numbers)) == numbers == _json.loads(json.dumps(numbers))


def test_the_package_works_without_orjson_and_tqdm() -> None:
    code = (
        "import sys; sys.modules['orjson'] = sys.modules['tqdm'] = sys.modules['tqdm.auto'] = None\n"
        "from closecast import _json, _progress\n"
        "assert _json.loads(_json.dumps({'a': [1.5, 'é']})) == {'a': [1.5, 'é']}\n"
        "assert _json.dumps.__module__ == 'closecast._json'\n"
        "with _progress.Progress(3, True) as bar: bar.advance()\n"
        "print('works')"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "works"
