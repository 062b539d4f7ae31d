"""`forecast` and `cross_validation` with the conventions of Nixtla's libraries, for every engine."""

from __future__ import annotations

import contextlib
from typing import (
    Any,
    AsyncGenerator,
    Generator,
    Generic,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    overload,
)

import anyio.to_thread
from typing_extensions import Literal

from ._frames import (
    DEFAULT_LEVEL,
    ClosesFrame,
    Collected,
    Errors,
    FrameT,
    Level,
    ModelFacts,
    Plan,
    Settings,
    ValidationPlan,
)

ElementT = TypeVar("ElementT")


class aclosing(Generic[ElementT]):
    """Closes an asynchronous generator in the same task, however its reader ends. In contextlib since Python 3.10."""

    def __init__(self, generator: AsyncGenerator[ElementT, None]):
        self._generator = generator

    async def __aenter__(self) -> AsyncGenerator[ElementT, None]:
        return self._generator

    async def __aexit__(self, *_: object) -> None:
        await self._generator.aclose()


class Forecasting:
    """What every engine offers for data frames."""

    def _facts(self, model: Optional[str]) -> ModelFacts:
        raise NotImplementedError

    def _answers(self, plan: Plan, progress: Optional[bool]) -> Generator[Mapping[str, Any], None, None]:
        raise NotImplementedError

    @overload
    def forecast(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["raise"] = "raise",
        progress: Optional[bool] = None,
    ) -> FrameT: ...

    @overload
    def forecast(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["keep"],
        progress: Optional[bool] = None,
    ) -> Tuple[FrameT, FrameT]: ...

    def forecast(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Errors = "raise",
        progress: Optional[bool] = None,
    ) -> Union[FrameT, Tuple[FrameT, FrameT]]:
        """Forecasts the next daily closes of each series.

        Args:
            df: A frame of pandas, polars or pyarrow with the columns ``unique_id``, ``ds`` and ``y``: a row for each
                series and day, in any order. The columns ``open``, ``high``, ``low`` and ``volume``, if there are any, are
                for models that read candles; null or NaN means not known. Other columns are ignored.
            h: Days to forecast.
            level: A list of central bands, in percent; None or an empty list for no bands.
            quantiles: Quantiles instead of bands, between 0 and 1; their columns are ``closecast-q-10`` and so on.
            freq: Accepted for the sake of code that passes ``"D"``; closes are daily.
            id_col: The column that names the series. A frame without ``unique_id`` is one series.
            time_col: The column of the days, in UTC: dates, datetimes at midnight, or texts such as ``2025-02-28``.
            target_col: The column of the closes.
            model: The name of a model; default: the engine's.
            paths: Sample paths of each series.
            seed: The same seed draws the same paths.
            errors: ``"raise"`` raises SeriesError if any series cannot be forecast. ``"keep"`` forecasts the others and
                returns two frames: the forecasts, and the failed series with ``error`` (a code) and ``message``.
            progress: Whether to show a progress bar; default: in terminals and notebooks. Needs tqdm.

        Raises:
            FrameError: the frame cannot be read as daily closes.
            SettingsError: a parameter has a value that is not accepted.
            SeriesError: series have gaps, missing or too few closes.

        Returns:
            A frame of the same library: ``unique_id``, ``ds``, ``closecast``, then ``closecast-lo-95`` and so on, ordered by
            series and day.
        """
        settings = Settings.checked(h, level, quantiles, model, paths, seed, freq)
        frame = ClosesFrame(df, id_col, time_col, target_col)
        facts = self._facts(model)
        plan = Plan(frame, settings, facts, errors)
        with contextlib.closing(self._answers(plan, progress)) as answers:
            result: Union[FrameT, Tuple[FrameT, FrameT]] = plan.result(answers)
        return result

    @overload
    def cross_validation(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        n_windows: int = 1,
        step_size: int = 1,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["raise"] = "raise",
        progress: Optional[bool] = None,
    ) -> FrameT: ...

    @overload
    def cross_validation(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        n_windows: int = 1,
        step_size: int = 1,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["keep"],
        progress: Optional[bool] = None,
    ) -> Tuple[FrameT, FrameT]: ...

    def cross_validation(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        n_windows: int = 1,
        step_size: int = 1,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Errors = "raise",
        progress: Optional[bool] = None,
    ) -> Union[FrameT, Tuple[FrameT, FrameT]]:
        """Forecasts past days from what was known before them, to be compared with the closes that followed.

        The windows of each series end with its last day, as those of ``statsforecast``. A LeakageWarning reports windows in
        days on which the model was trained.

        Args:
            df: A frame of pandas, polars or pyarrow as for ``forecast``.
            h: Days of each window.
            level: A list of central bands, in percent; None or an empty list for no bands.
            n_windows: Windows of each series.
            step_size: Days from one window to the next.
            quantiles: Quantiles instead of bands, between 0 and 1; their columns are ``closecast-q-10`` and so on.
            freq: Accepted for the sake of code that passes ``"D"``; closes are daily.
            id_col: The column that names the series. A frame without ``unique_id`` is one series.
            time_col: The column of the days, in UTC: dates, datetimes at midnight, or texts such as ``2025-02-28``.
            target_col: The column of the closes.
            model: The name of a model; default: the engine's.
            paths: Sample paths of each series.
            seed: The same seed draws the same paths.
            errors: ``"raise"`` raises SeriesError if any series cannot be forecast. ``"keep"`` forecasts the others and
                returns two frames: the forecasts, and the failed series with ``error`` (a code) and ``message``.
            progress: Whether to show a progress bar; default: in terminals and notebooks. Needs tqdm.

        Raises:
            FrameError: the frame cannot be read as daily closes.
            SettingsError: a parameter has a value that is not accepted.
            SeriesError: series have gaps, missing or too few closes.

        Returns:
            A frame of the same library: ``unique_id``, ``ds``, ``cutoff`` (the last day that the forecast knew), ``y``,
            ``closecast``, ``closecast-lo-95`` and so on.
        """
        settings = Settings.checked(h, level, quantiles, model, paths, seed, freq)
        frame = ClosesFrame(df, id_col, time_col, target_col)
        facts = self._facts(model)
        plan = ValidationPlan(frame, settings, facts, errors, n_windows, step_size)
        plan.warn_of_leakage()
        with contextlib.closing(self._answers(plan, progress)) as answers:
            result: Union[FrameT, Tuple[FrameT, FrameT]] = plan.result(answers)
        return result


class AsyncForecasting:
    """What every async engine offers for data frames."""

    async def _facts(self, model: Optional[str]) -> ModelFacts:
        raise NotImplementedError

    def _answers(self, plan: Plan, progress: Optional[bool]) -> AsyncGenerator[Mapping[str, Any], None]:
        raise NotImplementedError

    async def _result(self, plan: Plan, progress: Optional[bool]) -> Any:
        """The frame of the answers. Each answer is short work; frames are made on another thread than the event loop's."""
        collected = Collected(plan)
        async with aclosing(self._answers(plan, progress)) as answers:
            async for answer in answers:
                collected.add(answer)
        return await anyio.to_thread.run_sync(collected.result)

    @overload
    async def forecast(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["raise"] = "raise",
        progress: Optional[bool] = None,
    ) -> FrameT: ...

    @overload
    async def forecast(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["keep"],
        progress: Optional[bool] = None,
    ) -> Tuple[FrameT, FrameT]: ...

    async def forecast(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Errors = "raise",
        progress: Optional[bool] = None,
    ) -> Union[FrameT, Tuple[FrameT, FrameT]]:
        """Forecasts the next daily closes of each series. See ``Closecast.forecast``."""
        settings = Settings.checked(h, level, quantiles, model, paths, seed, freq)
        frame = await anyio.to_thread.run_sync(ClosesFrame, df, id_col, time_col, target_col)
        facts = await self._facts(model)
        plan = await anyio.to_thread.run_sync(Plan, frame, settings, facts, errors)
        result: Union[FrameT, Tuple[FrameT, FrameT]] = await self._result(plan, progress)
        return result

    @overload
    async def cross_validation(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        n_windows: int = 1,
        step_size: int = 1,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["raise"] = "raise",
        progress: Optional[bool] = None,
    ) -> FrameT: ...

    @overload
    async def cross_validation(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        n_windows: int = 1,
        step_size: int = 1,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Literal["keep"],
        progress: Optional[bool] = None,
    ) -> Tuple[FrameT, FrameT]: ...

    async def cross_validation(
        self,
        df: FrameT,
        h: int = 96,
        level: Optional[Sequence[Level]] = DEFAULT_LEVEL,
        *,
        n_windows: int = 1,
        step_size: int = 1,
        quantiles: Optional[Sequence[float]] = None,
        freq: Optional[str] = None,
        id_col: str = "unique_id",
        time_col: str = "ds",
        target_col: str = "y",
        model: Optional[str] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        errors: Errors = "raise",
        progress: Optional[bool] = None,
    ) -> Union[FrameT, Tuple[FrameT, FrameT]]:
        """Forecasts past days from what was known before them. See ``Closecast.cross_validation``."""
        settings = Settings.checked(h, level, quantiles, model, paths, seed, freq)
        frame = await anyio.to_thread.run_sync(ClosesFrame, df, id_col, time_col, target_col)
        facts = await self._facts(model)
        plan = await anyio.to_thread.run_sync(ValidationPlan, frame, settings, facts, errors, n_windows, step_size)
        plan.warn_of_leakage()
        result: Union[FrameT, Tuple[FrameT, FrameT]] = await self._result(plan, progress)
        return result
