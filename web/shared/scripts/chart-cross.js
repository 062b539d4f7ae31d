// The crosshair of a chart: the day on the axis, a dot for a known value, nested bars for a forecast.

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

/// The nodes of the crosshair on a day. Its flag has room for a wide font.
export function drawCross(day, { chart, x, y }) {
    const at = x(day), bottom = y.start, nodes = [svgNode("path", { class: "rule", d: `M${at},${y.end}V${bottom}` })];
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
    const flag = svgNode("g", { class: "flag" });
    flag.append(svgNode("rect", { x: middle - half, y: bottom + 4, width: half * 2, height: 20, rx: 5 }),
        svgNode("text", { x: middle, y: bottom + 18 }, text));
    return [...nodes, flag];
}
