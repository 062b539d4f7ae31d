// The service worker: shows the last figures when there is no network. `build` stands before this script: the version of all files
// and the list of the files that every page needs.
//
// It answers for pages and for files with a hash in their name. Everything else goes to the network as if the worker did not exist:
// forms, figures for scripts, streams, /v1 and /v2. The header Closecast-Keep states which page it may keep:
//
// page    the page as it is, on one person's machine
// copy    not this one: with accounts it requests the anonymous form of the page, and keeps that (copied)
// no      nothing: secrets, forms of accounts, errors
//
// It shows the notices that the server sends by web push, and opens their pages.
//
// Updates take over at once: they change what is kept for the next page, never the open page.

// The path of this server, such as /closecast; empty if it has the host to itself. Other programs on the host use the same cache
// storage.
const root = new URL(".", self.location).pathname.slice(0, -1), mark = root && `${root} `;
const files = `${mark}files-${build.version}`, pages = `${mark}pages`, copies = `${mark}copies`, fallback = `${mark}offline`;
const patienceMilliseconds = 4000, mostPages = 40, freshMilliseconds = 60_000;

// ------------------------------------------------------------------ life

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(keepFallback(String(event.data?.look ?? ""))));

async function install() {
    const cache = await caches.open(files);
    await cache.addAll(build.shell.map((path) => root + path));
    await keepFallback("", { again: true });
    await self.skipWaiting();
}

async function activate() {
    // Open pages may still request files of the previous version.
    const old = (await caches.keys()).filter((name) => name.startsWith(`${mark}files-`) && name !== files);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
}

/// Keeps the page that replaces pages that were never loaded, in the reader's language and appearance, which `look` names.
async function keepFallback(look, { again = false } = {}) {
    const cache = await caches.open(fallback), known = await cache.match(`${root}/offline-look`);
    if (!again && known && (await known.text()) === look) return;
    const answer = await fetch(`${root}/offline`, { headers: { "Closecast-Copy": "yes" }, cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    const text = await answer.text(), needed = [...new Set(text.match(/\/assets\/[\w.-]+/g))].map((path) => root + path);
    const cached = await caches.open(files);
    for (const url of needed) if (!(await caches.match(url))) await cached.add(url);
    await cache.put(`${root}/offline`, new Response(text, { headers: headersOf(answer) }));
    await cache.put(`${root}/offline-look`, new Response(look));
}

// ----------------------------------------------------------------- requests

const isForPrograms = (path) => /^\/((v1|v2)(\/|$)|(openapi\.json|metrics)$)/.test(path.slice(root.length));

self.addEventListener("fetch", (event) => {
    const { request } = event, url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith(`${root}/assets/`)) event.respondWith(file(request));
    else if (request.mode === "navigate" && !isForPrograms(url.pathname)) event.respondWith(page(event, url));
});

/// A file's name changes with its content, so a kept file is never outdated.
async function file(request) {
    const kept = await caches.match(request.url, { ignoreVary: true });
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(files)).put(request.url, answer.clone());
    return answer;
}

/// Tries the network first. If it fails or takes long, uses the last copy; without one, waits for the network, or shows the page
/// that says so.
async function page(event, url) {
    const network = load(event, url);
    event.waitUntil(network.catch(() => {}));
    try {
        const late = new Promise((resolve) => setTimeout(resolve, patienceMilliseconds, null));
        return (await Promise.race([network, late])) ?? (await keptPage(url)) ?? (await network);
    } catch {
        return (await keptPage(url)) ?? (await caches.match(`${root}/offline`, { ignoreVary: true })) ?? Response.error();
    }
}

async function load(event, url) {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    // A redirect or an error is passed on and not kept.
    if (answer.type === "basic") event.waitUntil(keep(url, answer.clone()).catch(() => {}));
    return answer;
}

// ------------------------------------------------------------------- pages

const addressOf = (url) => url.pathname + url.search;

async function keep(url, answer) {
    const keeping = answer.headers.get("Closecast-Keep") ?? "";
    // Kept before this server had accounts.
    if (keeping.includes("accounts")) await caches.delete(pages);
    // A confirmation message is only valid once.
    if (answer.status !== 200 || /[?&](done|failed|refresh)=/.test(url.search)) return;
    if (keeping.startsWith("page")) await store(pages, url, answer);
    if (!keeping.startsWith("copy ")) return;
    const known = await (await caches.open(copies)).match(addressOf(url), { ignoreVary: true });
    if (known && Date.now() - Number(known.headers.get("Closecast-Kept")) < freshMilliseconds) return;
    const copy = await fetch(url, { headers: { "Closecast-Copy": "yes" }, cache: "no-store" });
    if (copy.ok && copy.headers.get("Closecast-Keep")?.startsWith("copied")) await store(copies, url, copy);
}

function headersOf(answer, more = {}) {
    const names = ["Content-Type", "Content-Language", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options",
        "Permissions-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"];
    return { ...Object.fromEntries(names.filter((n) => answer.headers.has(n)).map((n) => [n, answer.headers.get(n)])), ...more };
}

/// Stores the load time in the page, which shows it to the reader.
async function store(name, url, answer) {
    const now = String(Date.now()), text = await answer.text(), cache = await caches.open(name), address = addressOf(url);
    const marked = text.replace("<html ", `<html data-kept="${now}" `);
    // The newest entry comes last.
    await cache.delete(address);
    await cache.put(address, new Response(marked, { headers: headersOf(answer, { "Closecast-Kept": now }) }));
    const addresses = await cache.keys();
    await Promise.all(addresses.slice(0, Math.max(0, addresses.length - mostPages)).map((old) => cache.delete(old)));
}

/// The copy of an address, or of the same page without its choices.
async function keptPage(url) {
    for (const address of [addressOf(url), url.pathname]) {
        for (const name of [pages, copies]) {
            const kept = await (await caches.open(name)).match(address, { ignoreVary: true });
            if (kept) return kept;
        }
    }
    return undefined;
}

// ----------------------------------------------------------------- notices

self.addEventListener("push", (event) => event.waitUntil(showNotice(event.data)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription()));
self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(openPage(String(event.notification.data?.link ?? "")));
});

/// Browsers require that something is shown, also for a message that cannot be read. A repeated notice replaces itself.
async function showNotice(message) {
    let notice = {};
    try { notice = message.json(); } catch { notice = {}; }
    await self.registration.showNotification(String(notice?.title ?? "Closecast"), {
        body: String(notice?.text ?? ""), tag: String(notice?.id ?? ""), data: { link: String(notice?.link ?? "") },
    });
}

/// The browser has dropped its subscription: makes a new one, and sends it with the form of the settings as the button there does.
/// The form is missing if the reader has signed out.
async function renewSubscription() {
    const page = await (await fetch(`${root}/notices/settings`, { cache: "no-store" })).text();
    const form = page.match(/<form[^>]* id="push-form"[^]*?<\/form>/)?.[0];
    if (!form) return;
    const value = (start) => form.match(new RegExp(`${start}="([^"]*)"`))[1];
    const options = { userVisibleOnly: true, applicationServerKey: value("data-push-key") };
    const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
    const name = (navigator.userAgentData?.platform || navigator.platform || "").slice(0, 60);
    const hidden = { csrf: value('name="csrf" value'), key: value('name="key" value') };
    await fetch(value("action"), { method: "POST", body: new URLSearchParams({ ...hidden, endpoint, ...keys, name }) });
}

/// Opens a page of this server; for anything but a path, the list of notices.
async function openPage(link) {
    const url = new URL(/^\/(?![/\\])/.test(link) ? root + link : `${root}/notices`, self.location);
    if (url.origin !== self.location.origin) return;
    const pages = await self.clients.matchAll({ type: "window" });
    const open = pages.find((page) => page.url === url.href);
    await (open ? open.focus() : self.clients.openWindow(url.href));
}
