// The number of unread notices, which the server sends when it changes. Pages that are not seen close their connection: browsers
// allow only six.

import { say } from "./words.js";

const bell = document.querySelector(".to-notices[data-events]");
let events = null, unread = Number(bell?.dataset.unread);

function setBadge(place, count, most, accent) {
    let badge = place.querySelector(":scope > .badge");
    if (count <= 0) { badge?.remove(); return; }
    if (!badge) {
        badge = document.createElement("span");
        badge.className = accent ? "badge accent" : "badge";
        if (accent) badge.setAttribute("aria-hidden", "true");
        else place.append(" ");
        place.append(badge);
    }
    badge.textContent = count > most ? `${most}+` : String(count);
}

function show(count) {
    if (count === unread) return;
    bell.setAttribute("aria-label", count === 0 ? say("notices") : say("notices-unread", { n: count }));
    setBadge(bell, count, 99, true);
    for (const link of document.querySelectorAll(`.nav .others a[href="${bell.getAttribute("href")}"]`)) {
        setBadge(link, count, Infinity, false);
        // The main place of the group counts for all.
        const main = link.closest("ul.others").parentElement.querySelector(":scope > .item > span");
        if (main) setBadge(main, Number(main.querySelector(":scope > .badge")?.textContent ?? 0) + count - unread, Infinity, false);
    }
    unread = count;
}

function close() {
    events?.close();
    events = null;
}

function open() {
    if (!bell || events || document.hidden) return;
    events = new EventSource(bell.dataset.events);
    events.addEventListener("count", (event) => show(JSON.parse(event.data).unread));
    // Too many are open, or the session has ended: the next page tries again.
    events.addEventListener("error", () => { if (events?.readyState === EventSource.CLOSED) close(); });
}

if (bell) {
    document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => { if (event.persisted) open(); });
    // After what the page itself loads.
    setTimeout(open, 1000);
}
