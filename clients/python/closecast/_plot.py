"""Charts of closes and forecasts by matplotlib."""

from __future__ import annotations

import datetime
import io
import math
import re
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from ._errors import ClosecastError, FrameError, SettingsError
from ._frames import NAME, _eager, _numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BAND = re.compile(rf"{NAME}-lo-(.+)")


def plot(
    df: Any,
    forecasts: Any = None,
    *,
    ids: Optional[Sequence[Any]] = None,
    max_ids: int = 8,
    max_days: int = 180,
    level: Optional[Sequence[float]] = None,
    id_col: str = "unique_id",
    time_col: str = "ds",
    target_col: str = "y",
) -> Figure:
    """Draws the last closes of each series, its forecast and its bands.

    Args:
        df: The frame of closes that was forecast.
        forecasts: What ``forecast`` returned for it, or ``cross_validation``.
        ids: The series to draw; default: the first ones.
        max_ids: How many series to draw at most.
        max_days: How many of the last days of ``df`` to draw.
        level: The bands to draw; default: all in ``forecasts``.

    Returns:
        A figure of matplotlib; ``figure.savefig("forecast.png")`` writes it to a file.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ClosecastError("plots need matplotlib; install it: pip install matplotlib") from None
    closes = _by_series(df, [time_col, target_col], id_col)
    own = _eager(forecasts) if forecasts is not None else None
    levels = _levels([] if own is None else own.columns, level)
    bands = [f"{NAME}-{side}-{text}" for text in levels for side in ("lo", "hi")]
    if own is not None and NAME not in own.columns:
        raise FrameError(f"the forecasts have no column {NAME!r}; give the frame that forecast() returned")
    extra = [] if own is None or "cutoff" not in own.columns else ["cutoff"]
    drawn = {} if own is None else _by_series(own, [time_col, NAME, *bands, *extra], id_col)
    chosen = list(ids) if ids is not None else list(closes)[:max_ids]
    for one in chosen:
        if one not in closes:
            raise FrameError(f"the frame has no series {one!r}")
    has_ids = id_col in _eager(df).columns
    columns = 1 if len(chosen) == 1 else 2
    rows = max(1, math.ceil(len(chosen) / columns))
    figure = Figure(figsize=(5.5 * columns + 1, 2.8 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).flatten()
    for axis, one in zip(axes, chosen):
        _draw(axis, closes[one], drawn.get(one), levels, max_days, time_col, target_col)
        if has_ids:
            axis.set_title(str(one), loc="left")
    for axis in axes[len(chosen) :]:
        axis.set_visible(False)
    if chosen:
        axes[0].legend(frameon=False, fontsize="small")
    # Notebooks show what can be shown as a picture; figures made without pyplot have no such method of their own.
    setattr(figure, "_repr_png_", lambda: _png(figure))  # noqa: B010
    return figure


def _png(figure: Figure) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def _by_series(df: Any, columns: Sequence[str], id_col: str) -> Dict[Any, Dict[str, List[Any]]]:
    """The columns of each series in order of its days, the first of the columns; windows one after another."""
    frame = _eager(df)
    for name in columns:
        if name not in frame.columns:
            raise FrameError(f"no column {name!r} among {', '.join(frame.columns)}")
    has_ids = id_col in frame.columns
    frame = frame.sort(*([id_col] if has_ids else []), *(["cutoff"] if "cutoff" in columns else []), columns[0])
    lists = {name: _times(frame[name].to_list()) if name == columns[0] else frame[name].to_list() for name in columns}
    if not has_ids:
        return {NAME: lists}
    rows: Dict[Any, List[int]] = {}
    for row, one in enumerate(frame[id_col].to_list()):
        rows.setdefault(one, []).append(row)
    return {one: {name: lists[name][own[0] : own[-1] + 1] for name in columns} for one, own in rows.items()}


def _times(values: List[Any]) -> List[Any]:
    """Days as an axis of time reads them."""
    return [datetime.date.fromisoformat(value) if isinstance(value, str) else value for value in values]


def _levels(columns: Sequence[str], wanted: Optional[Sequence[float]]) -> List[str]:
    """The levels of the bands as in the names of their columns, widest first."""
    present = [found[1] for found in map(_BAND.fullmatch, columns) if found]
    if wanted is not None:
        texts = [f"{level:.10g}" for level in _numbers("level", wanted)]
        for text in texts:
            if text not in present:
                raise SettingsError(f"the forecasts have no level {text}; they have {', '.join(present) or 'none'}")
        present = texts
    return sorted(present, key=float, reverse=True)


def _draw(
    axis: Any,
    closes: Dict[str, List[Any]],
    forecast: Optional[Dict[str, List[Any]]],
    levels: Sequence[str],
    max_days: int,
    time_col: str,
    target_col: str,
) -> None:
    axis.plot(
        closes[time_col][-max_days:], closes[target_col][-max_days:], color="#333333", linewidth=1, label=target_col
    )
    for number, part in enumerate([] if forecast is None else _windows(forecast)):
        days = part[time_col]
        for index, text in enumerate(levels):
            label = f"{text} %" if number == 0 else None
            low, high = part[f"{NAME}-lo-{text}"], part[f"{NAME}-hi-{text}"]
            axis.fill_between(days, low, high, color="#1f77b4", alpha=0.15 + 0.1 * index, linewidth=0, label=label)
        axis.plot(days, part[NAME], color="#1f77b4", linewidth=1.2, label=NAME if number == 0 else None)
    axis.tick_params(axis="x", labelrotation=30, labelsize="small")
    axis.tick_params(axis="y", labelsize="small")
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def _windows(forecast: Dict[str, List[Any]]) -> List[Dict[str, List[Any]]]:
    """The parts of a cross-validation, one for each cutoff; a forecast is one part."""
    if "cutoff" not in forecast:
        return [forecast]
    cutoffs = forecast["cutoff"]
    starts = [row for row in range(len(cutoffs)) if row == 0 or cutoffs[row] != cutoffs[row - 1]]
    ends = [*starts[1:], len(cutoffs)]
    return [{name: values[start:end] for name, values in forecast.items()} for start, end in zip(starts, ends)]
