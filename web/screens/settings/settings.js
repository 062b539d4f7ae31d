// Settings act at once: appearance and hidden amounts on this page, language, currency and coin with the next one.
import { toast } from "./toast.js";
import { say } from "./words.js";

const form = document.getElementById("settings-form");
const root = document.documentElement;

async function save(names) {
    const all = new FormData(form), body = new URLSearchParams();
    for (const [name, value] of all) if (names.includes(name) || name === "csrf" || name === "key") body.append(name, value);
    body.append("quietly", "yes");
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual", headers: { Accept: "text/html" } }).catch(() => null);
    toast(say(answer?.type === "opaqueredirect" ? "settings.saved" : "settings.failed"));
}

for (const radio of form.querySelectorAll("[name=appearance]")) {
    radio.addEventListener("change", () => {
        root.dataset.theme = radio.value;
        save(["appearance"]);
    });
}
form.querySelector("[type=checkbox][name=hidden]").addEventListener("change", (event) => {
    root.classList.toggle("hides-amounts", event.target.checked);
    save(["hidden"]);
});
for (const select of form.querySelectorAll("select")) select.addEventListener("change", () => form.requestSubmit());
