// The service worker, and the banner that shows the age of the figures when offline.

import { date } from "./format.js";
import { say } from "./words.js";
import { workerAddress } from "./trusted.js";

const root = document.documentElement, banner = document.querySelector("#offline");
const loadedAt = new Date(Number(root.dataset.kept) || Date.now()), isCopy = Boolean(root.dataset.kept);
let isTouched = false;

/// A moment as time and day in the reader's time zone.
function words(at) {
    const two = (n) => String(n).padStart(2, "0"), day = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;
    return { time: `${two(at.getHours())}:${two(at.getMinutes())}`, date: date(day, "day") };
}

function show() {
    if (!banner) return;
    const isOffline = !navigator.onLine;
    banner.hidden = !isOffline && !isCopy;
    if (banner.hidden) return;
    banner.querySelector("p").textContent = say(isOffline ? "offline.figures" : "offline.unreachable", words(loadedAt));
}

/// Reloads a copy as soon as possible, unless the reader is typing in it.
function comeBack() {
    show();
    if (isCopy && !isTouched) location.reload();
}

show();
addEventListener("offline", show);
addEventListener("online", comeBack);
addEventListener("input", () => { isTouched = true; }, { once: true });

// No typed text is lost: a form that cannot be sent stays as it is.
document.addEventListener("submit", (event) => {
    if (navigator.onLine || event.target.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (banner) { banner.hidden = false; banner.querySelector("p").textContent = say("offline.not-sent"); }
}, { capture: true });

async function register() {
    try {
        await navigator.serviceWorker.register(workerAddress());
        const ready = await navigator.serviceWorker.ready;
        ready.active?.postMessage({ look: `${root.lang} ${root.dataset.theme}` });
    } catch {
        // Private windows and some settings forbid workers: the pages then need the network, as always.
    }
}

// After the page, whose own files load first. The page may be complete before this module runs.
if ("serviceWorker" in navigator) {
    if (document.readyState === "complete") register();
    else addEventListener("load", register, { once: true });
}
