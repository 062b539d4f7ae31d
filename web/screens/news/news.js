// The page of an article: it is marked as read once it is seen, and its link is shared where the browser can.
import { send } from "./forms.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const share = document.getElementById("share");
if (share) share.hidden = !navigator.share;
share?.addEventListener("click", async () => {
    try {
        await navigator.share({ title: share.dataset.title, url: share.dataset.link });
    } catch (error) {
        // The reader closed the dialog.
        if (error.name !== "AbortError") toast(say("share-failed"));
    }
});

const marks = document.getElementById("marks"), read = marks.querySelector("[value=read]");
if (read && await send(marks, { do: "read" })) {
    read.value = "unread";
    read.textContent = marks.dataset.unread;
}
