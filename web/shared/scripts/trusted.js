// The content policy of the pages lets no script create HTML or load a script from plain text (Trusted Types). This policy is the
// only one: everything that passes through it is listed here.

/// The path of this server, such as /closecast; empty if it has the host to itself. Scripts are in the folder below it.
export const root = new URL("..", import.meta.url).pathname.slice(0, -1);

const workerPath = `${root}/sw.js`;
const plain = { createHTML: (text) => text, createScriptURL: (text) => text };
const policy = globalThis.trustedTypes?.createPolicy("closecast", {
    createHTML: (text) => text,
    createScriptURL: (text) => { if (text !== workerPath) throw new TypeError(`no script of ours: ${text}`); return text; },
}) ?? plain;

/// A page of our own server, parsed without running anything in it.
export const parsedPage = (text) => new DOMParser().parseFromString(policy.createHTML(text), "text/html");

/// The service worker.
export const workerAddress = () => policy.createScriptURL(workerPath);
