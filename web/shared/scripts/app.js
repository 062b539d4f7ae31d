// Common parts of every page: forms that are sent once, coin fields, the search, favourites, unread notices, dialogs, menus, text to copy, the service worker.

import "./coin-field.js";
import "./connection.js";
import { pressOnce, send } from "./forms.js";
import "./notices.js";
import "./search.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

pressOnce();

// A confirmation is shown once, not again after a reload or from a bookmark.
const address = new URL(location.href);
if (address.searchParams.has("done")) {
    address.searchParams.delete("done");
    history.replaceState(history.state, "", address);
}

// On a phone, tabs and menus of pages scroll sideways: the current one is in sight, and not under the fade (40 px) at the edge.
for (const current of document.querySelectorAll(":is(.tabs, .local) > [aria-current]")) {
    const bar = current.parentElement, hidden = current.getBoundingClientRect().right - bar.getBoundingClientRect().right;
    if (hidden > -40) bar.scrollLeft += hidden + 48;
}

// ------------------------------------------------------------- favourites

function press(star, on) {
    star.setAttribute("aria-pressed", String(on));
    star.name = on ? "remove" : "add";
}

async function mark(star, on) {
    press(star, on);
    if (await send(star.form, { [on ? "add" : "remove"]: star.value })) return true;
    press(star, !on);
    toast(say("star.failed"));
    return false;
}

document.addEventListener("click", async (event) => {
    const star = event.target.closest?.(".star[form], form .star");
    if (!star) return;
    event.preventDefault();
    const on = star.getAttribute("aria-pressed") !== "true", coin = star.dataset.coin;
    if (await mark(star, on)) toast(say(on ? "star.added" : "star.removed", { coin }), { text: say("undo"), run: () => mark(star, !on) });
});

// ---------------------------------------------------------------- dialogs

// A link to a dialog opens it over the page; without scripts it leads to the same form, shown by :target.
for (const link of document.querySelectorAll("a[data-dialog]")) {
    const dialog = document.querySelector(link.hash);
    link.addEventListener("click", (event) => { event.preventDefault(); dialog.showModal(); });
    dialog?.addEventListener("close", () => link.focus());
}
for (const dialog of document.querySelectorAll("dialog")) {
    if (location.hash === `#${dialog.id}` || dialog.hasAttribute("data-open")) dialog.showModal();
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    for (const button of dialog.querySelectorAll("[data-close]")) {
        button.addEventListener("click", (event) => { event.preventDefault(); dialog.close(); });
    }
}

// ------------------------------------------------------------------ menus

document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector(".menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});

// ------------------------------------------------------------------- copy

for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(button.dataset.copy);
            toast(say("copied"));
        } catch {
            toast(say("copy-failed"));
        }
    });
}
