// Pages for people who are not signed in: secrets from links, passwords that can be shown, and the pad of the PIN.
import { takeLink, tellLengths } from "./credentials.js";

takeLink();
tellLengths();

const pin = document.getElementById("pin-input");
if (pin) {
    const form = pin.form, dots = form.querySelector(".dots"), shown = 6;
    for (const part of pin.closest(".field").children) part.classList.add("hidden");
    const show = () => {
        const count = Math.max(shown, pin.value.length);
        dots.replaceChildren(...Array.from({ length: count }, (_, i) => {
            const dot = document.createElement("i");
            dot.className = i < pin.value.length ? "on" : "";
            return dot;
        }));
    };
    const change = (value) => {
        pin.value = value.replace(/\D/g, "").slice(0, pin.maxLength);
        show();
    };
    pin.addEventListener("input", () => change(pin.value));
    for (const key of form.querySelectorAll("[data-digit]")) key.addEventListener("click", () => change(pin.value + key.dataset.digit));
    document.getElementById("pin-back").addEventListener("click", () => change(pin.value.slice(0, -1)));
    // Digits count wherever the focus is.
    document.addEventListener("keydown", (event) => {
        if (event.target === pin || event.ctrlKey || event.metaKey || event.altKey) return;
        if (/^\d$/.test(event.key)) change(pin.value + event.key);
        if (event.key === "Backspace") change(pin.value.slice(0, -1));
        if (event.key === "Enter" && event.target === document.body) form.requestSubmit();
    });
    if (pin.hasAttribute("aria-invalid")) dots.classList.add("wrong");
    show();
}
