// Waiting and running tasks: the server sends their progress. When one has ended, its page is reloaded with the result.

const place = document.querySelector("#tasks[data-events]");

function show(task) {
    const row = document.querySelector(`[data-task="${task.id}"]`);
    if (!row) return true;
    row.querySelector("[data-state]").textContent = task.state;
    row.querySelector("[data-amount-done]").textContent = task.amount;
    const bar = row.querySelector("progress");
    if (bar && task.total > 0) { bar.max = task.total; bar.value = task.done; }
    return task.is_over && Boolean(bar);
}

if (place) {
    const events = new EventSource(place.dataset.events);
    let hasHeard = false;
    const update = (event) => {
        hasHeard = true;
        // Not only the first: each row must show its newest state.
        const ended = JSON.parse(event.data).map(show).some(Boolean);
        if (ended || event.type === "end") { events.close(); location.reload(); }
    };
    events.addEventListener("progress", update);
    events.addEventListener("end", update);
    // The server restarted and no longer knows the task; the reloaded page says so. Only once, or a refused page would reload forever.
    events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED && hasHeard) location.reload(); });
    // Hidden pages close their connection: browsers allow only six.
    addEventListener("pagehide", () => events.close());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
