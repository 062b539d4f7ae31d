"""The card of the log-volatility model: a README.md that says what the model is made of and how far to trust it."""

from models import model_folder

from .volatility import CONTEXT, DAY_FLOOR, DECAYS, HORIZON, KNOTS, LARGEST_VOLUME_CHANGE, LEVELS, MEAN_FLOOR, VOLUME_WINDOWS, Model
from .volatility_fit import FITTED_TOGETHER, MINIMUM_RETURNS, POOLED, RIDGE, SEASON_WINDOW, USUAL_SLOPE

CARD = """# {name}

Forecasts the distribution of the next {horizon} daily closes of a coin from its last {context} closes or candles. A linear model of log volatility with {numbers:,} numbers, {shape_numbers:,} of them the shape of the distribution. `scripts/models/train_volatility.py` fitted it and wrote this card.

## Accuracy

**Its median is the naive forecast, the last close. It forecasts how far a price may move, not in which direction.**

{measured_begins}
{measured}
{measured_ends}

## Data

Daily candles in US dollars of {coins} coins, {first_day} to {through}: {tickers}. The candles are not part of this repository. Zero and missing closes are dropped. A series is cut at missing days and where a close jumps more than 20 times in a day. Coarsely rounded prices, and tickers known to be another coin, are left out.

No outcome after {through} was used.

## Model

The forecast of h days ahead is `last close · exp(σ_h √h q)`. The daily scale σ_h depends on the coin, and q are the quantiles of the shape of day h, which all coins share.

`ln σ_h = ln s + b_h + w_h · x + season_h`

- s is the root mean square of the {returns} log returns of the context.
- x are the features, w_h their weights and b_h an intercept, for {knots} days ahead. In between, they are linear in ln h.
- season_h is half the logarithm of the mean of exp(d) over the weekdays of the next h days. d is the log variance of a weekday relative to an average day: {weekdays}.

The best variant that the input allows is used:

| variant | needs | features |
|---|---|---|
| `closes` | {context} closes | {closes_features} |
| `ohlc` | also a candle on each of these days | {ohlc_features} |
| `ohlcv` | also a volume on each of the last {volume_days} days | those of `ohlc`, and {volume_features} |

- r is a log return. v is the range of a day, ln(highest / lowest)² / (4 ln 2), an estimate of its variance. Open and close count as prices of the day. s_p is the root mean of v over the context.
- E_λ is the mean over the context with weights that decay by λ a day.
- r² and v are divided by exp(d) of their weekday first, except in s.
- If a candle is missing, contradictory or flat (its highest price is its lowest), the range says nothing, so the variant `closes` is used.
- If the days are not known, d is 0. Weights that were fitted without weekdays have the same accuracy within 0.001, so there are none.

## Fitting

All coins share one set of weights. A coin's day counts if {minimum_returns} returns precede it and its outcomes are known by {through}.

1. Ridge regression (penalty {ridge:g}) of the logarithm of the scale of the next h days' ranges on x, for each of the {knot_count} days ahead. The ranges measure volatility much more precisely than returns do, so the variant `closes` learns from them as well.
2. The level and the slope of this prediction, fitted to the size u of the h-day returns, relative to s √h and the season: the minimum of mean(m + u exp(-m)) for m = a + g · prediction, with a ridge towards g = {slope:g}. Days ahead of {together} times h are fitted together. Then a and g are multiplied into b_h and w_h.
3. The shape: quantiles of the returns divided by their scale, of days ahead between {pooled_from:g} and {pooled_to:g} times h, made symmetric. The shape of day 1 is not symmetric; days 2 and 3 are in between.
4. The weekdays (before all else): the mean of ln v of a weekday, relative to the {season_window} days around it.

To repeat it with a folder of daily candles, one CSV per coin:

    {command}

Nothing in it is random.

## Limits

- It says nothing about the direction of a price.
- It has no sample paths of its own: its quantiles of several days or coins do not add up to those of a sum.
- It knows the coin's own candles only: no news, no other coin.
- It was fitted to coins that are large today. Coins that have vanished are not among them.
- It needs {context} daily closes without a gap. A pegged coin or a coarsely rounded price is outside of what it learned.
- It is no advice to buy or sell.
"""

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def card(name: str, model: Model, training: dict, measured: model_folder.Measured) -> str:
    """The README.md of a model folder."""
    tensors = model.tensors()
    return CARD.format(
        name=name,
        horizon=HORIZON,
        context=CONTEXT,
        returns=CONTEXT - 1,
        numbers=sum(tensor.size for tensor in tensors.values()),
        shape_numbers=sum(shape.size for shape in model.shapes.values()),
        measured_begins=model_folder.MEASURED,
        measured=measured.words,
        measured_ends=model_folder.MEASURED_END,
        coins=len(training["tickers"]),
        first_day=training["from"],
        through=training["through"],
        tickers=", ".join(training["tickers"]),
        knots=listed(KNOTS),
        knot_count=len(KNOTS),
        weekdays=", ".join(f"{day} {value:+.3f}" for day, value in zip(DAYS, model.weekday)),
        closes_features=(
            f"ln(\\|r_t\\| + {DAY_FLOOR:g} s) - ln s; ln(E_λ \\|r\\| + {MEAN_FLOOR:g} s) - ln s for λ = {listed(DECAYS['absolute_returns'])}; "
            f"½ ln(E_λ r² + {MEAN_FLOOR:g} s²) - ln s for λ = {listed(DECAYS['squared_returns'])}"
        ),
        ohlc_features=f"½ ln v_t - ln s_p; E_λ(½ ln v) - ln s_p for λ = {listed(DECAYS['log_ranges'])}",
        volume_features=(
            "the mean of ln volume over the last a days minus the mean over the last b, for (a, b) = "
            + listed([f"({short}, {long})" for short, long in VOLUME_WINDOWS])
            + f", clipped to ±{LARGEST_VOLUME_CHANGE:g}"
        ),
        volume_days=max(long for _, long in VOLUME_WINDOWS),
        minimum_returns=MINIMUM_RETURNS,
        ridge=RIDGE,
        slope=USUAL_SLOPE,
        together=listed(FITTED_TOGETHER),
        pooled_from=POOLED[0],
        pooled_to=POOLED[1],
        season_window=SEASON_WINDOW,
        command=f"scripts/models/train_volatility.py CANDLES_DIR --through {training['through']}",
    )


def listed(values) -> str:
    words = [f"{value:g}" if isinstance(value, (int, float)) else value for value in values]
    return f"{', '.join(words[:-1])} and {words[-1]}"
