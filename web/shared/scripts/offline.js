// The page that is shown offline if a page was never loaded: lists the pages that are on this device.

import { root } from "./trusted.js";

const place = document.querySelector("#kept"), again = document.querySelector("#again");

async function keptPages() {
    const found = [];
    // The same names as in the service worker.
    for (const name of ["pages", "copies"].map((name) => (root && `${root} `) + name)) {
        if (!(await caches.has(name))) continue;
        const cache = await caches.open(name);
        for (const request of (await cache.keys()).reverse()) {
            const text = await (await cache.match(request)).text(), title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? "";
            const url = new URL(request.url);
            if (title && !found.some((page) => page.title === title)) found.push({ title: title.replace(/ – Closecast$/, ""), href: url.pathname + url.search });
        }
    }
    return found.slice(0, 8);
}

/// Titles are escaped in the page they come from.
function unescaped(text) {
    const area = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
    return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (mark) => area[mark]);
}

again.href = location.pathname === `${root}/offline` ? `${root}/` : location.href;
if ("caches" in globalThis) {
    const found = await keptPages().catch(() => []);
    place.hidden = found.length === 0;
    place.querySelector("ul").append(...found.map(({ title, href }) => {
        const item = document.createElement("li"), link = document.createElement("a");
        Object.assign(link, { className: "button", href, textContent: unescaped(title) });
        item.append(link);
        return item;
    }));
}
