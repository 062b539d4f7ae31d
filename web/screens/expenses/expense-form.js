// A new transaction of a person who has chosen no time zone: its day and time are by the clock of this device.

const note = document.getElementById("zone-note"), [utc, device] = note?.querySelectorAll("span") ?? [];
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (device && here) {
    device.querySelector("b").textContent = here;
    [utc.hidden, device.hidden] = [true, false];
    // A refused form keeps what was typed.
    if ("fills" in note.dataset) {
        const now = new Date(), two = (number) => String(number).padStart(2, "0");
        const { day, time } = note.closest("form").elements;
        day.value = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
        time.value = `${two(now.getHours())}:${two(now.getMinutes())}`;
    }
}
