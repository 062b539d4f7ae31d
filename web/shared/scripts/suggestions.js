// The results of the search page below a field, renewed as one types: of the search's dialog, and of fields that ask for a coin.

import { parsedPage } from "./trusted.js";
import { say } from "./words.js";

const pause = 150;
let count = 0;

/// Returns the results of a page, or throws if it has none, such as the page where people sign in.
export async function found(address, signal) {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
    const results = answer.ok ? parsedPage(await answer.text()).querySelector("#found") : null;
    if (!results) throw new Error(`${answer.status} without results`);
    return results;
}

/// Calls `act` once the typing has paused, unless the reader has left the field.
export function whenTyped(input, act) {
    let wait = 0;
    input.addEventListener("input", () => {
        clearTimeout(wait);
        wait = setTimeout(() => { if (document.activeElement === input) act(); }, pause);
    });
}

/// A list of choices below a field (the combobox of the ARIA Authoring Practices): the focus stays in the field, arrow keys move in the
/// list, Enter chooses.
export class Suggestions {
    #request = null;
    #active = -1;

    /// - address: returns the page with the results of what is typed
    /// - choose: what to do with the link that was chosen
    /// - startsAtFirst: whether Enter chooses the first result without an arrow key
    constructor(input, { address, choose, startsAtFirst = false }) {
        Object.assign(this, { input, address, choose, startsAtFirst });
        this.list = document.createElement("div");
        this.status = document.createElement("p");
        this.list.id = `suggestions-${++count}`;
        this.list.setAttribute("role", "listbox");
        this.list.setAttribute("aria-label", input.labels[0].textContent);
        this.list.hidden = true;
        this.status.setAttribute("role", "status");
        this.status.className = "small muted";
        for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": this.list.id, "aria-expanded": "false" })) {
            input.setAttribute(name, value);
        }
        input.addEventListener("keydown", (event) => this.#press(event));
        whenTyped(input, () => this.open());
        this.list.addEventListener("click", (event) => {
            const link = event.target.closest("a");
            if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            this.choose(link);
        });
        // The field keeps the focus.
        this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    }

    get isOpen() { return !this.list.hidden; }
    get #options() { return [...this.list.querySelectorAll("[role=option]")]; }

    /// Shows the results of what is typed. A later request ends an earlier one.
    async open() {
        this.#request?.abort();
        const { signal } = this.#request = new AbortController();
        try {
            const results = await found(this.address(), signal);
            if (!signal.aborted) this.#show(results);
        } catch (error) {
            if (signal.aborted) return;
            console.warn(error);
            this.close();
            this.status.textContent = say("search.failed");
        }
    }

    close() {
        this.#request?.abort();
        this.list.hidden = true;
        this.list.replaceChildren();
        this.input.setAttribute("aria-expanded", "false");
        this.#point(-1);
    }

    #show(results) {
        this.status.textContent = results.querySelector("[role=status]").textContent;
        const groups = [...results.querySelectorAll("section")];
        for (const group of groups) {
            group.setAttribute("role", "group");
            for (const part of group.querySelectorAll("h2, ul, li")) part.setAttribute("role", "presentation");
        }
        this.list.replaceChildren(...groups);
        for (const [index, link] of [...this.list.querySelectorAll("a")].entries()) {
            link.id = `${this.list.id}-${index}`;
            link.tabIndex = -1;
            link.setAttribute("role", "option");
            link.setAttribute("aria-selected", "false");
        }
        this.list.hidden = groups.length === 0;
        this.input.setAttribute("aria-expanded", String(this.isOpen));
        this.#point(this.startsAtFirst && this.input.value.trim() ? 0 : -1);
    }

    #point(index) {
        const options = this.#options;
        options[this.#active]?.setAttribute("aria-selected", "false");
        this.#active = options.length > 0 && index >= 0 ? index % options.length : -1;
        const option = options[this.#active];
        option?.setAttribute("aria-selected", "true");
        option?.scrollIntoView({ block: "nearest" });
        if (option) this.input.setAttribute("aria-activedescendant", option.id); else this.input.removeAttribute("aria-activedescendant");
    }

    #press(event) {
        if (event.isComposing) return;
        const last = this.#options.length - 1, option = this.#options[this.#active];
        if (event.key === "ArrowDown") this.isOpen ? this.#point(this.#active + 1) : this.open();
        else if (event.key === "ArrowUp" && this.isOpen) this.#point(this.#active > 0 ? this.#active - 1 : last);
        else if (event.key === "Enter" && option) this.choose(option);
        else return;
        event.preventDefault();
    }
}
