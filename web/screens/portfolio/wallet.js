// A wallet's page: hides amounts, controls the chart, answers questions about its fan, and expands its figures.

import { hideAmounts, isHidden } from "./amounts.js";
import { TimeChart } from "./chart.js";
import { send } from "./forms.js";
import { Question } from "./wallet-question.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const find = (selector) => document.querySelector(selector);
let drawn = null, question = null;

// ------------------------------------------------------------ hide amounts

const hideButton = find("#hide");

function tellHidden() {
    hideButton.setAttribute("aria-pressed", String(isHidden()));
    hideButton.value = isHidden() ? "no" : "yes";
    const use = hideButton.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, isHidden() ? "#eye-off" : "#eye"));
    if (drawn) {
        drawn.chart.hidesAmounts = isHidden();
        drawn.draw();
    }
    question?.veil();
}

hideButton?.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const hides = !isHidden();
    hideAmounts(hides);
    tellHidden();
    toast(say(hides ? "wallet.hidden" : "wallet.shown"));
    if (!(await send(hideButton.form, { hidden: hides ? "yes" : "no" }))) toast(say("wallet.hide-failed"));
});

// ------------------------------------------------------------------- chart

const figure = find("#chart"), spans = find("#spans");
const chosen = (name) => spans.querySelector(`[name=${name}]:checked`);
/// The number of days of a choice; all days if it names none.
const chosenDays = (name) => Number(chosen(name)?.dataset.days) || Infinity;

/// The chart from the server's data: the bands are three pairs of its quantiles.
function charted(told) {
    const { fan } = told;
    if (!fan) return told;
    const row = (level) => fan.quantiles[fan.levels.findIndex((one) => Math.abs(one - level) < 1e-9)];
    const bands = [95, 80, 50].map((level) => ({ level, low: row((1 - level / 100) / 2), high: row((1 + level / 100) / 2) }));
    return { ...told, fan: { ...fan, bands } };
}

function viewOf(chart) {
    const { first, values } = chart.lines[0], last = Math.max(first + values.length - 1, chart.fan?.first ?? -Infinity);
    const ahead = chart.fan ? chart.fan.first + Math.min(chosenDays("ahead"), chart.fan.middle.length) : last;
    return { from: Math.max(first, last - chosenDays("past")), to: Math.max(ahead, first + 1) };
}

async function takeOver() {
    const answer = await fetch(figure.dataset.values, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const chart = charted(await answer.json());
    if (!chart.lines?.length) return;
    chart.hidesAmounts = isHidden();
    drawn = new TimeChart(figure, chart, viewOf(chart));
    if (chart.fan && find("#above")) question = new Question(drawn, { days: () => Math.min(chosenDays("ahead"), chart.fan.middle.length), ask: odds });
    for (const radio of spans.querySelectorAll("input[type=radio]")) {
        radio.addEventListener("change", () => {
            drawn.show(viewOf(chart), { isHome: true });
            question?.tell();
            const query = new URLSearchParams(new FormData(spans));
            history.replaceState(null, "", `?${query}`);
        });
    }
}

/// The server's answer, from all sample paths.
async function odds(value) {
    const query = new URLSearchParams({ above: String(value), ahead: chosen("ahead")?.value ?? "3M" });
    try {
        const answer = await fetch(figure.dataset.values.replace("chart.json", `odds.json?${query}`));
        return answer.ok ? (await answer.json()).above : null;
    } catch {
        return null;
    }
}

if (figure) await takeOver();

// -------------------------------------------------------- figures that open

for (const button of document.querySelectorAll("button.unfold")) {
    const row = document.getElementById(button.getAttribute("aria-controls"));
    button.addEventListener("click", () => {
        const isOpen = button.getAttribute("aria-expanded") !== "true";
        button.setAttribute("aria-expanded", String(isOpen));
        row.classList.toggle("open", isOpen);
        row.querySelector("details").open = isOpen;
    });
}

// The ring and its list highlight each other's parts.
function light(part) {
    for (const slice of document.querySelectorAll(".ring path")) {
        slice.setAttribute("opacity", part === null || slice.dataset.part === part ? 1 : 0.35);
    }
}
for (const item of document.querySelectorAll(".legend li, .ring path")) {
    item.addEventListener("pointerenter", () => light(item.dataset.part));
    item.addEventListener("pointerleave", () => light(null));
}
