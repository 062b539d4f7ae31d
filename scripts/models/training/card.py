"""The cards of the models: a README.md that says what a model was made of and how far to trust it."""

from models import model_folder

from . import learning
from .calibration import DECAY
from .network import CLIP, CONTEXT, DAILY_CLOSE, HORIZON, SCALE_WINDOW, SHRINKAGE, UNITS, Kind
from .validation import ORIGIN_EVERY, LogDensities, PointErrors

CARD = """# {name}

{purpose} One LSTM of {units} units and a dense layer of {outputs}, {numbers:,} numbers, written by `scripts/models/train.py`, which also wrote this card.

## How good it is

{standing}

{measured_begins}
{measured}
{measured_ends}

{validation}

## Data

Daily closes in US dollars of {coins} coins, {first_day} to {through}: {tickers}. They are not redistributed with this model. Zero and missing closes are dropped; a series is cut at missing days and where a close jumps more than 20 times in a day; coarsely rounded prices, and tickers known to be another coin, are left out.

## Recipe

{recipe_title}. The {returns} log-returns between {context} closes are divided by their population standard deviation s and clipped at {clip:g}; the network reads them one by one. {outputs_mean}

Random sequences of {inputs} days, their scale multiplied by exp({jitter} N(0, 1)), their sign flipped with probability 1/2; the loss of each day after the first {warm_up}; dropout {dropout} with one mask a sequence; batch {batch}; backpropagation through {backpropagated} days with the state carried; Adam, rate {rate:g} with {warm_up_updates} warm-up steps and cosine decay over {planned_steps} steps, gradients clipped at norm {norm:g}; weights averaged at {averaging}. {chosen} Seed {seed}. To repeat it with a folder of daily closes, one CSV a coin:

    {command}

The same seed, files and kind of machine give the same bytes.

{tried}## Limits

{limits}- It knows closes only: no volume, no news, no other coin.
- It was trained on coins that are large today; a coin that vanished is not among them.
- It needs {context} daily closes without a gap. A pegged coin or a coarsely rounded price is outside of what it learned.
- It is no advice to buy or sell.
"""

POINT = {
    "purpose": "Forecasts the next {horizon} daily closes of a coin from its last {context}: one close a day.",
    "outputs_mean": "The output is the next scaled return, and the next input; the price on day h is the last close "
    "times exp(s times the sum of the first h outputs). After training the output's weights are multiplied by "
    f"{SHRINKAGE:g} and its bias is set so that {{context}} days without a change are followed by none: what training leaves "
    "there is an opinion on the years that it saw. The factor was chosen on the eras: of 1, 1/2, 1/4 and 1/10, the error of "
    "their points over that of the last close was 1.014, 1.005, 1.002 and 1.001. The bands are split-conformal, around the last "
    f"close: scores |ln(close / last close)| / (volatility √h) of the forecasts of four years (`fitted_on` in config.json), each "
    f"step pooled with its neighbours, the volatility of the context with weights that decay by {DECAY} a day.",
    "limits": "- Its bands are around the last close and know of a coin's own volatility only; they are no sample paths, and "
    "those of several coins do not add up to a wallet's.\n",
}
TRIED = """## What was tried beyond the recipe

Each with its prediction, trained for the four eras and scored on the year after each, uncalibrated; differences of the CRPS / naive from the recipe's with the same seed (two seeds where two figures stand), and of the one-step log density in nats. 300 paths, which costs about 0.001. The test was not looked at.

| idea | predicted | days 1-7 | all days | log density |
|---|---|---|---|---|
| likelihood of 20-day sums (CRPS of sampled paths) after the training | all -.003 | +.001, +.001 | +.006, +.002 | +.001, .000 |
| 30 % simulated GARCH-t series among the pieces | all -.002 | +.001, +.001 | -.001, .000 | +.006, +.003 |
| 60 % of them | all -.003 | +.002 | +.001 | +.006 |
| scale jitter 0.7 | 0 | | | +.005, +.003 (two eras) |
| dropout 0.4 | within .001 | +.001 | -.003 | +.003 |
| 300 steps | all -.002 | +.001, +.002 | -.005, -.003 | +.002, +.001 |
| x and -x in a batch, their difference penalised | days 1-7 -.002 | +.003 | .000 | +.004, +.001 |
| 40 % simulated two-component GARCH and that penalty | all -.002 | +.001, +.002 | .000, +.002 | +.007, +.005 |
| likelihood and twice the CRPS, 400 steps | all -.003 | +.001, +.002 | -.005, -.002 | +.004, .000 |
| half of the paths from the mirrored context | not written down | .000 | .000 | |
| a learned location, as others had it | not written down | +.009, +.018 | +.021, +.022 | |

None of these was kept: -.004 as the best of eleven, with an interval of [-.011, +.001], is what chance gives, and on the validation days it turned round (300 steps: all +.003, +.001; the simulated series: log density -.008). A second input was not tried: a command that gets one coin's closes has no market's volatility and no day's range.

What was kept came after the training: the width of the paths' bands is drawn half-way to the coin's long-run volatility (`anchor` in config.json), which was chosen on the eras, where the CRPS / naive went from .965 to .964 on days 1-7 and from .988 to .984 over all days. The whole test was scored twice: before that and after it. Before, it stood at 1.006 on days 1-7 and 1.014 over all days (80 % band: 76.3 %), and `daily-close`, whose bands' volatility then decayed by .97 a day, at 1.011 and 1.021.

"""

STUDENT_T = {
    "purpose": "Forecasts the distribution of the next {horizon} daily closes of a coin from its last {context}.",
    "outputs_mean": "The outputs o0, o1, o2 are a Student-t distribution of the next scaled return: location 0.1 o0, "
    "scale exp(o1 - 0.3) with the exponent clipped to [-6, 3], degrees of freedom 2.1 + softplus(o2 + 1). The location "
    "is held at zero: the weights of o0 are zeros that training leaves alone, because a learned one made the forecasts "
    "of 2020 to 2023 worse (CRPS by 1.5 to 2 % at 31 to 96 days, each year by a model of the days before it); this choice "
    "was made on those years. A path draws a return of each day, clipped at {clip:g}, "
    "and reads it as the next input; the price on day h is the last close times exp(s times the sum of the first h "
    "draws). Then the paths are calibrated on forecasts of four years (`fitted_on` in config.json), each by a model of the days "
    "before it: the width of each step is drawn half-way to the coin's long-run volatility, and its levels are mapped so that "
    "bands hold what they say.",
    "limits": "- It says nothing on the direction of a price.\n"
    "- Paths of several coins that are drawn separately know nothing of each other, and coins move together.\n",
}


def card(
    kind: Kind, training: dict, checked: PointErrors | LogDensities | None, measured: model_folder.Measured
) -> str:
    """The README.md of a model folder; `checked` is what validation found, None where no day is left for it."""
    words = POINT if kind is DAILY_CLOSE else STUDENT_T
    figures = {"horizon": HORIZON, "context": CONTEXT, "clip": CLIP}
    return CARD.format(
        name=kind.name,
        purpose=words["purpose"].format(**figures),
        units=UNITS,
        outputs="one linear output" if kind.outputs == 1 else f"{kind.outputs} linear outputs",
        numbers=kind.numbers,
        standing=standing(kind, checked),
        measured_begins=model_folder.MEASURED,
        measured=measured.words,
        measured_ends=model_folder.MEASURED_END,
        validation=validated(training, checked),
        coins=len(training["tickers"]),
        first_day=training["from"],
        through=training["through"],
        tickers=", ".join(training["tickers"]),
        recipe_title=training["recipe"][:1].upper() + training["recipe"][1:],
        returns=SCALE_WINDOW,
        outputs_mean=words["outputs_mean"].format(**figures),
        inputs=learning.PIECE_RETURNS - 1,
        jitter=learning.SCALE_JITTER,
        warm_up=learning.WARM_UP_DAYS,
        dropout=learning.DROPOUT,
        batch=learning.BATCH,
        backpropagated=learning.BACKPROPAGATED,
        rate=learning.LEARNING_RATE,
        warm_up_updates=learning.WARM_UP_UPDATES,
        planned_steps=training["planned_steps"],
        norm=learning.GRADIENT_NORM,
        averaging=learning.AVERAGING,
        chosen=chosen(kind, training),
        seed=training["seed"],
        command=command(kind, training),
        limits=words["limits"],
        tried="" if kind is DAILY_CLOSE else TRIED,
        **figures,
    )


def chosen(kind: Kind, training: dict) -> str:
    if not kind.stops_early:
        return f"The weights are those of the last step, {training['steps']}."
    chose = "the validation loss was lowest" if training["validated_through"] else "the model of the later days stopped"
    return f"The weights are those of step {training['steps']}, where {chose}."


def command(kind: Kind, training: dict) -> str:
    if training["validated_through"] is None:
        return f"scripts/models/train.py CLOSES_DIR --model {kind.name} --eras --seed {training['seed']}"
    days = f"--through {training['through']} --validate-through {training['validated_through']}"
    run = f"--seed {training['seed']} --steps {training['planned_steps']}"
    return f"scripts/models/train.py CLOSES_DIR --model {kind.name} {days} {run}"


def standing(kind: Kind, checked: PointErrors | LogDensities | None) -> str:
    if kind is not DAILY_CLOSE:
        median = "Its median is the naive forecast, the last close, to a percent or so"
        return f"**{median}: what it knows is how far prices go.**"
    if isinstance(checked, PointErrors):
        return f"**{verdict(checked.ratio_to_naive)}**"
    return "**Its point equals the naive forecast, the last close; it does not beat it.**"


def verdict(ratio: float) -> str:
    """Differences below 3 % are no differences here: two independent windows cannot show less."""
    if ratio < 0.97:
        return "On these few days it was better than the naive forecast, which is too little to claim that it is."
    if ratio <= 1.03:
        return "Its point equals the naive forecast, the last close; it does not beat it."
    return "Its point is worse than the naive forecast, the last close."


def validated(training: dict, checked: PointErrors | LogDensities | None) -> str:
    if checked is None:
        return "No day was set aside while it was trained: it is made to be measured on the days that follow its last."
    days = f"the days after {training['through']} up to {training['validated_through']}"
    begins = f"A check while it was trained, on {days}"
    if isinstance(checked, LogDensities):
        return (
            f"{begins}: the logarithm of its density of the next day's return is "
            f"{checked.model - checked.static_t:+.3f} against a Student-t fitted to each context of {CONTEXT} closes, "
            f"and {checked.model - checked.gaussian:+.3f} against a Gaussian of the context's deviation (mean of "
            f"{checked.days:,} coins' days, in nats). Coins move together, so these are far fewer independent days."
        )
    others = training.get("validation_point_error_ratio_of_other_seeds", {})
    seeds = " and ".join(f"{ratio:.3f} (seed {seed})" for seed, ratio in others.items())
    return (
        f"{begins}, from {checked.origins} origins {ORIGIN_EVERY} days apart: its absolute error is "
        f"{checked.ratio_to_naive:.3f} times the error of the last close (per coin the ratio of sums over origins, "
        f"then the mean over coins; the lowest coin {min(checked.ratios.values()):.3f}, the highest "
        f"{max(checked.ratios.values()):.3f}), and one day ahead its squared error on scaled returns is "
        f"{training['validation_loss_ratio_to_zero']:.4f} times that of predicting no change. The windows overlap, "
        "coins move together, and the same days chose when training stopped, so this is no proof of skill."
        + (f" The same recipe with other seeds: {seeds}." if seeds else "")
        + f" The farthest that one of these forecasts is from the last close is {checked.largest_move:.1%}; on day "
        f"{HORIZON} they are {checked.mean_move:+.1%} from it on average."
    )
