// Reads an address from a QR code, through the camera or from a picture, in browsers that can. What was read is put into the field,
// where the reader and the server check it; it is never opened.

import { complain } from "./fields.js";
import { conventions } from "./locale.js";
import { say } from "./words.js";

const address = document.querySelector("#address"), quantity = document.querySelector("#quantity");
const scan = document.querySelector("#scan"), scanner = document.querySelector("#scanner"), video = scanner.querySelector("video");
const pauseMilliseconds = 150;

/// The address and the amount of a code: an address, or a payment such as `bitcoin:ADDRESS?amount=0.5` (BIP 21).
function payment(text) {
    const [place, query = ""] = text.trim().replace(/^[a-z][a-z0-9+.-]*:/i, "").split("?");
    const amount = new URLSearchParams(query).get("amount") ?? "";
    return { address: place, amount: /^\d{1,18}(\.\d{1,18})?$/.test(amount) ? amount : "" };
}

/// Fills in the form. Returns false for a code that cannot be an address.
function take(text) {
    const found = payment(text), isAddress = /^[\w-]{1,100}$/.test(found.address);
    complain(address, isAddress ? "" : say("send.scan.none"));
    if (!isAddress) return false;
    address.value = found.address;
    if (found.amount && !quantity.value) quantity.value = found.amount.replace(".", conventions.decimalMark);
    return true;
}

/// The text of a picture's first code; undefined if it has none, or cannot be read.
async function read(detector, picture) {
    try {
        return (await detector.detect(picture))[0]?.rawValue;
    } catch {
        // A video has no picture at first.
        return undefined;
    }
}

async function fromPicture(detector, file) {
    const picture = await createImageBitmap(file).catch(() => undefined);
    const text = picture && await read(detector, picture);
    picture?.close();
    take(text ?? "");
    address.focus();
}

async function fromCamera(detector) {
    complain(address);
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => undefined);
    if (!stream) {
        complain(address, say("send.scan.denied"));
        return;
    }
    scanner.addEventListener("close", () => {
        for (const track of stream.getTracks()) track.stop();
        video.srcObject = null;
    }, { once: true });
    video.srcObject = stream;
    scanner.showModal();
    // Not awaited: a camera may never send a picture, and the dialog can be closed all the same.
    video.play().catch(() => undefined);
    let text;
    while (scanner.open && !text) {
        text = await read(detector, video);
        if (!text) await new Promise((done) => setTimeout(done, pauseMilliseconds));
    }
    // A code that was found while the dialog was being closed is not wanted.
    if (!scanner.open) return;
    scanner.close();
    take(text);
    address.focus();
}

async function offer() {
    if (!("BarcodeDetector" in window) || !(await BarcodeDetector.getSupportedFormats()).includes("qr_code")) return;
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    const file = Object.assign(document.createElement("input"), { type: "file", accept: "image/*" });
    const picture = scan.querySelector("#scan-picture"), camera = scan.querySelector("#scan-camera");
    picture.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
        if (file.files[0]) await fromPicture(detector, file.files[0]);
        // The same picture can be chosen again.
        file.value = "";
    });
    // Not disabled meanwhile: the button would lose the focus, which returns to it when the dialog closes.
    let isScanning = false;
    camera.addEventListener("click", async () => {
        if (isScanning) return;
        isScanning = true;
        await fromCamera(detector).finally(() => { isScanning = false; });
    });
    camera.hidden = !(isSecureContext && navigator.mediaDevices?.getUserMedia);
    scan.hidden = false;
}

addEventListener("pagehide", () => scanner.close());
offer();
