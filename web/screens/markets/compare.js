// Compared coins: a crosshair over all lines, and other periods without loading the page again.

import { TimeChart } from "./chart.js";
import { savePNG } from "./export.js";
import { dayNumber } from "./format.js";
import { say } from "./words.js";
import { toast } from "./toast.js";

const figure = document.querySelector("#chart"), periods = [...document.querySelectorAll("#periods a")];

async function load(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
}

const linesOf = (data) => data.lines.map((line, n) => (
    { name: `compare-${n + 1}`, title: line.title, first: dayNumber(data.first), values: line.values }
));

function viewOf(lines) {
    return { from: lines[0].first, to: Math.max(...lines.map((line) => line.first + line.values.length - 1)) };
}

/// Inserts the texts for other figures into the page.
function tell(data) {
    document.querySelector("#since").textContent = data.since;
    for (const [n, move] of document.querySelectorAll("[data-move]").entries()) {
        move.className = `move ${data.lines[n].way}`;
        move.textContent = data.lines[n].change;
    }
    document.querySelector("#rows").replaceChildren(...data.rows.map((texts) => {
        const row = document.createElement("tr");
        row.append(...texts.map((text, n) => {
            const cell = Object.assign(document.createElement(n ? "td" : "th"), { textContent: text });
            if (!n) cell.scope = "row";
            return cell;
        }));
        return row;
    }));
}

async function start() {
    const lines = linesOf(await load(figure.dataset.chart));
    const plot = figure.querySelector(".plot"), title = plot.getAttribute("aria-label");
    const chart = new TimeChart(figure, { lines, isComparison: true }, viewOf(lines));
    plot.setAttribute("aria-label", title);

    async function show(link) {
        let data;
        try { data = await load(link.dataset.chart); } catch { location.assign(link.href); return; }
        chart.chart.lines = linesOf(data);
        tell(data);
        chart.show(viewOf(chart.chart.lines), { isHome: true });
        for (const other of periods) other.toggleAttribute("aria-current", other === link);
        link.setAttribute("aria-current", "true");
        document.querySelector("#save-csv").href = link.dataset.chart.replace("chart.json", "chart.csv");
        history.replaceState(null, "", link.href);
    }

    for (const link of periods) {
        link.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            show(link);
        });
    }
    document.querySelector("#save-png").addEventListener("click", () => savePNG("compare.png", chart.svg, title));
    document.querySelector("#copy-link").addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(location.href);
            toast(say("copied"));
        } catch {
            toast(say("copy-failed"));
        }
    });
}

// Without figures the picture that came with the page stays, and the periods are links.
if (figure) start().catch(() => {});
