// The page about the API: search while typing, and requests sent from the page.

import { bytes } from "./format.js";
import { say } from "./words.js";

const mostCharacters = 20_000;

// ------------------------------------------------------------------- search

const search = document.querySelector("#search"), count = document.querySelector("#count"), none = document.querySelector("#none");
const routes = [...document.querySelectorAll(".route")].map((route) => (
    { route, text: route.querySelector("summary").textContent.toLowerCase() }
));
const sections = [...new Set(routes.map(({ route }) => route.closest("section")))];

function filter() {
    const words = search.value.trim().toLowerCase().split(/\s+/);
    let seen = 0;
    for (const { route, text } of routes) {
        route.hidden = !words.every((word) => text.includes(word));
        seen += !route.hidden;
    }
    for (const section of sections) section.hidden = !section.querySelector(".route:not([hidden])");
    count.textContent = say("docs.count", { n: seen, all: routes.length });
    none.hidden = seen > 0;
    none.textContent = seen ? "" : say("docs.none", { text: search.value.trim() });
}

search.addEventListener("input", filter);
search.addEventListener("keydown", (event) => { if (event.key === "Escape") { search.value = ""; filter(); } });

/// An address with the id of an operation opens it.
function open() {
    const route = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (route?.classList.contains("route")) { route.open = true; route.scrollIntoView(); }
}
open();
addEventListener("hashchange", open);
for (const { route } of routes) {
    route.addEventListener("toggle", () => { if (route.open) history.replaceState(null, "", `#${route.id}`); });
}

// --------------------------------------------------------------------- send

/// The address that a form requests: path parameters in their places, the others in the query unless they are empty.
function addressOf(form) {
    const query = new URLSearchParams();
    let path = form.dataset.template;
    for (const field of form.querySelectorAll("input")) {
        const value = field.value.trim();
        if (field.dataset.place === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
        else if (value) query.append(field.name, value);
    }
    return query.size ? `${path}?${query}` : path;
}

function pretty(text, type) {
    if (!/json/.test(type)) return text;
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

async function send(form) {
    const place = form.querySelector(".answer"), badge = place.querySelector(".badge"), button = form.querySelector("button");
    const show = (status, kind, told, text) => {
        place.hidden = false;
        Object.assign(badge, { textContent: status, className: `badge ${kind}` });
        place.querySelector(".took").textContent = told;
        place.querySelector("code").textContent = text;
    };
    button.setAttribute("aria-busy", "true");
    const began = performance.now(), address = addressOf(form);
    try {
        const answer = await fetch(address, { headers: { Accept: "application/json, */*;q=0.5" } });
        const text = await answer.text(), took = Math.round(performance.now() - began);
        const shown = pretty(text.slice(0, 400_000), answer.headers.get("Content-Type") ?? "");
        const cut = shown.length > mostCharacters ? `${shown.slice(0, mostCharacters)}\n\u2026` : shown;
        show(String(answer.status), answer.ok ? "up" : "danger", `GET ${address} \u00b7 ${took} ms \u00b7 ${bytes(text.length)}`, cut);
    } catch {
        show("\u2013", "danger", `GET ${address}`, say("docs.failed"));
    }
    button.removeAttribute("aria-busy");
}

for (const form of document.querySelectorAll(".try")) {
    form.addEventListener("submit", (event) => { event.preventDefault(); send(form); });
}
