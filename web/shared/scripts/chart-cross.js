// The crosshair of a chart: the day and the value on their axes, a dot for a known value, nested bars for a forecast.

import { date } from "./format.js";

export function svgNode(name, attributes = {}, text = "") {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text) node.textContent = text;
    return node;
}

/// The step of a fan on a day, counted from 0; null if it has no value there.
export function stepOf(fan, day) {
    const step = day - (fan?.first ?? Infinity) - 1;
    return step >= 0 && step < fan.middle.length ? step : null;
}

/// The value of a day: the close of the main line, or the median of the forecast; null if it has none, and where lines are compared.
function valueOn(day, { lines, fan, isComparison }) {
    if (isComparison) return null;
    const step = stepOf(fan, day);
    return lines[0].values[day - lines[0].first] ?? (step === null ? null : fan.middle[step]);
}

/// A label on an axis. It has room for a wide font.
function flag(text, left, top, width) {
    const made = svgNode("g", { class: "flag" });
    made.append(svgNode("rect", { x: left, y: top, width, height: 20, rx: 5 }), svgNode("text", { x: left + width / 2, y: top + 14 }, text));
    return made;
}

/// The nodes of the crosshair on a day.
///
/// - write: the text of a value on its axis
export function drawCross(day, { chart, x, y }, write) {
    const at = x(day), bottom = y.start, nodes = [svgNode("path", { class: "rule", d: `M${at},${y.end}V${bottom}` })];
    const value = valueOn(day, chart);
    if (value !== null) nodes.push(svgNode("path", { class: "rule", d: `M${x.start},${y(value)}H${x.end}` }));
    for (const fan of [chart.fan, ...chart.pastFans]) {
        const step = stepOf(fan, day);
        if (step === null) continue;
        for (const band of fan.bands) {
            const d = `M${at},${y(band.low[step])}V${y(band.high[step])}`;
            nodes.push(svgNode("path", { class: `span span-${band.level}`, d }));
        }
    }
    for (const line of chart.lines) {
        const value = line.values[day - line.first];
        if (value != null) nodes.push(svgNode("circle", { class: `dot dot-${line.name}`, cx: at, cy: y(value), r: 4.5 }));
    }
    const text = date(day), half = text.length * 3.7 + 7;
    const middle = Math.min(Math.max(at, x.start + half), Math.max(x.start + half, x.end - half));
    nodes.push(flag(text, middle - half, bottom + 4, half * 2));
    if (value !== null) {
        const figure = write(value);
        nodes.push(flag(figure, x.end + 2, y(value) - 10, figure.length * 7.4 + 10));
    }
    return nodes;
}
