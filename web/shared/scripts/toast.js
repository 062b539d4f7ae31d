// A short message that disappears by itself, with at most one action. Important messages are notices in the page instead.

const place = document.querySelector("#toasts");

export function toast(text, action) {
    const shown = Object.assign(document.createElement("div"), { className: "toast" });
    shown.append(text);
    if (action) {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.text });
        button.addEventListener("click", () => { shown.remove(); action.run(); });
        shown.append(button);
    }
    place?.replaceChildren(shown);
    let timer;
    const stay = () => clearTimeout(timer), leave = () => { stay(); timer = setTimeout(() => shown.remove(), action ? 8000 : 4000); };
    for (const type of ["pointerenter", "focusin"]) shown.addEventListener(type, stay);
    for (const type of ["pointerleave", "focusout"]) shown.addEventListener(type, leave);
    leave();
}
