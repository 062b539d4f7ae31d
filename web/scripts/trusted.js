// The content policy of the pages lets no script make HTML or load a script from plain text (Trusted Types). This policy is the only
// one: what passes through it is listed here.

const plain = { createHTML: (text) => text, createScriptURL: (text) => text };
const policy = globalThis.trustedTypes?.createPolicy("closecast", {
    createHTML: (text) => text,
    createScriptURL: (text) => { if (text !== "/sw.js") throw new TypeError(`no script of ours: ${text}`); return text; },
}) ?? plain;

/// Markup that our own chart code wrote, with every text from outside escaped.
export const drawnMarkup = (text) => policy.createHTML(text);

/// A page of our own server, read without running anything in it.
export const parsedPage = (text) => new DOMParser().parseFromString(policy.createHTML(text), "text/html");

/// The service worker.
export const workerAddress = () => policy.createScriptURL("/sw.js");
