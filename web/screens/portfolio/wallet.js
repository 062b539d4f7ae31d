// A wallet's page: hides amounts, controls the chart, answers questions about its fan, and expands its figures.

import { hideAmounts, isHidden } from "./amounts.js";
import { TimeChart } from "./chart.js";
import { send } from "./forms.js";
import { Question } from "./wallet-question.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const find = (selector) => document.querySelector(selector);

// ------------------------------------------------------------------- chart

// The page can be used before its figures arrive.
const whenCharted = TimeChart.ofPage(), spans = find("#spans");
let chart = null, question = null;

/// Checks the choices of the chart's address: others were made if their picture did not come.
function checkSpans() {
    spans.reset();
    for (const radio of spans.querySelectorAll("[type=radio]")) {
        if (new URL(chart.address).searchParams.get(radio.name) === radio.value) radio.checked = true;
    }
}

/// The server's answer, from all sample paths.
async function odds(value) {
    const query = new URLSearchParams({ above: String(value), ahead: spans.querySelector("[name=ahead]:checked")?.value ?? "3M" });
    try {
        const answer = await fetch(chart.figure.dataset.chart.replace("chart.json", `odds.json?${query}`));
        return answer.ok ? (await answer.json()).above : null;
    } catch {
        return null;
    }
}

// ------------------------------------------------------------ hide amounts

const hideButton = find("#hide");

function tellHidden() {
    hideButton.setAttribute("aria-pressed", String(isHidden()));
    hideButton.value = isHidden() ? "no" : "yes";
    const use = hideButton.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, isHidden() ? "#eye-off" : "#eye"));
    chart?.tell();
    question?.veil();
}

hideButton?.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const hides = !isHidden();
    hideAmounts(hides);
    tellHidden();
    toast(say(hides ? "wallet.hidden" : "wallet.shown"));
    if (!(await send(hideButton.form, { hidden: hides ? "yes" : "no" }))) toast(say("wallet.hide-failed"));
    // The server leaves hidden amounts out of a picture.
    else (await whenCharted)?.redraw();
});

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

// ------------------------------------------------------ once figures arrived

chart = await whenCharted;
if (chart?.chart.fan && find("#above")) question = new Question(chart, odds);
// Amounts may have been hidden or shown meanwhile.
if (question && isHidden() !== (question.field.type === "password")) question.veil();
if (chart) {
    spans.addEventListener("change", async () => {
        await chart.show(`?${new URLSearchParams(new FormData(spans))}`);
        checkSpans();
        question?.tell();
    });
}
