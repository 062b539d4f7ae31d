// Fields that ask for a coin suggest coins as one types, with icon, name, price and what the reader has.

import { complain } from "./fields.js";
import { found, Suggestions, whenTyped } from "./suggestions.js";

/// The part of the text that names the coin being typed: of several coins, the one after the last separator.
function typed(input) {
    return "several" in input.dataset ? input.value.match(/[^\s,;]*$/)[0] : input.value.trim();
}

function address(input) {
    const url = new URL(input.dataset.coins, location.href);
    url.searchParams.set("q", typed(input));
    return url;
}

function suggest(input) {
    const suggestions = new Suggestions(input, { address: () => address(input), choose });
    function choose(link) {
        const { value } = link.dataset;
        input.value = "several" in input.dataset ? `${input.value.slice(0, input.value.length - typed(input).length)}${value}, ` : value;
        suggestions.close();
        suggestions.status.textContent = "";
        complain(input);
        if ("sends" in input.dataset) input.form.requestSubmit();
    }
    suggestions.list.className = "suggestions";
    suggestions.status.className = "hidden";
    input.after(suggestions.list, suggestions.status);
    input.addEventListener("click", () => suggestions.isOpen || suggestions.open());
    input.addEventListener("blur", () => suggestions.close());
    input.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !suggestions.isOpen) return;
        // A dialog around the field stays open.
        event.preventDefault();
        event.stopPropagation();
        suggestions.close();
    });
}

/// Keeps a list of the page, with links, to the coins that match what is typed.
function filter(input, list) {
    let request;
    whenTyped(input, async () => {
        request?.abort();
        request = new AbortController();
        try {
            const results = await found(address(input), request.signal);
            list.replaceChildren(...results.querySelectorAll("section li"));
        } catch (error) {
            // The list stays as it is: the field and the links work without it.
            if (error.name !== "AbortError") console.warn(error);
        }
    });
}

for (const input of document.querySelectorAll("input[data-coins]")) {
    const list = input.dataset.list && document.getElementById(input.dataset.list);
    // The browser's own suggestions are for pages without scripts.
    input.removeAttribute("list");
    if (list) filter(input, list); else suggest(input);
}
