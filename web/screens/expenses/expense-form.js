// The forms of a person without a time zone: their day and time are by the clock of this device, whose zone is kept with the form.

// Another name keeps the amount that was typed.
for (const link of document.querySelectorAll("[data-name]")) {
    link.addEventListener("click", () => {
        const amount = document.getElementById("amount")?.value;
        if (amount) link.href += `&amount=${encodeURIComponent(amount)}`;
    });
}

const note = document.getElementById("zone-note"), [utc, device] = note?.querySelectorAll("span") ?? [];
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (device && here) {
    device.querySelector("b").textContent = here;
    [utc.hidden, device.hidden] = [true, false];
    note.querySelector("input").value = here;
    // A refused form keeps what was typed.
    if ("fills" in note.dataset) {
        const now = new Date(), two = (number) => String(number).padStart(2, "0");
        const { day, time } = note.closest("form").elements;
        if (day) day.value = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
        if (time?.value) time.value = `${two(now.getHours())}:${two(now.getMinutes())}`;
    }
}
