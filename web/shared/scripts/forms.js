// Forms that are sent in the background, and buttons that are pressed once.

/// Sends a form without leaving the page. Returns whether the server accepted it.
export async function send(form, extra = {}) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(extra)) body.append(name, value);
    try {
        const answer = await fetch(form.action, { method: "POST", body, redirect: "manual", headers: { Accept: "text/html" } });
        return answer.ok || answer.type === "opaqueredirect";
    } catch {
        return false;
    }
}

/// Gives the forms new keys: after Back, a submission is a new entry rather than a repetition.
function renewKeys() {
    for (const field of document.querySelectorAll("form input[name=key]")) {
        field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
}

/// A submitted form keeps its buttons busy, so that a double click sends it once. Pages from the browser's memory start anew.
export function pressOnce() {
    document.addEventListener("submit", (event) => {
        const form = event.target;
        if (event.defaultPrevented || form.method !== "post") return;
        if (form.dataset.sent) { event.preventDefault(); return; }
        form.dataset.sent = "yes";
        event.submitter?.setAttribute("aria-busy", "true");
    });
    if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") renewKeys();
    addEventListener("pageshow", (event) => {
        if (!event.persisted) return;
        renewKeys();
        for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
        for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
    });
}
