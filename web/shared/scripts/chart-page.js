// A page whose chart is chosen by links: of a coin, of a file, of compared coins.

import { TimeChart } from "./chart.js";
import { savePNG } from "./export.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const choices = ["past", "ahead", "scale", "kind", "volume"], calm = matchMedia("(prefers-reduced-motion: reduce)");

/// The address of a link. It changes one choice; the others stay, also those whose picture is still to come.
function addressOf(link, wanted) {
    const url = new URL(link.href), made = new URL(wanted).searchParams;
    // Another way of drawing keeps the past forecast that is shown.
    const keepsDiary = ["scale", "kind", "volume"].some((name) => name in link.dataset);
    const others = [...choices.filter((name) => !(name in link.dataset)), ...keepsDiary ? ["diary"] : []];
    for (const name of others) {
        if (made.has(name)) url.searchParams.set(name, made.get(name)); else url.searchParams.delete(name);
    }
    return url;
}

async function follow(link, chart) {
    await chart.show(addressOf(link, chart.address));
    if (!link.dataset.entry || !link.hasAttribute("aria-current")) return;
    chart.figure.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
}

function listen(chart) {
    document.addEventListener("click", (event) => {
        const link = event.target.closest(".chips a, [data-entry]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        follow(link, chart);
    });
    document.querySelector("#save-png").addEventListener("click", () => {
        const { chart: data, figure } = chart;
        const name = data.isComparison ? data.lines.map((line) => line.title).join(", ") : figure.dataset.name;
        savePNG(`${figure.dataset.name}.png`, chart.svg, [name, data.unit].filter(Boolean).join(", "), figure.dataset.source);
    });
    document.querySelector("#copy-link").addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(location.href);
            toast(say("copied"));
        } catch {
            toast(say("copy-failed"));
        }
    });
}

const chart = await TimeChart.ofPage();
if (chart) listen(chart);
