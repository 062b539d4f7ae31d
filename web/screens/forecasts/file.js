// Forecast a file: the drop zone, the chosen file's name, a check of its size, and progress.

import { bytes } from "./format.js";
import { say } from "./words.js";

const form = document.querySelector("#file-form"), input = document.querySelector("#file"), drop = document.querySelector("#drop");
const fault = document.querySelector("#file-fault"), name = document.querySelector("#file-name"), ask = name.textContent;

function complain(text) {
    fault.textContent = text;
    fault.hidden = !text;
    input.toggleAttribute("aria-invalid", Boolean(text));
}

input.addEventListener("change", () => {
    const [file] = input.files;
    name.textContent = file?.name ?? ask;
    const isTooLarge = file && file.size > Number(form.dataset.most);
    complain(isTooLarge ? say("file.too-large", { name: file.name, size: bytes(file.size), limit: bytes(Number(form.dataset.most)) }) : "");
    if (isTooLarge) input.value = ""; else if (file) document.querySelector("#file-send").focus();
});

for (const type of ["dragenter", "dragover"]) drop.addEventListener(type, () => drop.classList.add("over"));
for (const type of ["dragleave", "drop"]) drop.addEventListener(type, () => drop.classList.remove("over"));

form.addEventListener("submit", () => { document.querySelector("#file-progress").hidden = false; });
addEventListener("pageshow", () => { document.querySelector("#file-progress").hidden = true; });
