// The number of unread notices, which the server sends when it changes. Pages that are not seen close their connection: browsers
// allow only six.

import { say } from "./words.js";

const bell = document.querySelector(".to-notices[data-events]");
let events = null, unread = Number(bell?.dataset.unread);
const firstPause = 5000, longestPause = 300000;
let pause = firstPause, retry = null;

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
    clearTimeout(retry);
    events?.close();
    events = retry = null;
}

function open() {
    if (!bell || events || document.hidden) return;
    clearTimeout(retry);
    events = new EventSource(bell.dataset.events);
    events.addEventListener("count", (event) => { pause = firstPause; show(JSON.parse(event.data).unread); });
    // Browsers open a stream again that was cut, but not after a status such as 429 or 503.
    events.addEventListener("error", () => {
        if (events?.readyState !== EventSource.CLOSED) return;
        close();
        retry = setTimeout(open, pause);
        pause = Math.min(pause * 2, longestPause);
    });
}

if (bell) {
    document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => { if (event.persisted) open(); });
    // After what the page itself loads.
    setTimeout(open, 1000);
}
