// The table of markets: sorted by any column, searched while typing. The rows come from the server.

import { say } from "./words.js";

const table = document.querySelector(".markets"), search = document.querySelector("#search");
const count = document.querySelector("#count"), none = document.querySelector("#none"), phoneSort = document.querySelector("#phone-sort");
const body = table?.tBodies[0], rows = body ? [...body.rows] : [];
const key = (row, name) => row.getAttribute(`data-${name === "ticker" ? "name" : name}`);

/// Sorts the rows. Unknown values stay at the end in either direction.
function sortBy(name, descends) {
    const isText = name === "ticker";
    rows.sort((a, b) => {
        const x = key(a, name), y = key(b, name);
        if (x === "" || y === "") return (x === "") - (y === "");
        const order = isText ? x.localeCompare(y) : Number(x) - Number(y);
        return descends ? -order : order;
    });
    body.append(...rows);
    for (const head of table.tHead.rows[0].cells) {
        if (head.dataset.sort === name) head.setAttribute("aria-sort", descends ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
    }
    const link = new URL(location);
    link.searchParams.set("sort", name);
    link.searchParams.set("dir", descends ? "down" : "up");
    history.replaceState(null, "", link);
}

function turn(head) {
    const now = head.getAttribute("aria-sort");
    sortBy(head.dataset.sort, now ? now === "ascending" : head.dataset.sort !== "ticker");
}

for (const head of table?.querySelectorAll("th[data-sort]") ?? []) {
    const link = head.querySelector("a");
    link.addEventListener("click", (event) => { event.preventDefault(); turn(head); });
}

function filter() {
    const text = search.value.trim().toLowerCase();
    let seen = 0;
    for (const row of rows) {
        row.hidden = !row.dataset.name.toLowerCase().includes(text);
        seen += !row.hidden;
    }
    table.hidden = seen === 0;
    none.hidden = seen > 0;
    if (seen === 0) none.querySelector("p").textContent = say("rows.none", { text: search.value.trim() });
    count.textContent = say("rows.count", { n: seen, all: rows.length });
}

if (table) {
    search.addEventListener("input", filter);
    search.form.addEventListener("submit", (event) => event.preventDefault());
    search.addEventListener("keydown", (event) => { if (event.key === "Escape") { search.value = ""; filter(); } });
    // A phone shows only the chosen change.
    phoneSort?.addEventListener("change", () => {
        for (const row of rows) {
            const from = row.querySelector(`[data-change="${phoneSort.value}"] .move`), to = row.querySelector(".price .move");
            to.className = from.className;
            to.textContent = from.textContent;
        }
        sortBy(phoneSort.value, true);
    });
}
