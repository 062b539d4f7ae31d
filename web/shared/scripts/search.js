// The search: `/` and Ctrl-K open its dialog on every page. On its own page they go to the field. Pages of people who are not signed in
// have no dialog.

import { Suggestions } from "./suggestions.js";
import { root } from "./trusted.js";

const dialog = document.querySelector("#finder"), page = document.querySelector("#search-page [name=q]");

function start() {
    const input = dialog.querySelector("input"), address = () => `${root}/search?q=${encodeURIComponent(input.value.trim())}`;
    const suggestions = new Suggestions(input, { address, choose: (link) => location.assign(link.href), startsAtFirst: true });
    suggestions.list.className = "finder-list";
    dialog.append(suggestions.status, suggestions.list);
    let before = null;
    dialog.addEventListener("close", () => {
        suggestions.close();
        before?.focus();
    });
    return () => {
        if (dialog.open) return;
        before = document.activeElement;
        dialog.showModal();
        input.focus();
        input.select();
        suggestions.open();
    };
}

const open = page ? () => { page.focus(); page.select(); } : dialog && start();

if (open) {
    document.addEventListener("keydown", (event) => {
        const hasControl = event.ctrlKey || event.metaKey, isSlash = event.key === "/" && !hasControl && !event.altKey;
        // On a Cyrillic keyboard, the key K gives another letter.
        const isK = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === "k" : event.code === "KeyK";
        const isControlK = isK && hasControl && !event.shiftKey && !event.altKey;
        if (!isControlK && !(isSlash && !event.target.closest("input, textarea, select, [contenteditable], dialog"))) return;
        // Another dialog stays alone.
        if (document.querySelector("dialog[open]")) return;
        event.preventDefault();
        open();
    });
    for (const link of document.querySelectorAll("[data-finder]")) {
        link.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            open();
        });
    }
}
