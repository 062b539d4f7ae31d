// A page with closes and their forecast: the interactive chart, the chips that choose its days, past forecasts under the line.

import { TimeChart } from "./chart.js";
import { fanOf, lastOf } from "./chart-geometry.js";
import { savePNG } from "./export.js";
import { dayNumber } from "./format.js";
import { parsedPage } from "./trusted.js";

const figure = document.querySelector("#chart");
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
/// The parts that the server renders again for other days.
const parts = ["facts", "odds", "extremes", "chart-table"];
const leastDays = 7;

async function read(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
}

// ------------------------------------------------------------------ choices

const chips = (kind) => all(`.chips [data-${kind}]`);
const chosen = (kind) => { const found = chips(kind); return found.find((chip) => chip.hasAttribute("aria-current")) ?? found.at(-1); };

function press(chip, kind) {
    for (const other of chips(kind)) other.removeAttribute("aria-current");
    chip.setAttribute("aria-current", "true");
}

/// The days that the chips select, as the server draws them.
function viewOf(line) {
    const last = lastOf(line).day, oldest = Math.min(line.first, last - leastDays);
    const past = Number(chosen("past").dataset.days) || Infinity, ahead = Number(chosen("ahead")?.dataset.days ?? 0);
    return { from: Math.max(last - past, oldest), to: last + ahead };
}

function address() {
    const query = new URLSearchParams(), ahead = chosen("ahead");
    query.set("past", chosen("past").dataset.past);
    if (ahead) query.set("ahead", ahead.dataset.ahead);
    if (chosen("scale").dataset.scale === "log") query.set("scale", "log");
    return `${location.pathname}?${query}`;
}

let waiting = null;

/// Requests the sentences and tables for the chosen days from the server.
async function renew() {
    const url = address();
    history.replaceState(null, "", url);
    waiting?.abort();
    waiting = new AbortController();
    try {
        const answer = await fetch(url, { signal: waiting.signal, headers: { Accept: "text/html" } });
        if (!answer.ok) return;
        const page = parsedPage(await answer.text());
        for (const id of parts) {
            const fresh = page.getElementById(id);
            if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
        }
        // Links opened in another tab combine all choices too.
        for (const selector of [".chips a", "[data-entry]"]) {
            const fresh = all(selector, page);
            all(selector).forEach((link, n) => { if (fresh[n]) link.href = fresh[n].getAttribute("href"); });
        }
    } catch (error) {
        // Without a connection, the sentences stay; they name their days.
        if (error.name !== "AbortError" && !(error instanceof TypeError)) throw error;
    }
}

// -------------------------------------------------------------------- diary

function pressEntry(pressed) {
    for (const link of all("[data-entry]")) {
        const isOn = link === pressed;
        link.toggleAttribute("aria-current", isOn);
        if (isOn) link.setAttribute("aria-current", "true");
        link.textContent = isOn ? link.dataset.hide : link.dataset.show;
    }
}

async function show(link, chart, line) {
    const isOn = !link.hasAttribute("aria-current");
    const fan = isOn ? fanOf(await read(`${location.pathname}/diary/${link.dataset.entry}`)) : null;
    pressEntry(isOn ? link : null);
    chart.chart.pastFans = fan ? [fan] : [];
    const last = lastOf(line).day, { to } = viewOf(line);
    chart.show(fan
        ? { from: Math.min(fan.first - 60, last - leastDays), to: Math.max(last + leastDays, Math.min(to, fan.first + fan.middle.length + 14)) }
        : viewOf(line), { isHome: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isOn) figure.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

// -------------------------------------------------------------------- start

function listen(chart, line) {
    document.addEventListener("click", (event) => {
        const chip = event.target.closest(".chips a");
        if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const kind = ["past", "ahead", "scale"].find((name) => name in chip.dataset);
        press(chip, kind);
        chart.isLogarithmic = chosen("scale").dataset.scale === "log";
        if (kind !== "scale") {
            chart.chart.pastFans = [];
            pressEntry(null);
        }
        if (kind === "scale") chart.draw(); else chart.show(viewOf(line), { isHome: true });
        renew();
    });
    for (const link of all("[data-entry]")) {
        link.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            // Without a connection, following the link shows the error.
            show(link, chart, line).catch(() => { location.href = link.href; });
        });
    }
    const { name, unit } = figure.dataset, copy = document.querySelector("#copy-link");
    document.querySelector("#save-png").addEventListener("click", () => savePNG(`${name}.png`, chart.svg, [name, unit].filter(Boolean).join(", ")));
    copy.addEventListener("pointerdown", () => { copy.dataset.copy = location.href; });
    copy.dataset.copy = location.href;
}

async function start() {
    const { chart: source, unit, today, scale } = figure.dataset, shown = document.querySelector("[data-entry][aria-current]");
    const data = await read(source);
    const line = { name: "close", first: dayNumber(data.first), values: data.closes };
    const picture = { lines: [line], fan: data.fan ? fanOf(data.fan) : null, pastFans: [], todayText: today, unit };
    const chart = new TimeChart(figure, picture, viewOf(line), { isLogarithmic: scale === "log" });
    listen(chart, line);
    if (shown) {
        shown.removeAttribute("aria-current");
        await show(shown, chart, line);
    }
}

// If the figures cannot be loaded, the picture from the server stays.
if (figure) start().catch((error) => console.warn(error));
