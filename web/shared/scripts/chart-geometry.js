// From days and values to paths: the appearance of a chart, without a browser. The server draws by the same rules (the Swift module
// Charts), so the picture that arrives with a page is, byte for byte, the one that the script takes over.
//
// chart: { lines: [{ name, title, first, values, isStepped }], fan, pastFans, todayText, hidesAmounts, isComparison }
// fan:   { first, last, middle, bands: [{ level, low, high }] }, `first` the day of the last close, the widest band first

import { date, dayNumber, price, share } from "./format.js";
import { dateTicks, scale, valueTicks } from "./chart-ticks.js";
import { boldWidth, textWidth } from "./chart-labels.js";

/// A pixel: one decimal, halves up.
export const pixel = (value) => (Math.abs(value) < 1e9 ? `${Math.floor(value * 10 + 0.5) / 10 + 0}` : "0");
const point = (x, y) => `${pixel(x)},${pixel(y)}`;

/// The last day that has a value, and the value.
export function lastOf(line) {
    for (let i = line.values.length - 1; i >= 0; i--) {
        if (line.values[i] != null) return { day: line.first + i, value: line.values[i] };
    }
    return null;
}

/// The JSON of a forecast, as charts read it.
export function fanOf(forecast) {
    return { first: dayNumber(forecast.cutoff), last: forecast.last_close, middle: forecast.point, bands: forecast.bands };
}

// ------------------------------------------------------------------- range

function* daysInSight(line, view) {
    const end = Math.min(line.values.length - 1, Math.floor(view.to - line.first));
    for (let i = Math.max(0, Math.ceil(view.from - line.first)); i <= end; i++) if (line.values[i] != null) yield i;
}

/// The lowest and highest visible value, including the widest band: a cropped fan would look more certain than it is.
function extent(chart, view) {
    let low = Infinity, high = -Infinity;
    const see = (bottom, top) => { if (bottom < low) low = bottom; if (top > high) high = top; };
    for (const line of chart.lines) for (const i of daysInSight(line, view)) see(line.values[i], line.values[i]);
    for (const fan of [...(chart.pastFans ?? []), ...(chart.fan ? [chart.fan] : [])]) {
        const end = Math.min(fan.middle.length, Math.floor(view.to - fan.first)), band = fan.bands[0];
        for (let step = Math.max(0, Math.ceil(view.from - fan.first - 1)); step < end; step++) {
            see((band?.low ?? fan.middle)[step], (band?.high ?? fan.middle)[step]);
        }
    }
    if (low > high) return [0, 1];
    const air = Math.abs(low) * 0.05;
    return low !== high ? [low, high] : air > 0 ? [low - air, high + air] : [0, 1];
}

/// The values that the vertical axis spans; logarithmic if requested and all values are above 0.
export function rangeOf(chart, view, wantsLogarithm) {
    const [low, high] = extent(chart, view), isLogarithmic = wantsLogarithm && low > 0;
    if (isLogarithmic) {
        const air = Math.exp((Math.log(high) - Math.log(low)) * 0.07);
        return { low: low / air, high: high * air, isLogarithmic };
    }
    const air = (high - low) * 0.07;
    return { low: low >= 0 ? Math.max(low - air, low * 0.2) : low - air, high: high + air, isLogarithmic };
}

// ------------------------------------------------------------------- paths

/// The path of a line within the view, and to the neighbouring days outside. If days are closer than half a pixel, the lowest and
/// highest value of each pixel represent all of them, so that no peak is lost.
function linePath(line, view, x, y) {
    const from = Math.max(0, Math.floor(view.from - line.first) - 1), values = line.values;
    const to = Math.min(values.length - 1, Math.ceil(view.to - line.first) + 1), daysAPixel = 1 / Math.max(1e-9, x.unit);
    let path = "", pen = "M", isAlone = false;
    // A value between two gaps is a line of no length, which is drawn as a dot.
    const lift = () => { if (isAlone) path += "h0"; [pen, isAlone] = ["M", false]; };
    const put = (i) => { path += pen + point(x(line.first + i), y(values[i])); isAlone = pen === "M"; pen = "L"; };
    if (daysAPixel <= 2) {
        for (let i = from; i <= to; i++) {
            if (values[i] == null) { lift(); continue; }
            if (line.isStepped && pen === "L") path += `H${pixel(x(line.first + i))}`;
            put(i);
        }
        lift();
        return path;
    }
    // Buckets begin at days that do not depend on the view, so that a line does not shimmer while it is moved.
    const bucket = Math.floor(daysAPixel), phase = ((line.first + from) % bucket + bucket) % bucket;
    for (let start = from - phase; start <= to; start += bucket) {
        let low = -1, high = -1;
        for (let i = Math.max(from, start); i <= Math.min(to, start + bucket - 1); i++) {
            if (values[i] == null) continue;
            if (low < 0 || values[i] < values[low]) low = i;
            if (high < 0 || values[i] > values[high]) high = i;
        }
        if (low < 0) { lift(); continue; }
        put(Math.min(low, high));
        if (low !== high) put(Math.max(low, high));
    }
    lift();
    return path;
}

/// A band opens at the last close and has its own value on each day after it.
function bandPath(fan, band, days, x, y) {
    let path = `M${point(x(fan.first), y(fan.last))}`;
    for (let step = 0; step < days; step++) path += `L${point(x(fan.first + step + 1), y(band.high[step]))}`;
    for (let step = days - 1; step >= 0; step--) path += `L${point(x(fan.first + step + 1), y(band.low[step]))}`;
    return `${path}Z`;
}

function drawnFan(fan, isPast, view, x, y) {
    const days = Math.min(fan.middle.length, Math.max(0, Math.ceil(view.to - fan.first)));
    const middle = { first: fan.first, values: [fan.last, ...fan.middle.slice(0, days)] };
    return {
        isPast, x: x(fan.first), text: date(fan.first, "day"), middle: linePath(middle, view, x, y),
        bands: fan.bands.map((band) => ({ level: band.level, path: bandPath(fan, band, days, x, y) })),
    };
}

const isSeen = (fan, view) => fan.first < view.to && fan.first + fan.middle.length > view.from;

// ------------------------------------------------------------------ layout

/// Everything drawn in a chart: `box` is its size in pixels, `view` the days that it spans.
export function drawing(chart, view, box, { isLogarithmic = false, range = rangeOf(chart, view, isLogarithmic) } = {}) {
    const isNarrow = box.width < 560, [left, top] = isNarrow ? [2, 28] : [6, 30], bottom = box.height - (isNarrow ? 26 : 28);
    const y = scale(range.low, range.high, bottom, top, range.isLogarithmic);
    const ticks = valueTicks(range.low, range.high, (bottom - top) / 56, range.isLogarithmic);
    const tag = tagOf(chart, view), ends = chart.isComparison ? endsOf(chart) : [];
    // The gutter has room for the widest of its words.
    const figures = chart.hidesAmounts ? [] : ticks.map((mark) => textWidth(mark.text));
    const bold = [...ends, ...(tag && !chart.hidesAmounts ? [tag] : [])].map((word) => boldWidth(word.text));
    const widest = Math.max(0, ...figures, ...bold);
    const right = box.width - Math.ceil(Math.max(isNarrow ? 54 : 60, widest + 16));
    const x = scale(view.from, view.to, left, right), plot = { left, top, right, bottom }, fan = chart.fan;
    const today = fan && fan.first >= view.from && fan.first <= view.to ? { x: x(fan.first), y: y(fan.last) } : null;
    const fans = [...(chart.pastFans ?? []).map((past) => [past, true]), ...(fan ? [[fan, false]] : [])];
    return {
        chart, view, box, plot, range, x, y, today,
        rows: ticks.map(({ value, text }) => ({ y: y(value), text })),
        columns: columnsOf(view, plot, x),
        fans: fans.filter(([one]) => isSeen(one, view)).map(([one, isPast]) => drawnFan(one, isPast, view, x, y)),
        lines: chart.lines.map((line) => ({ name: line.name, path: linePath(line, view, x, y) })),
        tag: tag && { y: y(tag.value), text: tag.text },
        ends: placed(ends, plot, y),
    };
}

/// Days with their names; a name that does not fit within the edge is left out.
function columnsOf(view, plot, x) {
    return dateTicks(view, plot.right - plot.left).map((tick) => ({ ...tick, x: x(tick.day) })).filter((tick) => {
        const half = textWidth(tick.text) / 2;
        return tick.x - half >= 0 && tick.x + half <= plot.right + 4;
    });
}

/// The last value on the axis; from 10,000 on without decimals.
function tagOf(chart, view) {
    const last = chart.isComparison || !chart.lines.length ? null : lastOf(chart.lines[0]);
    if (!last || last.day < view.from || last.day > view.to) return null;
    return { value: last.value, text: last.value >= 10_000 ? price(last.value, 0) : price(last.value) };
}

function endsOf(chart) {
    return chart.lines.map((line) => ({ line, last: lastOf(line) })).map(({ line, last }) => (
        { name: line.name, last, text: `${line.title ?? line.name} ${last ? price(last.value, 0) : ""}` }
    ));
}

/// The names of compared lines at their ends, pushed apart where the ends are close.
function placed(ends, plot, y) {
    const known = ends.filter((end) => end.last).map((end) => ({ ...end, y: y(end.last.value) })).sort((a, b) => a.y - b.y);
    for (const end of known) end.y = Math.min(Math.max(end.y, plot.top + 6), plot.bottom - 6);
    for (let i = 1; i < known.length; i++) known[i].y = Math.max(known[i].y, known[i - 1].y + 15);
    for (let i = known.length - 1; i >= 0; i--) {
        known[i].y = Math.min(known[i].y, i + 1 < known.length ? known[i + 1].y - 15 : plot.bottom - 6);
    }
    return known;
}

/// The highest and the lowest visible close, in a chart of one line.
export function marksOf({ chart, view, plot, x, y, tag }, space) {
    if (chart.isComparison || chart.lines.length !== 1) return [];
    const line = chart.lines[0];
    let low = -1, high = -1;
    for (const i of daysInSight(line, view)) {
        if (low < 0 || line.values[i] < line.values[low]) low = i;
        if (high < 0 || line.values[i] > line.values[high]) high = i;
    }
    if (low === high) return [];
    return [[high, -9], [low, 17]].map(([i, offset]) => {
        const mark = { x: x(line.first + i), y: y(line.values[i]), text: price(line.values[i]) };
        mark.anchor = mark.x < plot.left + 40 ? "start" : mark.x > plot.right - 40 ? "end" : "middle";
        mark.textY = mark.y + offset;
        // The last value is named on the axis.
        const isLast = tag && line.first + i === lastOf(line).day;
        mark.isNamed = !isLast && space.take(mark.text, mark.x, mark.textY, mark.anchor);
        return mark;
    });
}

/// The name of each band at its end, if there is room between its edge and the next.
export function levelsOf({ chart, view, x, y }, space) {
    const fan = chart.fan, end = fan ? Math.min(fan.middle.length, Math.floor(view.to - fan.first)) : 0;
    if (end < 2 || x(fan.first + end) - x(fan.first) < 44) return [];
    const inner = Math.max(0, end - Math.ceil(36 / x.unit)), right = x(fan.first + end) - 6;
    return fan.bands.map((band, n) => {
        const edge = y(band.high[inner]), next = y((fan.bands[n + 1]?.high ?? fan.middle)[inner]);
        return { x: right, y: edge + 14, text: share(band.level / 100), room: next - edge };
    }).filter((label) => label.room > 17 && space.take(label.text, label.x, label.y, "end"));
}
