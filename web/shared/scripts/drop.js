// The files that were chosen or dropped, by name.

for (const input of document.querySelectorAll(".drop:has([data-chosen]) input[type=file]")) {
    const drop = input.closest(".drop"), name = drop.querySelector("[data-chosen]"), ask = name.textContent;
    input.addEventListener("change", () => { name.textContent = [...input.files].map((file) => file.name).join(", ") || ask; });
    for (const type of ["dragenter", "dragover"]) drop.addEventListener(type, () => drop.classList.add("over"));
    for (const type of ["dragleave", "drop"]) drop.addEventListener(type, () => drop.classList.remove("over"));
}
