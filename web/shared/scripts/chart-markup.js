// A drawing as SVG, from the back: ground of the future, grid, past fans, the fan, lines, the today line, marks, labels.
// Colours and widths are those of the style sheet.

import { levelsOf, marksOf, pixel } from "./chart-geometry.js";
import { boldWidth, labelSpace, textWidth } from "./chart-labels.js";

const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/// A text for an element or a quoted attribute; control characters, which SVG does not allow, become U+FFFD.
export const escaped = (text) => text.replace(/[&<>"']/g, (c) => marks[c])
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");

const path = (name, data) => `<path class="${name}" d="${data}"/>`;
const circle = (name, x, y, radius) => `<circle class="${name}" cx="${pixel(x)}" cy="${pixel(y)}" r="${pixel(radius)}"/>`;
const words = (name, x, y, text, anchor = "") =>
    `<text${name && ` class="${name}"`}${anchor && ` text-anchor="${anchor}"`}`
    + ` x="${pixel(x)}" y="${pixel(y)}">${escaped(text)}</text>`;
const rectangle = (name, x, y, width, height, round = 0) =>
    `<rect${name && ` class="${name}"`} x="${pixel(x)}" y="${pixel(y)}" width="${pixel(Math.max(0, width))}"`
    + ` height="${pixel(Math.max(0, height))}"${round ? ` rx="${pixel(round)}"` : ""}/>`;

/// The elements within the `<svg>`. `id` keeps the clip of one chart apart from that of another on the page.
export function markup(drawn, id) {
    const { chart, plot, today } = drawn, space = labelSpace(), out = [], put = (part) => out.push(part);
    const todayLabel = placeOfToday(drawn, space);
    put(`<clipPath id="${id}">${rectangle("", plot.left, 0, plot.right - plot.left, plot.bottom + 1)}</clipPath>`);
    if (today) put(rectangle("ahead", today.x, plot.top, plot.right - today.x, plot.bottom - plot.top));
    put(axis(drawn));
    put(`<g clip-path="url(#${id})">`);
    for (const fan of drawn.fans) put(fanMarkup(fan, plot));
    for (const line of [...drawn.lines].reverse()) put(path(`line line-${line.name}`, line.path));
    if (today) put(path("today", `M${pixel(today.x)},${pixel(plot.top - 6)}V${pixel(plot.bottom)}`));
    for (const mark of marksOf(drawn, space)) {
        put(circle("mark", mark.x, mark.y, 3));
        if (mark.isNamed && !chart.hidesAmounts) put(words("mark", mark.x, mark.textY, mark.text, mark.anchor));
    }
    for (const label of levelsOf(drawn, space)) put(words("level", label.x, label.y, label.text));
    put("</g>");
    for (const fan of drawn.fans) put(issue(fan, plot, space));
    if (today) put(circle("now", today.x, today.y, 4));
    if (todayLabel) put(words("today", todayLabel.x, todayLabel.y, chart.todayText));
    put(gutter(drawn));
    return out.join("");
}

/// The words above the today line, kept within the picture.
function placeOfToday({ chart, plot, today }, space) {
    if (!today || !chart.todayText) return null;
    const half = boldWidth(chart.todayText) / 2 + 2;
    const x = Math.min(Math.max(today.x, plot.left + half), Math.max(plot.left + half, plot.right - half)), y = plot.top - 13;
    space.take(chart.todayText, x, y, "middle");
    return { x, y };
}

/// Whether the gutter beside a row is free.
const isFree = (row, { tag, ends }) =>
    !(tag && Math.abs(row.y - tag.y) <= 13) && !ends.some((end) => Math.abs(row.y + 4 - (end.y + 4)) <= 13);

function axis(drawn) {
    const { chart, plot, range, y } = drawn, span = (at) => `M${pixel(plot.left)},${pixel(at)}H${pixel(plot.right)}`;
    let out = '<g class="axis">';
    for (const row of drawn.rows) {
        out += `<path d="${span(row.y)}"/>`;
        if (!chart.hidesAmounts && isFree(row, drawn)) out += words("", plot.right + 8, row.y + 4, row.text);
    }
    if (chart.isComparison && range.low < 100 && range.high > 100) out += path("base", span(y(100)));
    for (const { x, text, isStrong } of drawn.columns) out += words(isStrong ? "day strong" : "day", x, plot.bottom + 19, text);
    return `${out}</g>`;
}

function fanMarkup(fan, plot) {
    const bands = fan.bands.map((band) => path(`band band-${band.level}`, band.path)).join("");
    const issued = fan.isPast ? path("issued", `M${pixel(fan.x)},${pixel(plot.top)}V${pixel(plot.bottom)}`) : "";
    return `<g class="${fan.isPast ? "fan past" : "fan"}">${bands}${path("middle", fan.middle)}${issued}</g>`;
}

/// The day of a past forecast above its line, unless another label is in the way.
function issue(fan, plot, space) {
    const half = textWidth(fan.text) / 2, y = plot.top - 13;
    if (!fan.isPast || fan.x - half < plot.left || fan.x + half > plot.right) return "";
    return space.take(fan.text, fan.x, y, "middle") ? words("today issue", fan.x, y, fan.text) : "";
}

function gutter({ chart, box, plot, tag, ends }) {
    const named = ends.map((end) => words(`end end-${end.name}`, plot.right + 8, end.y + 4, end.text)).join("");
    if (!tag || chart.hidesAmounts) return named;
    const width = Math.min(box.width - plot.right - 2, boldWidth(tag.text) + 12);
    return `${named}<g class="tag">${rectangle("", plot.right + 2, tag.y - 10, width, 20, 5)}`
        + `${words("", plot.right + 8, tag.y + 4, tag.text)}</g>`;
}
