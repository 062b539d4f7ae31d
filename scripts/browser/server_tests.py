#!/usr/bin/env python3
"""Tries the server's cookies, form tokens and headers in Chromium, from pages of ours and of others.

    scripts/browser-tests                                      builds the server first
    python3 scripts/browser/server_tests.py                    the server in .build/release
    python3 scripts/browser/server_tests.py --program FILE     another one
    python3 scripts/browser/server_tests.py --chromium FILE    another Chromium

Starts the server with accounts on a loopback address and with an empty database, and beside it a server with pages of others. Prints
a line for each check, and exits with status 1 if one fails. The requests, cookies and refusals are the browser's own; only the page
that stands for a page of ours is made here, so that it can send what our pages never would.
"""

import argparse
import contextlib
import email
import email.policy
import http.server
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import typing

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements.virtual_environment import enter

enter("browser")

from playwright.sync_api import Error, sync_playwright  # noqa: E402

from browser.chromium import CHROMIUM  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PASSWORD = "grey otters nap at noon"
SESSION, DEVICE = "__Host-closecast", "__Host-closecast-device"
# The policy of our own pages. docs/server.md describes the rules that the checks follow.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
)
# Sends a request and returns what a script of the page can read.
FETCH = """async ([url, options]) => {
    if (options.untyped) options.body = new Blob([options.body]);
    try {
        const answer = await fetch(url, options);
        const text = await answer.text();
        let json = null;
        try { json = JSON.parse(text) } catch {}
        return { status: answer.status, type: answer.type, text, json };
    } catch (error) {
        return { status: 0, type: "error", text: String(error), json: null };
    }
}"""


class Checks:
    """Prints each check, and counts those that fail."""

    def __init__(self):
        self.count = self.failures = 0

    def __call__(self, holds: bool, what: str, found: object = "") -> None:
        self.count += 1
        self.failures += not holds
        print(f"{'ok    ' if holds else 'FAILED'} {what}" + ("" if holds else f": {found}"), flush=True)


# MARK: Servers


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def closecast(program: pathlib.Path, port: int, *options: str) -> typing.Iterator[pathlib.Path]:
    """Starts the server with accounts; yields the folder of its mails."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", port, "--accounts", "open", "--database", f"{folder}/closecast.db", "--models", ROOT / "models"]
        command += ["--leaked-passwords", ROOT / "data/leaked-passwords.bin", "--feed-hour", "off", "--log-requests", "false", *options]
        with open(f"{folder}/log", "w") as log:
            server = subprocess.Popen([str(word) for word in command], stderr=log)
        try:
            end = time.monotonic() + 60
            while time.monotonic() < end and server.poll() is None:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            else:
                log = pathlib.Path(f"{folder}/log").read_text()[-2000:]
                sys.exit(f"browser-tests: the server is not listening on port {port}; its log:\n{log}")
            yield pathlib.Path(f"{folder}/closecast.db.outbox")
        finally:
            server.terminate()
            server.wait(20)


class ForeignPages(http.server.BaseHTTPRequestHandler):
    """A site of another owner: every path is an empty page that may do anything."""

    requests: typing.ClassVar[list] = []

    def do_GET(self):
        self.requests.append((self.path, dict(self.headers)))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>foreign</title><body></body>")

    do_POST = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def foreign_site() -> typing.Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ForeignPages)
    # Pages are closed while they load.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()


def mailed_token(outbox: pathlib.Path, kind: str) -> str:
    """The token of the latest mail of a kind; waits for it."""
    for _ in range(100):
        mails = sorted(outbox.glob(f"*-{kind}-*.eml"))
        if mails:
            mail = email.message_from_bytes(mails[-1].read_bytes(), policy=email.policy.default)
            return re.search(r"closecast_link_[0-9a-f]{64}", mail.get_body(("plain",)).get_content())[0]
        time.sleep(0.1)
    sys.exit(f"browser-tests: no mail of the kind {kind} in {outbox}")


# MARK: Pages


class Browser:
    """A browser of one person, with the addresses of our server and of others'."""

    def __init__(self, context, own: str, foreign_port: int, check: Checks):
        self.context, self.check, self.own = context, check, own
        port = own.rsplit(":", 1)[1]
        # The same host with another port is the same site: it gets all cookies.
        self.foreign = {"same-site": f"http://127.0.0.1:{foreign_port}", "cross-site": f"http://evil.test:{foreign_port}"}
        self.rebound = f"http://evil.test:{port}"
        self.csrf_token = None
        # The loads that the policies of our pages blocked.
        self.reports: list[str] = []

    def own_page(self, referrer_policy: str = "same-origin"):
        """Opens a page of our origin with the headers of our pages, from which everything that it sends is real."""
        page = self.context.new_page()
        page.on("console", lambda message: self.note(message.text))
        headers = {"Content-Type": "text/html", "Content-Security-Policy": PAGE_POLICY, "Referrer-Policy": referrer_policy}
        page.route(
            "**/own-page", lambda route: route.fulfill(status=200, headers=headers, body="<!doctype html><title>ours</title><body></body>"))
        page.goto(f"{self.own}/own-page")
        return page

    def note(self, text: str) -> None:
        if "Content Security Policy" in text or "Refused to" in text:
            self.reports.append(text)

    def foreign_page(self, kind: str):
        page = self.context.new_page()
        page.goto(f"{self.foreign[kind]}/page")
        return page

    def send(self, page, method: str, path: str, body: str | None = None, token: str | None = None, **options):
        """Sends a request from a script of a page."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        if token:
            headers["X-CSRF-Token"] = token
        return page.evaluate(FETCH, [self.own + path, {"method": method, "headers": headers, "body": body, **options}])

    def cookies(self) -> dict:
        return {cookie["name"]: cookie for cookie in self.context.cookies(self.own)}

    def name(self) -> str:
        """The name of the account, read by its own session."""
        page = self.own_page()
        name = (self.send(page, "GET", "/v1/account")["json"] or {}).get("name")
        page.close()
        return name


@contextlib.contextmanager
def watched(page, path: str) -> typing.Iterator[list]:
    """Collects what the browser sent to a path and was answered, whatever the page's scripts can read."""
    found: list[Exchange] = []
    network = page.context.new_cdp_session(page)
    paths: dict[str, str] = {}
    sent: dict[str, dict] = {}
    answered: dict[str, tuple[int, dict]] = {}

    def note_request(event):
        paths[event["requestId"]] = event["request"]["url"].split("?")[0]

    def note_headers(event):
        sent[event["requestId"]] = lowered(event["headers"])

    def note_answer(event):
        answered[event["requestId"]] = (event["statusCode"], lowered(event["headers"]))

    network.on("Network.requestWillBeSent", note_request)
    network.on("Network.requestWillBeSentExtraInfo", note_headers)
    network.on("Network.responseReceivedExtraInfo", note_answer)
    network.send("Network.enable")
    yield found
    page.wait_for_timeout(200)
    network.detach()
    for request, url in paths.items():
        if url.endswith(path) and request in answered:
            found.append(Exchange(sent.get(request, {}), *answered[request]))


class Exchange(typing.NamedTuple):
    """A request as it left the browser, and its answer; names of headers in lower case."""

    sent: dict
    status: int
    headers: dict


def lowered(headers: dict) -> dict:
    return {name.lower(): value for name, value in headers.items()}


# MARK: Checks


def sign_up_and_in(browser: Browser, outbox: pathlib.Path) -> None:
    check, page = browser.check, browser.own_page()
    body = f'{{"name":"Ann","email":"ann@example.com","password":"{PASSWORD}","accept_terms":true}}'
    answer = browser.send(page, "POST", "/v1/accounts", body)
    check(answer["status"] == 202, "a page of ours signs somebody up", answer)
    token = mailed_token(outbox, "verification")
    answer = browser.send(page, "POST", "/v1/accounts/verification", f'{{"token":"{token}","password":"{PASSWORD}"}}')
    check(answer["status"] == 201, "the mailed link verifies the address", answer)
    sign_in(browser, page)
    answer = browser.send(page, "GET", "/v1/account")
    check(answer["status"] == 200 and answer["json"]["name"] == "Ann", f"the browser sends the session's cookie to {browser.own}", answer)
    page.close()


def sign_in(browser: Browser, page) -> None:
    check = browser.check
    body = f'{{"email":"ann@example.com","password":"{PASSWORD}","cookie":true}}'
    with watched(page, "/v1/sessions") as found:
        answer = browser.send(page, "POST", "/v1/sessions", body)
    check(answer["status"] == 201, "a page of ours signs in", answer)
    sent = found[0].sent if found else {}
    check(
        sent.get("sec-fetch-site") == "same-origin" and sent.get("origin") == browser.own,
        "the request has Sec-Fetch-Site: same-origin and our Origin", sent)
    browser.csrf_token = answer["json"]["csrf_token"]
    check(not re.search(r"closecast_(session|device)_", answer["text"]), "the answer has no secret that scripts could read", answer)
    cookies = browser.cookies()
    check(set(cookies) == {SESSION, DEVICE}, "two cookies are set", cookies)
    for name, same_site, lasts in [(SESSION, "Lax", False), (DEVICE, "Strict", True)]:
        cookie = cookies.get(name, {})
        right = cookie.get("httpOnly") and cookie.get("secure") and cookie.get("path") == "/" and cookie.get("domain") in browser.own
        check(bool(right) and cookie.get("sameSite") == same_site, f"{name} is HttpOnly, Secure and {same_site}", cookie)
        check((cookie.get("expires", -1) > 0) == lasts, f"{name} {'lasts' if lasts else 'ends with the browser'}", cookie)
    stored = page.evaluate("() => document.cookie + JSON.stringify([{...localStorage}, {...sessionStorage}])")
    check(stored == "[{},{}]", "scripts of ours see no cookie, and nothing is stored", stored)


def write_with_and_without_token(browser: Browser) -> None:
    check, page = browser.check, browser.own_page()

    def rename(token: str | None) -> dict:
        return browser.send(page, "PATCH", "/v1/account", '{"name":"Ann Smith"}', token)

    for token, what in [(None, "without a form token"), ("A" * 86, "with a wrong form token")]:
        answer = rename(token)
        check(answer["status"] == 403 and answer["json"]["code"] == "csrf", f"a change {what} is refused", answer)
    answer = rename(browser.csrf_token)
    check(answer["status"] == 200 and answer["json"]["name"] == "Ann Smith", "a change with the form token is made", answer)
    current = browser.send(page, "GET", "/v1/sessions/current")["json"]
    check(current["csrf_token"] not in (None, browser.csrf_token), "each page gets the form token under another mask")
    check(rename(current["csrf_token"])["status"] == 200, "and it works as well")
    page.close()
    for policy, code, origin in [("same-origin", "csrf", browser.own), ("no-referrer", "foreign-origin", "null")]:
        page = browser.own_page(policy)
        with watched(page, "/confirmation") as found:
            submit_form(page, f"{browser.own}/v1/sessions/current/confirmation")
        sent = found[0].sent.get("origin") if found else None
        check(sent == origin, f"a form of a page with Referrer-Policy: {policy} has the Origin {origin}", sent)
        check(f'"{code}"' in page.inner_text("body"), f"and is refused as {code}", page.inner_text("body"))
        page.close()


def submit_form(page, action: str, encoding: str = "application/x-www-form-urlencoded") -> None:
    """Submits a form from a script of a page, and waits for the answer to be shown."""
    with page.expect_navigation():
        page.evaluate(
            """([action, enctype]) => {
                const form = document.createElement("form");
                Object.assign(form, { method: "post", action, enctype });
                const input = document.createElement("input");
                Object.assign(input, { name: '{"password":"', value: '"}' });
                form.append(input);
                document.body.append(form);
                form.submit();
            }""",
            [action, encoding])


def changes_by_others(browser: Browser, kind: str) -> None:
    check, page = browser.check, browser.foreign_page(kind)
    before = browser.name()
    devices = browser.cookies()[DEVICE]["value"]
    # What a page can send without a preflight: no type, or one of three.
    simple = {"mode": "no-cors", "credentials": "include"}
    for what, path, options in [
        ("fetch without a body", "/v1/sessions/current/confirmation", {}),
        ("fetch of text", "/v1/sessions/current/confirmation", {"body": f'{{"password":"{PASSWORD}"}}'}),
        ("fetch of bytes without a type", "/v1/sessions/current/confirmation", {"body": f'{{"password":"{PASSWORD}"}}', "untyped": True}),
        ("a sign-in", "/v1/sessions", {"body": f'{{"email":"ann@example.com","password":"{PASSWORD}","cookie":true}}', "untyped": True}),
        ("a sign-up", "/v1/accounts", {"body": "{}", "untyped": True}),
        ("an export", "/v1/account/export", {}),
    ]:
        with watched(page, path) as found:
            answer = page.evaluate(FETCH, [browser.own + path, {"method": "POST", **simple, **options}])
        statuses = [exchange.status for exchange in found]
        sent = found[0].sent if found else {}
        sends_session = SESSION in sent.get("cookie", "")
        expected = [401] if kind == "cross-site" and path not in ("/v1/sessions", "/v1/accounts") else [403]
        check(statuses == expected, f"{kind}: {what} is refused", found)
        check(sent.get("sec-fetch-site") == kind, f"{kind}: {what} has Sec-Fetch-Site: {kind}", sent)
        check(sends_session == (kind == "same-site"), f"{kind}: {what} has {'the' if kind == 'same-site' else 'no'} session's cookie", sent)
        check(answer["text"] == "" or answer["type"] == "error", f"{kind}: {what} shows nothing", answer)
        check(all("set-cookie" not in exchange.headers for exchange in found), f"{kind}: {what} sets no cookie", found)
    for what, method, path, options in [
        ("a read", "GET", "/v1/account", {}),
        ("a change", "PATCH", "/v1/account", {"headers": {"Content-Type": "application/json"}, "body": '{"name":"Eve"}'}),
        ("a sign-in of JSON", "POST", "/v1/sessions", {"headers": {"Content-Type": "application/json"}, "body": "{}"}),
        ("a read with a token", "GET", "/v1/assets", {"headers": {"Authorization": "Bearer x"}}),
    ]:
        answer = page.evaluate(FETCH, [browser.own + path, {"method": method, "mode": "cors", "credentials": "include", **options}])
        check(answer["type"] == "error", f"{kind}: CORS: {what} shows nothing", answer)
    page.close()
    for encoding in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        page = browser.foreign_page(kind)
        submit_form(page, f"{browser.own}/v1/sessions/current/confirmation", encoding)
        text = page.inner_text("body")
        check('"status":403' in text or '"status":401' in text, f"{kind}: a form of {encoding} is refused", text)
        page.close()
    check(browser.name() == before, f"{kind}: nothing was changed")
    check(browser.cookies()[DEVICE]["value"] == devices, f"{kind}: no cookie was changed")


def set_picture(browser: Browser) -> None:
    """Sends a picture that the page has drawn."""
    check, page = browser.check, browser.own_page()
    answer = page.evaluate(
        """async ([url, token]) => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
            canvas.getContext("2d").fillRect(8, 8, 32, 32);
            const body = await new Promise(resolve => canvas.toBlob(resolve, "image/png"));
            const headers = { "Content-Type": "image/png", "X-CSRF-Token": token };
            const answer = await fetch(url, { method: "PUT", headers, body });
            return [answer.status, await answer.text()];
        }""",
        [browser.own + "/v1/account/picture", browser.csrf_token])
    check(answer[0] == 204, "a page of ours sends a picture", answer)
    check(include(page, "img", "src", browser.own + "/v1/account/picture") == "load", "and shows it")
    page.close()


def include(page, tag: str, attribute: str, url: str) -> str:
    """Includes something in a page; the event that follows."""
    return page.evaluate(
        """([tag, attribute, url]) => new Promise(resolve => {
            const element = document.createElement(tag);
            if (tag === "link") element.rel = "stylesheet";
            element.onload = () => resolve("load");
            element.onerror = () => resolve("error");
            element.oncanplay = () => resolve("load");
            setTimeout(() => resolve("nothing"), 3000);
            element[attribute] = url;
            document.body.append(element);
        })""",
        [tag, attribute, url])


def framed(page, tag: str, url: str) -> str:
    """Puts something into a frame of a page; the resulting address of the frame, which is not ours if an error page replaces it."""
    before = page.frames
    include(page, tag, "data" if tag == "object" else "src", url)
    # Frames of other sites are separate processes, and load late.
    for _ in range(20):
        page.wait_for_timeout(100)
        address = "".join(frame.url for frame in page.frames if frame not in before)
        if address:
            break
    return address


def includes_by_others(browser: Browser, kind: str) -> None:
    check, page = browser.check, browser.foreign_page(kind)
    for tag, attribute, path in [
        ("img", "src", "/v1/account"), ("img", "src", "/v1/account/picture"), ("script", "src", "/v1/account"),
        ("script", "src", "/openapi.json"), ("link", "href", "/v1/account"), ("audio", "src", "/v1/account"),
        ("object", "data", "/v1/account"),
    ]:
        event = include(page, tag, attribute, browser.own + path)
        check(event != "load", f"{kind}: <{tag}> of {path} is not loaded", event)
    for tag, path in [
        ("iframe", "/docs"), ("iframe", "/v1/account"), ("iframe", "/v1/account/picture"), ("embed", "/v1/account/picture"),
        ("embed", "/docs"), ("object", "/docs"),
    ]:
        address = framed(page, tag, browser.own + path)
        # A refused object has no frame.
        refused = address.startswith("chrome-error:") or (tag == "object" and not address)
        check(refused, f"{kind}: an {tag} of {path} stays empty", address)
    address = framed(page, "iframe", f"{browser.foreign[kind]}/framed")
    check(address == f"{browser.foreign[kind]}/framed", f"{kind}: an iframe of their own does not", address)
    for path in ("/docs", "/v1/account"):
        with page.expect_popup() as opened:
            page.evaluate("url => { window.opened = window.open(url); }", browser.own + path)
        popup = opened.value
        popup.wait_for_load_state()
        with contextlib.suppress(Error):
            page.wait_for_function("() => window.opened.closed", timeout=5000)
        check(page.evaluate("() => window.opened.closed"), f"{kind}: a window of {path} is out of reach of who opened it")
        check(popup.evaluate("() => window.opener === null"), f"{kind}: and cannot reach back")
        popup.close()
    page.close()


def answers_as_tabs(browser: Browser) -> None:
    check, page = browser.check, browser.own_page()
    name = "<img src=x onerror=document.title=1>"
    answer = browser.send(page, "POST", "/v1/wallets", f'{{"name":"{name}"}}', browser.csrf_token)
    check(answer["status"] == 201, f"a wallet has the name {name}", answer)
    page.close()
    for path in ("/v1/account", "/v1/wallets", "/openapi.json", "/v1/nothing"):
        page = browser.context.new_page()
        answer = page.goto(browser.own + path)
        headers = answer.all_headers()
        check("sandbox" in headers["content-security-policy"], f"{path} in a tab has a policy with sandbox", headers)
        origin, images = page.evaluate("() => [self.origin, document.images.length]")
        check(origin == "null", f"{path} in a tab has no origin", origin)
        check(images == 0, f"{path} in a tab is text", page.content()[:500])
        check(headers["referrer-policy"] == "no-referrer", f"{path} has Referrer-Policy: no-referrer", headers)
        page.close()
    for what in ("for the first time", "again"):
        page = browser.context.new_page()
        page.on("console", lambda message: browser.note(message.text))
        with watched(page, "/docs") as found:
            page.goto(f"{browser.own}/docs")
        check(found[0].status == 200, f"/docs is opened {what}", found)
        check(page.evaluate("() => getComputedStyle(document.body).display") == "grid", "/docs has its style")
        page.locator(".opens > summary").first.click()
        with watched(page, "/openapi.json") as found, page.expect_navigation():
            page.locator("a[href='/openapi.json']").first.click()
        check(found[0].sent.get("referer") == f"{browser.own}/docs", "its links tell us where they are", found[0].sent)
        page.close()


def links_to_others(browser: Browser) -> None:
    page = browser.own_page()
    with page.expect_navigation():
        page.evaluate("url => { location.href = url }", f"{browser.foreign['cross-site']}/referrer")
    headers = [headers for path, headers in ForeignPages.requests if path == "/referrer"][-1]
    browser.check("Referer" not in headers, "a link on one of our pages sends no referrer to other sites", headers)
    page.close()


def other_names(browser: Browser) -> None:
    """Another owner's host name is pointed at this machine (DNS rebinding)."""
    page = browser.context.new_page()
    for path in ("/docs", "/v1/account", "/v1/sessions"):
        answer = page.goto(browser.rebound + path)
        browser.check(answer.status == 421, f"under another name {path} is misdirected", answer.status)
    answer = page.evaluate(FETCH, ["/v1/sessions", {"method": "POST", "headers": {"Content-Type": "application/json"}, "body": "{}"}])
    browser.check(answer["status"] in (0, 421), "and so is signing in", answer)
    page.close()


def sign_out(browser: Browser) -> None:
    check = browser.check
    tabs = []
    for path in ("/v1/account", "/v1/wallets", "/v1/account/events"):
        tab = browser.context.new_page()
        check(tab.goto(browser.own + path).status == 200, f"{path} is shown in a tab")
        tab.goto(f"{browser.own}/docs")
        tabs.append((path, tab))
    page = browser.own_page()
    page.evaluate("() => localStorage.setItem('draft', 'mine')")
    copied = browser.cookies()[SESSION]["value"]
    answer = browser.send(page, "DELETE", "/v1/sessions/current", token=browser.csrf_token)
    check(answer["status"] == 204, "a page of ours signs out", answer)
    check(set(browser.cookies()) == {DEVICE}, "the session's cookie is gone, the device's stays", browser.cookies())
    page.wait_for_timeout(500)
    check(page.evaluate("() => localStorage.length") == 0, "what pages stored is gone")
    for path, tab in tabs:
        with contextlib.suppress(Error):
            tab.go_back()
        text = tab.inner_text("body")
        check("ann@example.com" not in text and "onerror" not in text, f"the back button shows nothing of {path}", text[:300])
        check('"status":401' in text, f"but that nobody is signed in: {path}", text[:300])
        tab.close()
    answer = browser.context.request.get(
        f"{browser.own}/v1/account", headers={"Cookie": f"{SESSION}={copied}"})
    check(answer.status == 401, "a copy of the cookie is of no use", answer.status)
    page.close()


def over_tls(browser: Browser, outbox: pathlib.Path) -> None:
    """Under a public URL with TLS, and so with HTTP/2."""
    check = browser.check
    sign_up_and_in(browser, outbox)
    page = browser.context.new_page()
    headers = page.goto(f"{browser.own}/docs").all_headers()
    check(
        headers.get("strict-transport-security") == "max-age=31536000; includeSubDomains", "Strict-Transport-Security is sent", headers)
    port = browser.own.rsplit(":", 1)[1]
    for host, status in [("127.0.0.1", 200), ("localhost", 200), ("evil.test", 421), ("www.closecast.test", 421)]:
        answer = page.goto(f"https://{host}:{port}/docs")
        check(answer.status == status, f"under https://{host} the answer is {status}", answer.status)
    page.close()
    page = browser.own_page()
    answer = browser.send(page, "PATCH", "/v1/account", '{"name":"Ann Smith"}', browser.csrf_token)
    check(answer["status"] == 200, "a change is made", answer)
    page.close()
    page = browser.context.new_page()
    page.goto(f"https://localhost:{port}/docs")
    answer = page.evaluate(FETCH, [f"{browser.own}/v1/account", {"credentials": "include"}])
    check(answer["type"] == "error", "another name of the server is another origin", answer)
    page.close()


def under_a_path(context, own: str, outbox: pathlib.Path, check: Checks) -> None:
    """Walks through the server's own pages under a path, as a person who signs up does; `own` ends in the path."""
    origin, root = own[:own.index("/", 8)], own[own.index("/", 8):]
    page, strays, faults = context.new_page(), [], []
    page.on("response", lambda answer: strays.append(answer.url) if answer.status >= 400 or not answer.url.startswith(own) else None)
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    send = "main form button[type=submit]"
    page.goto(f"{own}/sign-up")
    for name, value in {"name": "Ann", "email": "ann@example.com", "password": PASSWORD}.items():
        page.fill(f"input[name={name}]", value)
    page.check("input[name=accept_terms]")
    page.click(send)
    page.goto(f"{own}/verify#{mailed_token(outbox, 'verification')}")
    page.fill("input[name=password]", PASSWORD)
    page.click(send)
    page.wait_for_url(re.compile(f"{re.escape(own)}/(?!sign-in|verify)"))
    for path in ("/", "/markets", "/portfolio", "/compare", "/practice", "/more", "/docs", "/settings", "/account", "/file", "/tasks"):
        page.goto(own + path, wait_until="networkidle")
        ready = "'ready' in document.documentElement.dataset"
        wait_for(lambda: page.evaluate(ready))
        check(page.evaluate(ready), f"{root}{path} loads its scripts", page.title())
    page.goto(f"{own}/docs#listAssets", wait_until="networkidle")
    page.click("#listAssets form.try button")
    page.wait_for_selector("#listAssets .answer:not([hidden])")
    check("200" in page.inner_text("#listAssets .answer .badge"), "the page about the API sends requests under the path")
    ready = "async () => (await Promise.race([navigator.serviceWorker.ready, new Promise((r) => setTimeout(r, 10_000, {}))])).scope"
    scope = page.evaluate(ready)
    check(scope == f"{own}/", "the scope of the service worker is the path", scope)
    check(strays == [] and faults == [], "no request leaves the path, and none is refused", strays + faults)
    paths = {cookie["path"] for cookie in context.cookies(own + "/")}
    check(paths == {root + "/"} and context.cookies(origin + "/other") == [], "other programs on the host get no cookie", paths)
    page.wait_for_timeout(1000)
    context.set_offline(True)
    page.goto(f"{own}/trading/plans")
    page.wait_for_selector("#kept a")
    links = page.evaluate("[...document.querySelectorAll('#kept a')].map((link) => link.getAttribute('href'))")
    check(all(link.startswith(root + "/") for link in links), "without a network, the kept pages are those of the path", links)
    context.set_offline(False)
    page.close()


# A subscription with the browser's key of RFC 8291's example; Chromium without a push service cannot make one.
SUBSCRIPTION = """(number) => ({
    options: {}, unsubscribe: async () => true,
    toJSON: () => ({
        endpoint: `https://push.example.com/s/${number}`,
        keys: {
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
    }),
})"""


def notices_by_push(context, own: str, check: Checks) -> None:
    """Subscribes a signed-in browser, renews the subscription, and pushes notices to it."""
    page = context.new_page()
    page.add_init_script(
        f"""PushManager.prototype.getSubscription = async () => null;
        PushManager.prototype.subscribe = async (options) => {{ window.asked = options; return ({SUBSCRIPTION})(1); }};
        Notification.requestPermission = async () => "granted";""")
    page.goto(f"{own}/notices/settings", wait_until="networkidle")
    page.click("#push-form button")
    page.wait_for_url(re.compile("done=notice-device"))
    page.wait_for_load_state("networkidle")

    def answer(path: str) -> dict:
        return page.evaluate(FETCH, [f"{own}/v1/notices/{path}", {}])["json"]

    def devices() -> int:
        return len(answer("devices")["data"])

    check(devices() == 1, "a browser is subscribed to notices", devices())
    worker = context.service_workers[0]
    worker.evaluate(
        f"""() => {{
            self.shown = [], self.opened = [];
            self.registration.showNotification = async (...given) => {{ self.shown.push(given); }};
            self.clients.openWindow = async (url) => {{ self.opened.push(url); }};
            self.registration.pushManager.subscribe = async (options) => {{ self.asked = options; return ({SUBSCRIPTION})(2); }};
        }}""")
    # Untrusted events reach the same code; only what it waits for does not keep the worker alive.
    worker.evaluate("() => { self.dispatchEvent(new ExtendableEvent('pushsubscriptionchange')); }")
    wait_for(lambda: devices() == 2)
    key = worker.evaluate("self.asked?.applicationServerKey")
    known = answer("push-key")["public_key"]
    check(devices() == 2 and key == known, "a subscription that the browser has dropped is renewed", (devices(), key))
    for data in ('{"title":"BTC","text":"below 60,000","id":"n_1","link":"/alerts/a_1"}', "no JSON"):
        worker.evaluate("(data) => { self.dispatchEvent(new PushEvent('push', { data })); }", data)
    wait_for(lambda: worker.evaluate("self.shown.length") == 2)
    shown = worker.evaluate("self.shown")
    wanted = ["BTC", {"body": "below 60,000", "tag": "n_1", "data": {"link": "/alerts/a_1"}}]
    check(shown[:1] == [wanted], "a notice that is pushed is shown", shown)
    check(len(shown) == 2 and shown[1][0] == "Closecast", "a message that is no notice is shown as one without a text", shown)
    click = """(link) => {
        const event = new ExtendableEvent("notificationclick");
        event.notification = { close() {}, data: { link } };
        self.dispatchEvent(event);
    }"""
    for link in ("/alerts/a_1", "//evil.test/", "https://evil.test/"):
        worker.evaluate(click, link)
    wait_for(lambda: worker.evaluate("self.opened.length") == 3)
    opened = worker.evaluate("self.opened")
    check(opened == [f"{own}/alerts/a_1", f"{own}/notices", f"{own}/notices"], "a notice opens a page of this server only", opened)
    page.close()


def wait_for(holds: typing.Callable[[], bool], seconds: float = 10) -> None:
    """Waits until something holds, or for that long."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.1)


def certificate(folder: str) -> list[str]:
    """Makes a certificate; the options of the server for it."""
    files = [f"{folder}/chain.pem", f"{folder}/key.pem"]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=closecast.test", "-addext", "subjectAltName=DNS:closecast.test", "-out", files[0], "-keyout", files[1]]
    subprocess.run(command, check=True, capture_output=True)
    return ["--tls-certificate", files[0], "--tls-key", files[1]]


def run(chromium: str, program: pathlib.Path) -> int:
    check = Checks()
    # Chromium's own sandbox does not start as root, as in containers of CI.
    options = ["--host-resolver-rules=MAP *.test 127.0.0.1"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with contextlib.ExitStack() as stack:
        foreign_port = stack.enter_context(foreign_site())
        chrome = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium, args=options)
        print(f"Chromium {chrome.version}", flush=True)
        port = free_port()
        outbox = stack.enter_context(closecast(program, port))
        browser = Browser(chrome.new_context(), f"http://127.0.0.1:{port}", foreign_port, check)
        sign_up_and_in(browser, outbox)
        write_with_and_without_token(browser)
        set_picture(browser)
        for kind in browser.foreign:
            changes_by_others(browser, kind)
            includes_by_others(browser, kind)
        answers_as_tabs(browser)
        links_to_others(browser)
        other_names(browser)
        sign_out(browser)
        port, folder = free_port(), stack.enter_context(tempfile.TemporaryDirectory())
        public_url = f"https://closecast.test:{port}"
        outbox = stack.enter_context(closecast(program, port, "--public-url", public_url, *certificate(folder)))
        secure = Browser(chrome.new_context(ignore_https_errors=True), public_url, foreign_port, check)
        over_tls(secure, outbox)
        port = free_port()
        own = f"http://127.0.0.1:{port}/closecast"
        outbox = stack.enter_context(closecast(program, port, "--public-url", f"{own}/"))
        person = chrome.new_context()
        under_a_path(person, own, outbox, check)
        notices_by_push(person, own, check)
        reports = browser.reports + secure.reports
        check(reports == [], "the policies of our pages refused nothing", reports)
        chrome.close()
    print(f"{check.count} checks, {check.failures} failed")
    return 1 if check.failures else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build/release"))
    parser.add_argument("--program", type=pathlib.Path, default=programs / "closecast-server", help="closecast-server (default: %(default)s)")
    parser.add_argument("--chromium", default=CHROMIUM, help="Chromium (default: %(default)s)")
    options = parser.parse_args()
    for file in (options.program, options.chromium):
        if not pathlib.Path(file).exists():
            sys.exit(f"browser-tests: {file} is missing; run scripts/browser-tests, which builds and installs")
    sys.exit(run(options.chromium, options.program))


if __name__ == "__main__":
    main()
