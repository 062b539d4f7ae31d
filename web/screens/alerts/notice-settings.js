// Ways of delivery: suggests the time zone, subscribes the browser to web push, and sends the subscription with the form.
import { toast } from "./toast.js";
import { say } from "./words.js";

const form = document.getElementById("push-form");

// Nothing was chosen yet: quiet hours are those where the reader is.
const zones = document.querySelector("#new-ways select[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zones && [...zones.options].some(({ value }) => value === here)) zones.value = here;

const base64url = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscription() {
    const options = { userVisibleOnly: true, applicationServerKey: form.dataset.pushKey };
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    // The server may have another key than when this browser subscribed.
    if (old && base64url(old.options.applicationServerKey ?? new ArrayBuffer()) !== form.dataset.pushKey) await old.unsubscribe();
    return pushManager.subscribe(options);
}

async function turnOn() {
    if (!("serviceWorker" in navigator) || !("PushManager" in window)) return toast(say("push.unsupported"));
    if ((await Notification.requestPermission()) !== "granted") return toast(say("push.denied"));
    const made = await subscription();
    const { endpoint, keys } = made.toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.elements.name.value = (navigator.userAgentData?.platform || navigator.platform || "").slice(0, 60);
    form.requestSubmit();
}

form?.querySelector("button").addEventListener("click", () => turnOn().catch(() => toast(say("push.failed"))));
