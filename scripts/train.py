#!/usr/bin/env python3
"""Trains Closecast's daily-close model and writes it as a model folder.

    scripts/train.py CLOSES_DIR --out models/mine
    scripts/train.py CLOSES_DIR --through 2022-12-31 --validate-through 2023-06-30 --out /tmp/model --seed 2
    scripts/train.py CLOSES_DIR --replace               the shipped model again, from the closes that it was made of

CLOSES_DIR is a folder of daily closes, one CSV a coin named after its ticker (BTC.csv), with a column `datetime` or
`date` and a column `close`. The network is LSTM(100) and one linear output: 40,901 numbers that read the last 499
scaled log-returns and predict the next one. Two more seeds are trained, only to say how much of the result is luck.
Words go to stderr, the measured figures as JSON to stdout. Half a minute on two cores.
"""

import virtual_environment

virtual_environment.enter("requirements.txt")

import argparse
import csv
import datetime
import json
import math
import os
import pathlib
import sys
import time
import typing

# The same bytes for the same seed need the same kind of processor each time, so a GPU is not picked up by chance.
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np

import model_folder

CONTEXT = 500  # closes that a forecast reads
HORIZON = 96  # days that it forecasts
CLIP = 12.0  # of a scaled return
UNITS = 100

BATCH = 64
BACKPROPAGATED = 150  # days that a gradient reaches back; an update
PIECE_RETURNS = 601  # a training sequence: 600 inputs, each with the next return as its target
UPDATES_A_PIECE = (PIECE_RETURNS - 1) // BACKPROPAGATED
WARM_UP_DAYS = 50  # at the start of a sequence, where the state knows too little to be judged
DROPOUT = 0.2
SCALE_JITTER = 0.4
LEARNING_RATE = 6e-3
WARM_UP_UPDATES = 20
GRADIENT_NORM = 1.0
AVERAGING = 0.98  # of the weights, an update
VALIDATE_EVERY = 40  # updates
PATIENCE = 5  # validations without a better one, after which training stops
OTHER_SEEDS = 2  # trained to measure how much the figures owe to the seed; not exported
ORIGIN_EVERY = 15  # days between the rolling origins of the validation

LARGEST_JUMP = math.log(20)  # of a close in a day; beyond it the file changes its unit or its coin
LARGEST_UNCHANGED = 0.05  # share of closes equal to the one before; beyond it the price is stored too coarsely

# What no rule above finds. Common data sets hold a smaller coin of the same name under these tickers ...
OTHER_COINS = {"UNI", "TON", "PEPE"}
# ... and begin these with days in another unit or before a long gap.
GOOD_FROM = {"AAVE": datetime.date(2020, 10, 10), "AVAX": datetime.date(2020, 9, 22)}


# Reading and cleaning


class Run(typing.NamedTuple):
    """Closes of consecutive days, oldest first."""

    first_day: datetime.date
    closes: np.ndarray  # [days]

    def through(self, last_day: datetime.date) -> "Run":
        return Run(self.first_day, self.closes[: max(0, (last_day - self.first_day).days + 1)])

    def index(self, day: datetime.date) -> int:
        return (day - self.first_day).days


def read_closes(path: pathlib.Path) -> dict[datetime.date, float]:
    """The positive closes of a CSV file by day, oldest first; empty, NaN and zero closes are missing days."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        columns = {name.strip().lower(): name for name in rows.fieldnames or []}
        day_column = columns.get("datetime", columns.get("date"))
        if day_column is None or "close" not in columns:
            sys.exit(f"{path} has the columns {', '.join(columns)}; it needs datetime (or date) and close.")
        closes = {}
        for row in rows:
            try:
                day = datetime.date.fromisoformat(row[day_column].strip()[:10])
                close = float(row[columns["close"]].strip() or "nan")
            except (ValueError, AttributeError) as error:
                needs = "A row needs a day like 2023-06-30 and a close like 30477.25."
                sys.exit(f"{path}:{rows.line_num}: {error}. {needs}")
            if math.isfinite(close) and close > 0:
                closes[day] = close
    return dict(sorted(closes.items()))


def cut_into_runs(closes: dict[datetime.date, float]) -> list[Run]:
    """Cuts at missing days and at jumps that no market makes: across both, a return is not a day's return."""
    runs, previous = [], None
    for day, close in closes.items():
        follows = previous is not None and (day - previous).days == 1
        if follows and abs(math.log(close / closes[previous])) <= LARGEST_JUMP:
            runs[-1][1].append(close)
        else:
            runs.append((day, [close]))
        previous = day
    return [Run(first_day, np.array(values)) for first_day, values in runs]


def unchanged_share(closes: dict[datetime.date, float]) -> float:
    values = np.array(list(closes.values()))
    return float(np.mean(values[1:] == values[:-1])) if len(values) > 1 else 1.0


def read_folder(folder: pathlib.Path, through: datetime.date, last_day: datetime.date) -> dict[str, list[Run]]:
    """The runs to `last_day` of every coin that can be trained on, by ticker; says which files are left out and why."""
    runs_by_ticker = {}
    for path in sorted(folder.glob("*.csv")):
        ticker = path.stem.upper()
        first_day = GOOD_FROM.get(ticker, datetime.date.min)
        closes = {day: close for day, close in read_closes(path).items() if first_day <= day <= last_day}
        runs = cut_into_runs(closes)
        # Only days up to `through` decide, so that the choice of coins does not know the validation days.
        unchanged = unchanged_share({day: close for day, close in closes.items() if day <= through})
        if ticker in OTHER_COINS:
            say(f"{ticker} left out: known to be another coin under this ticker")
        elif unchanged > LARGEST_UNCHANGED:
            say(f"{ticker} left out: {unchanged:.0%} of its closes equal the one before")
        elif not any(len(run.through(through).closes) > PIECE_RETURNS for run in runs):
            say(f"{ticker} left out: no {PIECE_RETURNS + 1} consecutive closes up to {through}")
        else:
            runs_by_ticker[ticker] = runs
    if not runs_by_ticker:
        sys.exit(f"{folder} holds no CSV file with {PIECE_RETURNS + 1} good closes up to {through}.")
    return runs_by_ticker


# The network, in Keras's layout: gates in the order i, f, g, o


def initial_parameters(random: np.random.Generator) -> dict[str, np.ndarray]:
    """Keras's defaults (Glorot, orthogonal, forget bias 1), but the output starts at zero: the naive forecast."""
    limit = math.sqrt(6 / (1 + 4 * UNITS))
    orthogonal, _ = np.linalg.qr(random.normal(size=(4 * UNITS, UNITS)))
    gate_bias = np.zeros(4 * UNITS)
    gate_bias[UNITS : 2 * UNITS] = 1
    parameters = {
        "layers.0.kernel": random.uniform(-limit, limit, (1, 4 * UNITS)),
        "layers.0.recurrent_kernel": orthogonal.T,
        "layers.0.bias": gate_bias,
        "layers.1.kernel": np.zeros((UNITS, 1)),
        "layers.1.bias": np.zeros(1),
    }
    return {name: value.astype(np.float32) for name, value in parameters.items()}


def zero_state(series: int):
    return jnp.zeros((series, UNITS)), jnp.zeros((series, UNITS))


def lstm_step(parameters, state, x):
    """One day of a block of series: x [series] -> the new state, h and c [series, units]."""
    h, c = state
    z = x[:, None] * parameters["layers.0.kernel"] + h @ parameters["layers.0.recurrent_kernel"]
    i, f, g, o = jnp.split(z + parameters["layers.0.bias"], 4, axis=1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


def output(parameters, h):
    return (h @ parameters["layers.1.kernel"] + parameters["layers.1.bias"])[..., 0]


def run_over(parameters, state, xs, mask=1.0):
    """Feeds xs [days, series]; returns the last state and the prediction of the day after each, [days, series]."""

    def step(state, x):
        state = lstm_step(parameters, state, x)
        return state, state[0]

    state, hs = jax.lax.scan(step, state, xs)
    return state, output(parameters, hs * mask)


@jax.jit
def one_step_predictions(parameters, xs):
    return run_over(parameters, zero_state(xs.shape[1]), xs)[1]


@jax.jit
def recursive_predictions(parameters, contexts):
    """contexts [499, series] -> the next scaled returns, [horizon, series], each fed back as the next input."""
    state, predictions = run_over(parameters, zero_state(contexts.shape[1]), contexts)

    def step(carry, _):
        state, x = carry
        state = lstm_step(parameters, state, x)
        y = output(parameters, state[0])
        return (state, y), y

    _, later = jax.lax.scan(step, (state, predictions[-1]), length=HORIZON - 1)
    return jnp.concatenate([predictions[-1:], later])


# Training


def scale_of(returns: np.ndarray) -> float:
    """The population standard deviation of the 499 returns between the closes of a context, the first ones given."""
    return float(np.std(returns[: CONTEXT - 1]))


def draw_pieces(returns: list[np.ndarray], random: np.random.Generator) -> np.ndarray:
    """A batch of scaled random pieces, [601, batch]; each possible first day of each coin is equally likely."""
    starts = np.array([len(values) - PIECE_RETURNS + 1 for values in returns])
    pieces = []
    for which in random.choice(len(returns), size=BATCH, p=starts / starts.sum()):
        first = random.integers(starts[which])
        piece = returns[which][first : first + PIECE_RETURNS]
        # The jitter keeps the network from trusting the scale, the sign from learning the bull market of these years.
        scale = scale_of(piece) * math.exp(SCALE_JITTER * random.normal()) * random.choice([-1, 1])
        pieces.append(np.clip(piece / scale, -CLIP, CLIP))
    return np.array(pieces, dtype=np.float32).T


def draw_mask(random: np.random.Generator) -> np.ndarray:
    """Dropout of the LSTM's outputs, [batch, units]: one mask for the whole of a sequence."""
    return ((random.random((BATCH, UNITS)) >= DROPOUT) / (1 - DROPOUT)).astype(np.float32)


def learning_rate(update, updates):
    warm_up = jnp.minimum(1, (update + 1) / WARM_UP_UPDATES)
    return LEARNING_RATE * warm_up * 0.5 * (1 + jnp.cos(jnp.pi * update / updates))


def adam(parameters, moments, gradients, update, updates):
    """Kingma and Ba 2015, arXiv:1412.6980, on gradients clipped by their common norm."""
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in gradients.values()))
    shrink = jnp.minimum(1, GRADIENT_NORM / (norm + 1e-12))
    rate = learning_rate(update, updates)
    new_parameters, new_moments = {}, {}
    for name, gradient in gradients.items():
        gradient = gradient * shrink
        first = 0.9 * moments[name][0] + 0.1 * gradient
        second = 0.999 * moments[name][1] + 0.001 * gradient**2
        unbiased = first / (1 - 0.9 ** (update + 1)), second / (1 - 0.999 ** (update + 1))
        new_parameters[name] = parameters[name] - rate * unbiased[0] / (jnp.sqrt(unbiased[1]) + 1e-8)
        new_moments[name] = first, second
    return new_parameters, new_moments


def squared_error(parameters, state, xs, targets, weights, mask):
    state, predictions = run_over(parameters, state, xs, mask)
    return jnp.sum(weights[:, None] * (predictions - targets) ** 2) / (jnp.sum(weights) * BATCH), state


class Learner(typing.NamedTuple):
    parameters: dict
    average: dict  # of the parameters; this is what is validated and exported
    moments: dict
    update: typing.Any


@jax.jit
def learn_pieces(learner: Learner, pieces, mask, updates):
    """Four updates on one batch of pieces [601, batch], the state carried from one to the next without its gradient."""
    shape = (UPDATES_A_PIECE, BACKPROPAGATED, BATCH)
    weights = (jnp.arange(PIECE_RETURNS - 1) >= WARM_UP_DAYS).astype(jnp.float32).reshape(shape[:2])

    def learn(carry, part):
        learner, state = carry
        xs, targets, weights = part
        gradient_of = jax.value_and_grad(squared_error, has_aux=True)
        (loss, state), gradients = gradient_of(learner.parameters, state, xs, targets, weights, mask)
        parameters, moments = adam(learner.parameters, learner.moments, gradients, learner.update, updates)
        average = {name: AVERAGING * learner.average[name] + (1 - AVERAGING) * parameters[name] for name in parameters}
        zero_loss = jnp.sum(weights[:, None] * targets**2) / (jnp.sum(weights) * BATCH)
        return (Learner(parameters, average, moments, learner.update + 1), state), (loss, zero_loss)

    parts = pieces[:-1].reshape(shape), pieces[1:].reshape(shape), weights
    (learner, _), losses = jax.lax.scan(learn, (learner, zero_state(BATCH)), parts)
    return learner, losses


def train(returns: list[np.ndarray], validation: "Validation", seed: int, updates: int):
    """Returns the averaged weights at the lowest validation loss, the update they are from, and that loss / zero's."""
    random = np.random.default_rng(seed)
    parameters = initial_parameters(random)
    moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in parameters.items()}
    learner, losses = Learner(parameters, parameters, moments, 0), []
    best, best_update, best_ratio = parameters, 0, math.inf
    for update in range(UPDATES_A_PIECE, updates + 1, UPDATES_A_PIECE):
        learner, loss = learn_pieces(learner, draw_pieces(returns, random), draw_mask(random), updates)
        losses.append(loss)
        if update % VALIDATE_EVERY and update != updates:
            continue
        of_network, of_zero = np.sum(losses, axis=(0, 2))
        ratio = validation.loss_ratio_to_zero(learner.average)
        say(f"step {update:4d}  training loss / zero {of_network / of_zero:.4f}  validation loss / zero {ratio:.4f}")
        losses = []
        if not math.isfinite(ratio):
            sys.exit(f"The validation loss is {ratio} at step {update}: training diverged. Try another --seed.")
        if ratio < best_ratio:
            best, best_update, best_ratio = learner.average, update, ratio
        elif update - best_update >= PATIENCE * VALIDATE_EVERY:
            say(f"stopped: no better validation loss since step {best_update}")
            break
    return {name: np.asarray(value) for name, value in best.items()}, best_update, best_ratio


# Validation, on days after the last training day


class Origin(typing.NamedTuple):
    """A day to forecast from."""

    ticker: str
    day: datetime.date
    context: np.ndarray  # [500] closes, the last one of the origin itself
    future: np.ndarray  # [up to 96] closes after it, none after the last validation day

    @property
    def scale(self) -> float:
        return scale_of(np.diff(np.log(self.context)))

    def scaled(self, days: int) -> np.ndarray:
        """The returns of the context and of `days` days after it, by the scale of the context alone."""
        closes = np.concatenate([self.context, self.future[:days]])
        return np.clip(np.diff(np.log(closes)) / self.scale, -CLIP, CLIP).astype(np.float32)


class PointErrors(typing.NamedTuple):
    ratios: dict[str, float]  # by ticker: the model's summed absolute error / the last close's
    origins: int
    largest_move: float  # of any point forecast, relative to the last close
    mean_move: float  # of the point forecasts of the last day of the horizon, relative to the last close

    @property
    def ratio_to_naive(self) -> float:
        return float(np.mean(list(self.ratios.values())))


class Validation:
    def __init__(self, runs_by_ticker: dict[str, list[Run]], through: datetime.date, last_day: datetime.date):
        self.origins = []
        for days in range(0, (last_day - through).days, ORIGIN_EVERY):
            origin_day = through + datetime.timedelta(days)
            for ticker, runs in runs_by_ticker.items():
                self.origins += [origin_in(run, ticker, origin_day) for run in runs if holds_origin(run, origin_day)]
        whole = [origin for origin in self.origins if len(origin.future) >= ORIGIN_EVERY]
        if not any(len(origin.future) == HORIZON for origin in whole):
            sys.exit(
                f"No coin has {CONTEXT} closes up to {through} and {HORIZON} more up to {last_day}, "
                "so nothing can be validated. Choose an earlier --through or a later --validate-through."
            )
        self.one_step_returns = np.array([origin.scaled(ORIGIN_EVERY) for origin in whole]).T  # [499 + 15, origins]

    def loss_ratio_to_zero(self, parameters) -> float:
        """Squared one-step error of the days between two origins, relative to always predicting a return of zero."""
        predictions = np.asarray(one_step_predictions(parameters, self.one_step_returns[:-1]))[-ORIGIN_EVERY:]
        targets = self.one_step_returns[-ORIGIN_EVERY:].astype(np.float64)
        return float(np.sum((predictions - targets) ** 2) / np.sum(targets**2))

    def point_errors(self, parameters) -> PointErrors:
        """Absolute errors of 96 recursive steps / those of the last close, summed per coin over complete origins."""
        complete = [origin for origin in self.origins if len(origin.future) == HORIZON]
        outputs = np.asarray(recursive_predictions(parameters, np.array([origin.scaled(0) for origin in complete]).T))
        scales = np.array([origin.scale for origin in complete])
        moves = np.expm1(scales[:, None] * np.cumsum(outputs.T.astype(np.float64), axis=1))  # [origins, 96]
        sums = {}
        for origin, move in zip(complete, moves):
            last_close = origin.context[-1]
            model, naive = sums.get(origin.ticker, (0.0, 0.0))
            model += np.sum(np.abs(origin.future - last_close * (1 + move)))
            naive += np.sum(np.abs(origin.future - last_close))
            sums[origin.ticker] = model, naive
        ratios = {ticker: float(model / naive) for ticker, (model, naive) in sums.items()}
        days = {origin.day for origin in complete}
        return PointErrors(ratios, len(days), float(np.max(np.abs(moves))), float(np.mean(moves[:, -1])))


def holds_origin(run: Run, day: datetime.date) -> bool:
    """Whether the run has a whole context that ends on `day`, and a day after it."""
    return CONTEXT - 1 <= run.index(day) < len(run.closes) - 1


def origin_in(run: Run, ticker: str, day: datetime.date) -> Origin:
    after = run.index(day) + 1
    return Origin(ticker, day, run.closes[after - CONTEXT : after], run.closes[after : after + HORIZON])


# The model folder


CARD = """# {name}

Forecasts the next {horizon} daily closes of a coin from its last {context}. One LSTM of {units} units and one linear output, {numbers:,} numbers, written by `scripts/train.py`, which also wrote this card.

## How good it is

**{verdict}** On the days after {through} up to {last_day}, from {origins} origins {origin_every} days apart and {horizon} recursive steps each, its absolute error is {ratio:.3f} times the error of the naive forecast, the last close (per coin the ratio of sums over origins, then the mean over {coins} coins; the lowest coin {lowest:.3f}, the highest {highest:.3f}). One day ahead, its squared error on scaled returns is {loss_ratio:.4f} times that of always predicting no change.

Read these figures with care: the windows of the origins overlap and coins move together, so they hold about {independent} independent windows of {horizon} days, and the same days chose when training stopped. The seed alone changes them: the same recipe with other seeds gives {other_seeds}.

The farthest that one of these point forecasts is from the last close is {largest_move:.1%}. On day {horizon} they are {mean_move:+.1%} from it on average: left over from training, not an opinion on the market.

Still to come: intervals (this folder has a point forecast only), and a full measurement with confidence on days that nothing here has seen.

| coin | error / naive |
|---|---|
{rows}

## Data

Daily closes in US dollars of {coins} coins up to {through}: {tickers}. They are not redistributed with this model. Zero and missing closes are dropped; a series is cut at missing days and where a close jumps more than 20 times in a day; coarsely rounded prices, and tickers known to be another coin, are left out.

## Recipe

{recipe_title}. The {returns} log-returns between {context} closes are divided by their population standard deviation s and clipped at {clip:g}; the network reads them one by one and predicts the next; each prediction is the next input; the price on day h is the last close times exp(s times the sum of the first h predictions).

Random sequences of {inputs} days, their scale multiplied by exp({jitter} N(0, 1)), their sign flipped with probability 1/2; squared error after the first {warm_up} days; dropout {dropout} with one mask a sequence; batch {batch}; backpropagation through {backpropagated} days with the state carried; Adam, rate {rate:g} with {warm_up_updates} warm-up steps and cosine decay over {planned_steps} steps, gradients clipped at norm {norm:g}; weights averaged at {averaging}. The weights are those of step {steps}, where the validation loss was lowest. Seed {seed}. To repeat it with a folder of daily closes, one CSV a coin:

    scripts/train.py CLOSES_DIR --through {through} --validate-through {last_day} --seed {seed} --steps {planned_steps}

The same seed, files and kind of machine give the same bytes.

## Limits

- It says where a price may be on average, not how uncertain that is, and the sum of point forecasts of several coins is no wallet forecast.
- It knows closes only: no volume, no news, no other coin.
- It was trained on coins that are large today; a coin that vanished is not among them.
- It needs {context} daily closes without a gap. A pegged coin or a coarsely rounded price is outside of what it learned.
- It is no advice to buy or sell.
"""


def verdict(ratio: float) -> str:
    """Differences below 3 % are no differences here: two independent windows cannot show less."""
    if ratio < 0.97:
        return "On these few days it was better than the naive forecast, which is too little to claim that it is."
    if ratio <= 1.03:
        return "It does not beat the naive forecast: it equals it, no better."
    return "It is worse than the naive forecast."


def card(name: str, training: dict, errors: PointErrors) -> str:
    through, last_day = training["through"], training["validated_through"]
    days = (datetime.date.fromisoformat(last_day) - datetime.date.fromisoformat(through)).days
    return CARD.format(
        name=name,
        horizon=HORIZON,
        context=CONTEXT,
        returns=CONTEXT - 1,
        units=UNITS,
        numbers=sum(value.size for value in initial_parameters(np.random.default_rng(0)).values()),
        verdict=verdict(errors.ratio_to_naive),
        through=through,
        last_day=last_day,
        origins=errors.origins,
        origin_every=ORIGIN_EVERY,
        ratio=errors.ratio_to_naive,
        coins=len(training["tickers"]),
        lowest=min(errors.ratios.values()),
        highest=max(errors.ratios.values()),
        loss_ratio=training["validation_loss_ratio_to_zero"],
        independent=max(1, round(days / HORIZON)),
        largest_move=errors.largest_move,
        mean_move=errors.mean_move,
        other_seeds=" and ".join(
            f"{ratio:.3f} (seed {seed})"
            for seed, ratio in training["validation_point_error_ratio_of_other_seeds"].items()
        ),
        rows="\n".join(f"| {ticker} | {ratio:.3f} |" for ticker, ratio in errors.ratios.items()),
        tickers=", ".join(training["tickers"]),
        recipe_title=training["recipe"].capitalize(),
        clip=CLIP,
        inputs=PIECE_RETURNS - 1,
        jitter=SCALE_JITTER,
        warm_up=WARM_UP_DAYS,
        dropout=DROPOUT,
        batch=BATCH,
        backpropagated=BACKPROPAGATED,
        rate=LEARNING_RATE,
        warm_up_updates=WARM_UP_UPDATES,
        planned_steps=training["planned_steps"],
        norm=GRADIENT_NORM,
        averaging=AVERAGING,
        steps=training["steps"],
        seed=training["seed"],
    )


def export(folder: pathlib.Path, parameters: dict, training: dict, errors: PointErrors, replace: bool) -> None:
    model_folder.write(
        folder,
        name=folder.resolve().name,
        layers=[model_folder.lstm(1, UNITS, gates="ifgo"), model_folder.dense(UNITS, 1)],
        tensors=parameters,
        context=CONTEXT,
        horizon=HORIZON,
        transform={"kind": "scaled-log-returns", "clip": CLIP},
        training=training,
        card=card(folder.resolve().name, training, errors),
        replace=replace,
    )


# The command


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    day = datetime.date.fromisoformat
    default_out = virtual_environment.SCRIPTS.parent / "models" / "daily-close"
    parser.add_argument("closes", type=pathlib.Path, metavar="CLOSES_DIR", help="daily closes, one CSV a coin")
    parser.add_argument("--out", type=pathlib.Path, default=default_out, help="folder to write (models/daily-close)")
    through, last_day = day("2023-06-30"), day("2023-12-26")
    parser.add_argument("--replace", action="store_true", help="overwrite the model that the folder holds")
    parser.add_argument("--through", type=day, default=through, metavar="DAY", help=f"last training day ({through})")
    parser.add_argument(
        "--validate-through", type=day, default=last_day, metavar="DAY", help=f"last day used at all ({last_day})"
    )
    parser.add_argument("--seed", type=int, default=1, help="same seed, same files, same machine: same model (1)")
    parser.add_argument("--steps", type=int, default=600, help="updates at most, rounded up to a multiple of 4 (600)")
    given = parser.parse_args()
    if not given.closes.is_dir():
        parser.error(f"{given.closes} is not a folder; give a folder of daily closes, one CSV a coin")
    if (given.out / "config.json").exists() and not given.replace:
        parser.error(f"{given.out} holds a model already; give another --out, or --replace to overwrite it")
    if given.steps < 1 or given.seed < 0:
        parser.error(f"--steps {given.steps} and --seed {given.seed}: steps are at least 1 and a seed is not negative")
    given.steps = -(-given.steps // UPDATES_A_PIECE) * UPDATES_A_PIECE
    return given


def main() -> None:
    given, started = arguments(), time.monotonic()
    runs_by_ticker = read_folder(given.closes, given.through, given.validate_through)
    validation = Validation(runs_by_ticker, given.through, given.validate_through)
    training_runs = [run.through(given.through) for runs in runs_by_ticker.values() for run in runs]
    returns = [np.diff(np.log(run.closes)) for run in training_runs if len(run.closes) > PIECE_RETURNS]
    say(f"training on {sum(map(len, returns)):,} daily returns of {len(runs_by_ticker)} coins up to {given.through}")

    parameters, steps, loss_ratio = train(returns, validation, given.seed, given.steps)
    errors = validation.point_errors(parameters)
    others = {}
    for seed in range(given.seed + 1, given.seed + 1 + OTHER_SEEDS):
        say(f"the same with seed {seed}, for comparison only")
        other, _, _ = train(returns, validation, seed, given.steps)
        others[str(seed)] = round(validation.point_errors(other).ratio_to_naive, 5)
    training = {
        "through": str(given.through),
        "validated_through": str(given.validate_through),
        "seed": given.seed,
        "steps": steps,
        "planned_steps": given.steps,
        "tickers": list(runs_by_ticker),
        "recipe": "one-step squared error on scaled log-returns",
        "validation_loss_ratio_to_zero": round(loss_ratio, 5),
        "validation_point_error_ratio_to_naive": round(errors.ratio_to_naive, 5),
        "validation_point_error_ratio_of_other_seeds": others,
    }
    export(given.out, parameters, training, errors, given.replace)
    say(f"wrote {given.out} after {time.monotonic() - started:.0f} s. {verdict(errors.ratio_to_naive)}")
    print(json.dumps(training, indent=2))


if __name__ == "__main__":
    main()
