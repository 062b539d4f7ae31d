// Pages of an account: secrets that are shown once can be copied and printed.
import { takeLink, tellLengths } from "./credentials.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

takeLink();
tellLengths();

for (const button of document.querySelectorAll("[data-copy-from]")) {
    const source = document.getElementById(button.dataset.copyFrom);
    button.addEventListener("click", async () => {
        const parts = source.querySelectorAll("li");
        const text = parts.length > 0 ? [...parts].map((part) => part.textContent).join("\n") : source.textContent;
        try {
            await navigator.clipboard.writeText(text);
            toast(say("copied"));
        } catch {
            toast(say("copy-failed"));
        }
    });
}
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());

// The answer is a file, so the page stays: its button must not stay busy.
for (const form of document.querySelectorAll("[data-download]")) {
    form.addEventListener("submit", (event) => {
        const button = event.submitter;
        setTimeout(() => {
            delete form.dataset.sent;
            button?.removeAttribute("aria-busy");
        }, 2000);
    });
}
