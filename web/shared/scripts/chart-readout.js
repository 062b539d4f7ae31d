// The line above a chart: legend and readout in one, visible and, as the slider's text, read aloud.

import { veiled } from "./amounts.js";
import { date, estimate, percent, price, range, share } from "./format.js";
import { say } from "./words.js";
import { stepOf } from "./chart-cross.js";

function node(name, className, ...children) {
    const made = Object.assign(document.createElement(name), { className });
    made.append(...children);
    return made;
}

export class Readout {
    constructor(place, chart) {
        Object.assign(this, { place, chart });
        // A past day has fewer parts than a future one; the height is kept so that the chart below does not move.
        const keepHeight = () => {
            place.style.minHeight = "";
            place.style.minHeight = `${place.offsetHeight}px`;
        };
        keepHeight();
        addEventListener("resize", keepHeight);
    }

    value(value) { return this.chart.isMoney ? veiled(estimate(value)) : price(value); }

    /// The ends of a band.
    ends(band, step) {
        const { low, high } = range(band.low[step], band.high[step], this.chart.isMoney);
        return this.chart.isMoney ? { low: veiled(low), high: veiled(high) } : { low, high };
    }

    range(band, step) { return say("chart.range", this.ends(band, step)); }

    /// Shows the known values and the forecast of a day.
    tell(day) {
        const { fan, pastFans } = this.chart, step = stepOf(fan, day);
        const ahead = step === null ? "" : ` \u00b7 ${say("chart.ahead", { n: step + 1 })}`;
        const parts = [node("span", "when", date(day) + ahead), ...this.lineParts(day)];
        const part = (key, ...children) => parts.push(node("span", "part", node("i", `key ${key}`), ...children));
        if (step !== null) {
            for (const band of [...fan.bands].reverse()) {
                part(`key-${band.level}`, share(band.level / 100), node("b", "", this.range(band, step)));
            }
            part("key-middle", say("chart.middle"), node("b", "", this.value(fan.middle[step])));
        }
        for (const past of pastFans) {
            const at = stepOf(past, day), band = past.bands.find((one) => one.level === 80) ?? past.bands[0];
            if (at === null || !band) continue;
            const name = say("chart.issued", { date: date(past.first, "day"), share: share(band.level / 100) });
            part("key-past", name, node("b", "", this.range(band, at)));
        }
        this.place.replaceChildren(...parts);
    }

    lineParts(day) {
        const { lines, unit, isComparison } = this.chart;
        return lines.flatMap((line, n) => {
            const value = line.values[day - line.first], before = line.values[day - 1 - line.first];
            if (value == null) return [];
            const isMain = n === 0 && !isComparison, key = isMain ? "key-line" : `key-${line.name}`;
            const text = isMain && unit ? `${this.value(value)} ${unit}` : this.value(value);
            const name = line.title ?? say("chart.close");
            const made = node("span", "part", node("i", `key ${key}`), name, node("b", "", text));
            if (isMain && before) made.append(this.move(value / before - 1));
            return [made];
        });
    }

    /// The change since the day before, as it is rounded.
    move(change) {
        const text = percent(change, 2), way = /[1-9]/.test(text) ? (change > 0 ? "up" : "down") : "flat";
        return node("span", `move ${way}`, text);
    }

    /// A day in words.
    spoken(day) {
        const { fan, lines, unit } = this.chart, step = stepOf(fan, day);
        const known = lines.filter((line) => line.values[day - line.first] != null).map((line) => {
            const value = this.value(line.values[day - line.first]);
            return lines.length > 1 ? `${line.title ?? say("chart.close")} ${value}` : value;
        });
        if (known.length) return say("chart.spoken-past", { date: date(day), value: known.join(", "), unit }).trim();
        if (step === null) return date(day);
        const bands = [...fan.bands].reverse().map((band) => say("chart.spoken-band", {
            share: share(band.level / 100), ...this.ends(band, step),
        }));
        return say("chart.spoken-ahead", { date: date(day), n: step + 1, bands: bands.join("; "), unit }).trim();
    }
}
