"""The types of the server's requests and answers."""

from ._types import *  # noqa: F403
from ._types import __all__ as __all__
