// Scales and the marks of axes, by the rules of the Swift module Charts.

import { date, dateOf, exponentOf, powerOfTen, tick } from "./format.js";

/// From days or values to pixels; `unit` is the pixels for each, `back` the inverse.
export function scale(low, high, start, end, isLogarithmic = false) {
    const to = isLogarithmic ? Math.log : (value) => value, a = to(low), b = to(high);
    const unit = (end - start) / (b === a ? 1 : b - a);
    const at = (value) => start + (to(value) - a) * unit;
    at.unit = unit;
    at.back = (pixel) => (isLogarithmic ? Math.exp : (value) => value)(a + (pixel - start) / unit);
    return at;
}

/// Steps of 1, 2 or 5 times a power of ten.
function roundTicks(low, high, count) {
    const rough = (high - low) / Math.max(1, count), ticks = [];
    if (!(rough > 0)) return ticks;
    const power = powerOfTen(exponentOf(rough));
    const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10);
    for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; n++) ticks.push({ value: n * step, step });
    return ticks;
}

const logarithmicMarks = [[[1, 2, 5], 1], [[1, 3], 1], [[1], 1], [[1], 2], [[1], 3], [[1], 6]];

/// 1, 2 and 5 times each power of ten, or 1 alone, or every other power, until there are few enough.
function logarithmicTicks(low, high, count) {
    for (const [factors, every] of logarithmicMarks) {
        const ticks = [];
        for (let exponent = exponentOf(low); exponent <= exponentOf(high); exponent++) {
            if (exponent % every !== 0) continue;
            for (const factor of factors) {
                const step = powerOfTen(exponent), value = factor * step;
                if (value >= low && value <= high) ticks.push({ value, step });
            }
        }
        if (ticks.length <= Math.max(4, count * 1.6)) return ticks;
    }
    return [];
}

/// Values where an axis is marked, with their texts.
export function valueTicks(low, high, count, isLogarithmic) {
    const logarithmic = isLogarithmic && high / low >= 3 ? logarithmicTicks(low, high, count) : [];
    const ticks = logarithmic.length >= 2 ? logarithmic : roundTicks(low, high, count);
    return ticks.map(({ value, step }) => ({ value, text: tick(value, step) }));
}

/// Days where an axis is marked, at least `gap` pixels apart: days, weeks, months, quarters or years.
export function dateTicks(view, width, gap = 76) {
    const wanted = (view.to - view.from) / Math.max(2, width / gap);
    return wanted <= 14 ? dayTicks(view, wanted) : monthTicks(view, wanted);
}

function dayTicks(view, wanted) {
    const step = [1, 2, 7, 14].find((days) => days >= wanted) ?? 14, ticks = [];
    for (let day = Math.ceil(view.from); day <= view.to; day++) {
        if ((day - 4) % step === 0) ticks.push({ day, text: date(day, "day"), isStrong: false });
    }
    return ticks;
}

function monthTicks(view, wanted) {
    const step = [1, 2, 3, 6, 12, 24, 60].find((months) => months * 30.4 >= wanted) ?? 120, ticks = [];
    const start = dateOf(Math.floor(view.from));
    for (let month = start.getUTCFullYear() * 12 + start.getUTCMonth(); ; month++) {
        const day = Date.UTC(Math.floor(month / 12), month % 12) / 86_400_000, isStrong = month % 12 === 0;
        if (!(day <= view.to)) return ticks;
        if (day >= view.from && month % step === 0) ticks.push({ day, text: date(day, isStrong ? "year" : "month"), isStrong });
    }
}
