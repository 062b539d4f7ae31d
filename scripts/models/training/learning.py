"""Learning the weights from random pieces of the coins' returns, the same for every head."""

import datetime
import functools
import math
import sys
import typing

import jax
import jax.numpy as jnp
import numpy as np

from . import network
from .closes import Run, say
from .network import CLIP, SCALE_WINDOW, UNITS, Kind, Parameters

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
PATIENCE = 5  # validations without a better one, after which a training that may stop early stops


def returns_of(runs_by_ticker: dict[str, list[Run]], through: datetime.date) -> list[np.ndarray]:
    """The log-returns to `through` of every run that is long enough for a piece."""
    closes = [run.through(through).closes for runs in runs_by_ticker.values() for run in runs]
    return [np.diff(np.log(values)) for values in closes if len(values) > PIECE_RETURNS]


def scale_of(returns: np.ndarray) -> float:
    """The population standard deviation of the 499 returns between the closes of a context, the first ones given."""
    return float(np.std(returns[:SCALE_WINDOW]))


def draw_pieces(returns: list[np.ndarray], random: np.random.Generator) -> np.ndarray:
    """A batch of scaled random pieces, [601, batch]; each possible first day of each coin is equally likely."""
    starts = np.array([len(values) - PIECE_RETURNS + 1 for values in returns])
    pieces = []
    for which in random.choice(len(returns), size=BATCH, p=starts / starts.sum()):
        first = random.integers(starts[which])
        piece = returns[which][first : first + PIECE_RETURNS]
        # The jitter keeps the network from relying on the scale, the sign from learning the bull market of these years.
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


class Learner(typing.NamedTuple):
    parameters: Parameters
    average: Parameters  # of the parameters; this is what is validated and exported
    moments: dict
    update: typing.Any


@functools.partial(jax.jit, static_argnames="loss_of")
def learn_pieces(learner: Learner, pieces, mask, updates, loss_of):
    """Four updates on one batch of pieces [601, batch], the state carried from one to the next without its gradient.

    Returns the learner, and per update the loss of its outputs and of zero outputs.
    """
    shape = (UPDATES_A_PIECE, BACKPROPAGATED, BATCH)
    weights = (jnp.arange(PIECE_RETURNS - 1) >= WARM_UP_DAYS).astype(jnp.float32).reshape(shape[:2])

    def mean_loss(outputs, targets, weights):
        return jnp.sum(weights[:, None] * loss_of(outputs, targets)) / (jnp.sum(weights) * BATCH)

    def loss(parameters, state, xs, targets, weights):
        state, outputs = network.run_over(parameters, state, xs, mask)
        return mean_loss(outputs, targets, weights), (state, mean_loss(jnp.zeros_like(outputs), targets, weights))

    def learn(carry, part):
        learner, state = carry
        gradient_of = jax.value_and_grad(loss, has_aux=True)
        (value, (state, of_zero)), gradients = gradient_of(learner.parameters, state, *part)
        parameters, moments = adam(learner.parameters, learner.moments, gradients, learner.update, updates)
        average = {name: AVERAGING * learner.average[name] + (1 - AVERAGING) * parameters[name] for name in parameters}
        return (Learner(parameters, average, moments, learner.update + 1), state), (value, of_zero)

    parts = pieces[:-1].reshape(shape), pieces[1:].reshape(shape), weights
    (learner, _), losses = jax.lax.scan(learn, (learner, network.zero_state(BATCH)), parts)
    return learner, losses


def batches(kind: Kind, returns: list[np.ndarray], seed: int, updates: int, last: int):
    """Learns to update `last` of a schedule of `updates`: yields the update, the averaged weights and the losses."""
    random = np.random.default_rng(seed)
    parameters = network.initial_parameters(random, kind.outputs)
    moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in parameters.items()}
    learner, losses = Learner(parameters, parameters, moments, 0), []
    for update in range(UPDATES_A_PIECE, last + 1, UPDATES_A_PIECE):
        pieces, mask = draw_pieces(returns, random), draw_mask(random)
        learner, loss = learn_pieces(learner, pieces, mask, updates, kind.loss)
        losses.append(loss)
        if update % VALIDATE_EVERY == 0 or update == last:
            of_network, of_zero = np.mean(losses, axis=(0, 2))
            if not math.isfinite(of_network):
                sys.exit(f"The training loss is {of_network} at step {update}: training diverged. Try another --seed.")
            yield update, learner.average, f"step {update:4d}  training loss {of_network:.4f} (zero {of_zero:.4f})"
            losses = []


def train(kind: Kind, returns: list[np.ndarray], seed: int, updates: int, last: int | None = None, loss_of=None):
    """Returns the averaged weights and the update they are from.

    With `last`, training ends there, whatever comes. Else `loss_of` (weights -> validation loss) is said now and then,
    and chooses the update for a kind that stops early.
    """
    best, best_update, best_loss = None, 0, math.inf
    for update, average, words in batches(kind, returns, seed, updates, last or updates):
        loss = loss_of(average) if loss_of else math.nan
        say(words + (f"  validation loss {loss:.4f}" if loss_of else ""))
        stops_early = kind.stops_early and last is None
        if loss < best_loss or not stops_early:
            best, best_update, best_loss = average, update, loss
        elif update - best_update >= PATIENCE * VALIDATE_EVERY:
            say(f"stopped: no better validation loss since step {best_update}")
            break
    weights = {name: np.asarray(value) for name, value in best.items()}
    return (network.shrunk(weights) if kind is network.DAILY_CLOSE else weights), best_update
