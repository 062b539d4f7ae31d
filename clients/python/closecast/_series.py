"""Series as the server and the program read them."""

from __future__ import annotations

import datetime
import math
from typing import Any, Dict, Iterable, List, Optional, Union, cast

from ._errors import SettingsError
from ._json import DETAILS
from ._lazy_types import t

#: A list, an array of numpy, or a column of pandas or polars.
Numbers = Iterable[Optional[float]]


def series(
    closes: Numbers,
    *,
    open: Optional[Numbers] = None,
    high: Optional[Numbers] = None,
    low: Optional[Numbers] = None,
    volume: Optional[Numbers] = None,
    id: Optional[Union[str, float]] = None,
    last: Optional[Union[str, datetime.date]] = None,
) -> t.JobDocumentOneSeries:
    """A series for ``create_job`` and ``forecast_closes``.

    Args:
        closes: Daily closes, oldest first, without gaps, shape ``[days]``.
        open, high, low: The other prices of each day in the unit of the closes, shape ``[days]``; None or NaN where one is
            not known. Only models that read candles use them.
        volume: What was traded on each day, in quote currency, shape ``[days]``; None or NaN where it is not known.
        id: Repeated in the answer.
        last: The day of the last close; without it the answer has no dates.

    Raises:
        SettingsError: a sequence has another length than ``closes``, or a value that is not a number.
    """
    days = {"closes": _plain("closes", closes)}
    for name, values in zip(DETAILS, (open, high, low, volume)):
        if values is None:
            continue
        days[name] = _plain(name, values)
        have, need = len(days[name]), len(days["closes"])
        if have != need:
            raise SettingsError(
                f"{name} has the length {have} and closes {need}; give a number for each close, None where it is not known"
            )
    named: Dict[str, Any] = {"id": id, "last": None if last is None else str(last)[:10]}
    members = {**{name: value for name, value in named.items() if value is not None}, **days}
    return cast("t.JobDocumentOneSeries", members)


def _plain(name: str, values: Numbers) -> List[Optional[float]]:
    """The numbers as those of Python, None for those that are missing or not finite."""
    try:
        # By its name, because pandas.NA cannot be compared and pandas need not be installed.
        known = [None if type(one).__name__ == "NAType" else one for one in values]
        return [float(one) if one is not None and math.isfinite(one) else None for one in known]
    except (TypeError, OverflowError) as error:
        raise SettingsError(f"{name} has a value that is not a number: {error}") from None
