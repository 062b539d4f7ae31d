// Fields for secrets: those from links, and passwords.
import { say } from "./words.js";

/// Takes the secret of an emailed link from the fragment of the address, and removes it from the address and the history. If the
/// link is opened while its page is shown, only the fragment changes. The styles of these pages show which fields are still needed.
export function takeLink() {
    take();
    addEventListener("hashchange", take);
}

function take() {
    const fields = document.querySelectorAll("[data-link]");
    if (fields.length === 0) return;
    const secret = location.hash.slice(1);
    if (!secret) return;
    history.replaceState(null, "", location.pathname + location.search);
    document.documentElement.classList.add("has-link");
    for (const field of fields) {
        const input = field.querySelector("input");
        input.value = secret;
        input.removeAttribute("aria-invalid");
        field.closest("form").querySelector("input:not([type=hidden]):not([data-link] input)")?.focus();
    }
}

/// Shows how many characters a new password still needs, and whether the second one differs.
export function tellLengths() {
    for (const input of document.querySelectorAll("[data-least]")) {
        const form = input.form, isAgain = input.name.endsWith("_again");
        const error = document.getElementById(`${input.id}-error`), hint = document.getElementById(`${input.id}-hint`);
        const other = isAgain ? form.elements.namedItem(input.name.slice(0, -"_again".length)) : null;
        const told = hint?.textContent;
        input.addEventListener("input", () => {
            input.removeAttribute("aria-invalid");
            error.textContent = "";
            if (!hint) return;
            const left = Number(input.dataset.least) - [...input.value].length;
            hint.textContent = input.value === "" ? told : left > 0 ? say("password.short", { n: left }) : say("password.long");
        });
        if (!other) continue;
        input.addEventListener("change", () => {
            const differs = input.value !== "" && other.value !== "" && input.value !== other.value;
            error.textContent = differs ? say("password.differ") : "";
            if (differs) input.setAttribute("aria-invalid", "true");
        });
    }
}

for (const button of document.querySelectorAll("[data-reveal]")) {
    const input = document.getElementById(button.dataset.reveal), use = button.querySelector("use");
    const icons = use.getAttribute("href").split("#")[0];
    button.addEventListener("click", () => {
        const shows = input.type === "password";
        input.type = shows ? "text" : "password";
        button.setAttribute("aria-pressed", String(shows));
        button.setAttribute("aria-label", say(shows ? "reveal.hide" : "reveal.show"));
        use.setAttribute("href", `${icons}#${shows ? "eye-off" : "eye"}`);
    });
}
