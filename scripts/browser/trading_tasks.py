"""What people do with the simulated account, as tasks of scripts/browser/page_tests.py: on a phone, with the real checks of a new person.

The scene "accounts-trading-fast" has prices of the minute, a bank whose day takes two seconds, and an operator.
"""

import csv
import io
import pathlib
import re
import time

from browser.person import Person, Way
from browser.servers import BOB, NAME, PASSWORD, ROOT, PageServer
from browser.tasks import SCRIPTED, join, mine, number, sign_in_here, task

PHONE = 390
PHOTO = (ROOT / "web" / "shared" / "images" / "icon-512.png").read_bytes()
# A number can receive few codes a day.
NUMBERS = {Way.MOUSE: "+39 333 765 4311", Way.KEYBOARD: "+39 333 765 4312", Way.PLAIN: "+39 333 765 4313"}
SCENE = "accounts-trading-fast"


def send(person: Person, path: str) -> None:
    """Sends the form that leads to a path."""
    person.submit(f"main form[action='{path}']")


def path_of(person: Person) -> str:
    """The path of the page, without its query."""
    return person.page.url.removeprefix(person.server.url).split("?")[0]


def wait_for(person: Person, path: str, text: str) -> None:
    """Reloads a page until it contains a text: the bank's clock advances by itself."""
    for _ in range(60):
        person.open(path)
        if text in person.text:
            return
        person.page.wait_for_timeout(250)
    person.sees(text)


# MARK: Verification


def verify(person: Person, address: str) -> None:
    """Phone, photo of a document, and the decision of an operator on another phone."""
    path = "/trading/verification"
    person.open(path)
    person.sees("Simulated", "not verified")
    person.fill("[name=phone]", "12")
    send(person, f"{path}/phone")
    person.sees_error("phone")
    person.fill("[name=phone]", NUMBERS[person.way])
    count = len(person.server.phone_codes())
    send(person, f"{path}/phone")
    code = person.server.phone_codes()[count]
    person.fill("[name=code]", "000000" if code != "000000" else "000001")
    send(person, f"{path}/code")
    person.sees_error("code")
    person.fill("[name=code]", code)
    send(person, f"{path}/code")
    person.sees("Phone confirmed.")
    person.give_file("[name=photo]", "note.txt", b"not a picture", "text/plain")
    send(person, f"{path}/document")
    person.sees_error("photo")
    person.give_file("[name=photo]", "passport.png", PHOTO, "image/png")
    send(person, f"{path}/document")
    send(person, f"{path}/submission")
    person.sees("Waiting for a decision")
    decide(person, address)
    person.open(path)
    person.sees("Verified", "Legible.")
    person.open("/account/events")
    person.sees("Verification decided")


def decide(person: Person, address: str, decision: str = "Accept", reason: str = "Legible.") -> None:
    """An operator looks at the photo and decides."""
    with Person(person.context.browser, person.server, person.way, width=PHONE) as operator:
        operator.context.add_cookies(person.server.operator_cookies)
        operator.open("/operators")
        operator.sees(re.compile(r"\d waiting"))
        operator.press(operator.page.locator("#queues a[href='/operators/verifications']"))
        operator.sees(address)
        operator.press(operator.page.locator("#queue li", has_text=address).locator("a"))
        operator.sees(address)
        operator.sees_not("EUR")
        operator.press(operator.page.locator("#documents a[href*='/documents/']").first)
        wide = operator.page.locator("#photo img").evaluate("(image) => image.naturalWidth")
        operator.expect(wide > 0, "the photo is shown beside the decision", wide)
        operator.choose("[name=decision]", decision)
        operator.fill("[name=reason]", reason)
        send(operator, "/operators/verifications/decision")
        operator.sees("Decided.")


def bob_waits(server: PageServer) -> None:
    """Makes sure that Bob waits for a decision: a failed attempt at the task may have left him in another state."""
    if server.ask("GET", "/v1/trading/verification", who=BOB)["state"] != "pending":
        server.ask("POST", "/v1/trading/verification/documents?kind=passport&side=front", PHOTO, "image/png", who=BOB)
        server.ask("POST", "/v1/trading/verification/submission", who=BOB)


# MARK: Referral


def give_referral_code(person: Person) -> dict:
    """Gives the code of Ann, who is the person of the scene; returns her earlier reward."""
    before = person.server.ask("GET", "/v1/trading/referral")
    person.open("/trading/referral")
    person.fill("[name=code]", before["code"])
    send(person, "/trading/referral")
    person.sees("Code saved.")
    return before


def referral_counts(person: Person, before: dict) -> None:
    """Ann sees that a person used her code and was verified."""
    with Person(person.context.browser, person.server, person.way, width=PHONE) as ann:
        ann.context.add_cookies(person.server.session_cookies())
        ann.open("/trading/referral")
        ann.sees(f"People who used it {before['referred'] + 1}", f"Of these, verified and rewarded {before['rewards'] + 1}")


# MARK: Money


def deposit(person: Person, amount: str) -> None:
    person.open("/practice")
    person.press(person.page.locator("a[href='/trading/deposit']:visible").first)
    person.sees("IBAN", re.compile(r"QZ\d\d"), "Reference")
    person.fill("#amount", "0.001")
    send(person, "/trading/deposit")
    person.sees_error("amount")
    person.fill("#amount", amount)
    person.choose("#currency", "EUR")
    send(person, "/trading/deposit")
    person.sees(f"{amount}.00 EUR")
    wait_for(person, path_of(person), f"{amount}.00 EUR arrived")


def add_card(person: Person) -> None:
    person.open("/trading/methods")
    fields = person.page.locator("#card")
    if not fields.is_visible():
        person.press("Add a card")
    person.fill("#card-number", "4242 4242 4242 4241")
    person.fill("#card-expires", "09/29")
    person.submit("#card")
    person.sees_error("number")
    person.fill("#card-number", "4242 4242 4242 4242")
    person.submit("#card")
    person.sees("4242")
    person.sees_not("4242 4242")


def buy(person: Person, ticker: str, amount: str) -> None:
    person.open("/trading/trade?side=buy")
    person.fill("#asset", ticker)
    person.submit("main form:has(#asset)")
    person.fill("#amount", amount)
    person.choose("#unit", "EUR")
    person.submit("#trade")
    person.sees(f"{amount}.00 EUR", "Fee", re.compile("This price is valid for"))
    person.press("#confirm")
    person.sees(re.compile(f"Bought .* for {amount}"))


def sell_all(person: Person, ticker: str) -> None:
    person.open(f"/trading/trade/{ticker}?side=sell")
    person.submit_with("fill-50")
    half = number(person.page.locator("#amount").input_value())
    person.submit_with("fill-100")
    whole = number(person.page.locator("#amount").input_value())
    person.expect(0 < half < whole <= half * 2 + 1e-6, "half of it, then all", (half, whole))
    person.submit("#trade")
    person.press("#confirm")
    person.sees(re.compile("Sold .* for"))


def withdraw(person: Person, amount: str) -> None:
    person.open("/trading/withdraw")
    person.fill("#amount", "99999")
    person.submit("main form:has(#amount)")
    person.sees_error("amount")
    person.fill("#amount", amount)
    person.choose("#currency", "EUR")
    person.submit("main form:has(#amount)")
    person.sees("Fee", "4242")
    person.submit_with("confirm")
    wait_for(person, path_of(person), f"{amount}.00 EUR arrived")


def withdraw_to_closed_account(person: Person, amount: str) -> None:
    """The rules let accounts that end in 0404 return what they receive."""
    person.open("/trading/methods")
    person.press("Link a bank account")
    person.fill("#account-iban", "DE50 3704 0044 0532 0104 04")
    person.fill("#account-label", "Closed account")
    person.submit("#account")
    person.sees("Bank account linked.")
    person.open("/trading/withdraw")
    person.fill("#amount", amount)
    person.choose("#currency", "EUR")
    person.choose("#method", "Closed account (\u2022\u2022\u2022\u2022 0404)")
    person.submit("main form:has(#amount)")
    person.sees("Closed account")
    person.submit_with("confirm")
    wait_for(person, path_of(person), f"Withdrawal of {amount}.00 EUR returned")
    person.sees("The bank says that the account is closed.")
    person.open("/trading/history?show=withdrawals")
    person.sees("Returned")


def send_coins(person: Person, ticker: str) -> None:
    """To Ann, who is the person of the scene."""
    address = person.server.ask("PUT", f"/v1/trading/addresses/{ticker}")["address"]
    mistyped = address[:-1] + ("2" if address[-1] != "2" else "3")
    person.open(f"/trading/send/{ticker}")
    person.fill("#address", mistyped)
    person.fill("#quantity", "0.001")
    person.submit("main form:has(#address)")
    person.sees_error("address")
    person.fill("#address", address)
    person.submit("main form:has(#address)")
    person.submit_with("confirm")
    person.sees(re.compile("Sent .*0.001"))


def copy_address(person: Person, ticker: str) -> None:
    """Makes an address and copies it."""
    person.open(f"/trading/receive/{ticker}")
    person.submit("main form")
    person.sees(re.compile(f"SIM-{ticker}-[0-9A-Z]+"))
    address, button = person.page.locator("#address").inner_text(), person.page.locator("main [data-copy]")
    if person.way is Way.PLAIN:
        # Without scripts, people select the text, and the button would have no effect.
        person.expect(button.get_attribute("data-copy") == address, "the text is the address", address)
        return
    person.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=person.server.url)
    person.press(button)

    def copied() -> str:
        return person.page.evaluate("() => navigator.clipboard.readText()")

    person.wait_until(lambda: copied() == address, "the address is in the clipboard", copied)


def sees_earnings(person: Person) -> None:
    """What was earned is shown, and is the value, and what went out, less what came in."""
    person.open("/trading/earnings")
    person.sees("Earned or lost")
    steps = [number(text) for text in person.page.locator("ol.steps li b").all_inner_texts()]
    person.expect(len(steps) == 4 and abs(sum(steps[:3]) - steps[3]) < 0.03, "the steps add up to what was earned", steps)
    figure = number(person.page.locator(".gain-figure").inner_text())
    person.expect(figure == steps[3], "the figure is their sum", (figure, steps))
    held = person.page.locator("section:has(#held-title) .value").inner_text()
    person.expect(bool(re.search(r"\d", held)), "the held coin has a figure", held)


def change_password(person: Person, old: str, new: str) -> None:
    person.open("/account/password")
    person.fill("[name=current_password]", old)
    person.fill("[name=password]", new)
    person.fill("[name=password_again]", new)
    person.submit("main form:has([name=password_again])")
    person.sees("Password changed.")


def only_new_password_works(person: Person, address: str, old: str, new: str) -> None:
    sign_in_here(person, address, old)
    person.open("/practice")
    person.is_at("/sign-in")
    sign_in_here(person, address, new)
    person.open("/practice")
    person.is_at("/practice")


# MARK: Tasks


@task("the wallet app from sign-up to log-out, on a phone", scene=SCENE, width=PHONE, is_signed_in=False)
def wallet_app(person: Person) -> None:
    address = f"{person.way.name.lower()}.{time.monotonic_ns()}@example.com"
    join(person, address)
    person.open("/trading/trade/BNB")
    person.sees("Your identity must be verified")
    before = give_referral_code(person)
    verify(person, address)
    referral_counts(person, before)
    add_card(person)
    deposit(person, "300")
    buy(person, "BNB", "65")
    person.open("/trading/trade?side=buy")
    person.fill("#asset", "Cardano")
    person.submit("main form:has(#asset)")
    person.is_at("/trading/trade/ADA")
    send_coins(person, "BNB")
    sell_all(person, "BNB")
    withdraw(person, "100")
    # The bank takes some seconds, so one way is enough.
    if person.way is Way.MOUSE:
        withdraw_to_closed_account(person, "20")
    person.open("/trading/history")
    for text in ["Purchase", "Sale", "Deposit", "Withdrawal", "Sent coins"]:
        person.sees(text)
    person.press(person.page.locator(".moves a").first)
    person.sees("Simulated")
    sees_earnings(person)
    copy_address(person, "BNB")
    password = "brown owls wake at dusk"
    change_password(person, PASSWORD, password)
    person.open("/settings")
    person.choose("[name=language]", "Italiano")
    person.submit("main form:has([name=language])")
    person.open("/practice")
    person.sees("Conto simulato")
    person.open("/account")
    person.submit("form[action='/sign-out']")
    person.open("/practice")
    person.is_at("/sign-in")
    only_new_password_works(person, address, PASSWORD, password)


@task(
    "a verification that needs more, and is then refused", scene=SCENE, width=PHONE, is_signed_in=False, ways=(Way.MOUSE, Way.PLAIN))
def turned_down(person: Person) -> None:
    """Of Bob, who waits in the scene."""
    path, more, refused = "/trading/verification", "The date of birth is covered.", "The passport has expired."
    bob_waits(person.server)
    sign_in_here(person, BOB)
    person.open(path)
    person.sees("Waiting for a decision")
    decide(person, BOB, "Ask for more", more)
    person.open(path)
    person.sees("More is needed", more)
    person.sees_not("Waiting for a decision")
    person.give_file("[name=photo]", "passport.png", PHOTO, "image/png")
    send(person, f"{path}/document")
    send(person, f"{path}/submission")
    person.sees("Waiting for a decision")
    decide(person, BOB, "Refuse", refused)
    person.open(path)
    person.sees("Refused", refused)
    person.sees_not("fully verified")
    person.expect(person.page.locator("[name=photo]").count() == 1, "another attempt can be made")


@task("write to the operators and read their answer", scene=SCENE, width=PHONE)
def support(person: Person) -> None:
    question, answer = mine(person, "Where is my deposit,"), mine(person, "It arrives tomorrow,")
    person.open("/help")
    person.fill("[name=text]", question)
    send(person, "/help/message")
    person.sees("Message sent.", question)
    with Person(person.context.browser, person.server, person.way, width=PHONE) as operator:
        operator.context.add_cookies(person.server.operator_cookies)
        operator.open("/operators")
        operator.sees(re.compile(r"\d unread"))
        operator.press(operator.page.locator("#queues a[href='/operators/support']"))
        thread = operator.page.locator("#threads li", has_text=NAME)
        operator.expect("unread" in thread.inner_text(), "the thread has an unread message", thread.inner_text())
        operator.press(thread.locator("a"))
        operator.sees("Simulated money", question)
        operator.fill("[name=text]", answer)
        send(operator, "/operators/support/answer")
        operator.sees("Message sent.", answer)
        operator.expect(operator.page.locator("#support h2 .badge").count() == 0, "what was answered is read")
    person.open("/help")
    mark = person.page.locator("#support h2 .badge")
    person.expect("unread" in mark.inner_text(), "the answer is marked as unread", mark.inner_text())
    row = person.page.locator("ol.messages li", has_text=answer)
    person.expect("new" in row.locator(".badge").inner_text(), "the answer is new", row.inner_text())
    send(person, "/help/read")
    person.sees("Marked as read.", answer)
    person.expect(mark.count() == 0 and row.locator(".badge").count() == 0, "nothing is unread any more")


@task("cancel a withdrawal and find it in the history", scene="trading", width=PHONE)
def cancelled_withdrawal(person: Person) -> None:
    def free() -> str:
        balances = person.server.ask("GET", "/v1/trading/account")["balances"]
        return next(each["free"] for each in balances if each["asset"] == "eur")

    before = free()
    person.open("/trading/withdraw")
    person.fill("#amount", "12")
    person.choose("#currency", "EUR")
    person.submit("main form:has(#amount)")
    person.sees("Fee", "12.50 EUR")
    person.submit_with("confirm")
    person.sees("Withdrawal of 12.00 EUR accepted")
    path = path_of(person)
    person.expect(free() != before, "the amount is held", (before, free()))
    send(person, path)
    person.sees("Withdrawal of 12.00 EUR cancelled")
    person.expect(free() == before, "the amount is free again", (before, free()))
    person.open("/trading/history?show=withdrawals")
    row = " ".join(person.page.locator(".moves tbody tr").first.inner_text().split())
    person.expect(bool(re.search(r"12\.[05]0 EUR", row)) and "Cancelled" in row, "the history has the cancelled withdrawal", row)


@task("rename a card and remove it", scene="trading", width=PHONE)
def cards(person: Person) -> None:
    # A failed attempt may have left a card.
    name, renamed = (f"{colour} card {time.monotonic_ns()}" for colour in ("Green", "Blue"))
    person.server.ask("POST", "/v1/trading/methods/cards", {"number": "5555 5555 5555 4444", "expires": "09/29", "label": name})
    person.open("/trading/methods")
    row = person.page.locator("main li", has_text=name)
    person.press(row.locator("summary"))
    person.fill(row.locator("[name=label]"), renamed)
    person.press(row.locator("button[value=rename]"))
    person.sees("Name saved.", renamed)
    person.sees_not(name)
    row = person.page.locator("main li", has_text=renamed)
    person.press(row.locator("summary"))
    person.press(row.locator("button[value=remove]"))
    person.sees("Removed.")
    person.sees_not(renamed)
    names = [each["label"] for each in person.server.ask("GET", "/v1/trading/methods")["data"]]
    person.expect(renamed not in names and name not in names, "the card is gone", names)


@task("download the history, whole and filtered", scene="trading", width=PHONE)
def export(person: Person) -> None:
    entries = person.server.ask("GET", "/v1/trading/history?limit=500")["data"]
    for path, kinds in [("/trading/history", None), ("/trading/history?show=trades", {"buy", "sell"})]:
        person.open(path)
        with person.page.expect_download() as download:
            person.press(person.page.locator("main a[href*='format=csv']"))
        rows = list(csv.DictReader(io.StringIO(pathlib.Path(download.value.path()).read_text())))
        expected = [each["id"] for each in entries if not kinds or each["kind"] in kinds]
        person.expect([row["id"] for row in rows] == expected, f"the file of {path} has {len(expected)} entries", rows)
        person.expect(all(row["simulated"] == "true" for row in rows), "each row says that it is simulated", rows[:1])


@task("a limit order and a recurring purchase, placed and cancelled", scene="trading", width=PHONE)
def orders(person: Person) -> None:
    person.open("/trading/trade/ETH?tab=limit")
    person.fill("#amount", "40")
    person.choose("#unit", "EUR")
    person.fill("[name=price]", "11.25")
    person.submit("#trade")
    person.sees("Order placed")
    path = path_of(person)
    person.open(path)
    send(person, path)
    person.sees(re.compile("Order cancelled|Cancelled"))
    person.open("/trading/trade/ADA?tab=recurring")
    person.fill("#amount", "12")
    person.choose("#every", "Every week")
    person.submit("#trade")
    person.sees("Recurring purchase started")
    person.press(person.page.locator("main form[action^='/trading/plans/'] button").last)
    person.sees("Recurring purchase ended")


VEIL = "\u2022" * 5


@task("hide the balance and show it again", scene="trading", width=PHONE)
def hide(person: Person) -> None:
    def texts(selector: str) -> list[str]:
        return [" ".join(text.split()) for text in person.page.locator(selector).all_inner_texts()]

    def amounts() -> list[str]:
        return texts("main [data-amount]")

    person.open("/practice")
    # Coin prices move meanwhile, but cash does not.
    cash = texts("ul.balances li:not(:has(a.coin)) .sum b")
    person.expect(len(cash) == 2 and set(cash) <= set(amounts()), "the cash is shown", cash)
    person.press("#hide")
    person.wait_until(lambda: set(amounts()) == {VEIL}, "all amounts are hidden", amounts)
    person.sees_not(*cash)
    person.open("/trading/history")
    person.wait_until(lambda: set(amounts()) == {VEIL}, "all amounts of the history are hidden", amounts)
    person.open("/practice")
    person.sees_not(*cash)
    person.press("#hide")
    person.wait_until(lambda: VEIL not in amounts() and set(cash) <= set(amounts()), "the amounts are back", amounts)


def prefer(person: Person, ticker: str) -> None:
    """Chooses the preferred coin in the settings."""
    person.open("/settings")
    person.choose_coin("[name=coin]", ticker)
    person.submit("main form:has([name=coin])")


@task("choose the coin of a purchase from the list below the field", scene="trading")
def choose_coin(person: Person) -> None:
    person.open("/trading/trade?side=buy")
    rows = person.page.locator("#coin-choices li")
    before = rows.count()
    person.expect(before > 1, "the coins are listed", rows.all_inner_texts())
    person.fill("#asset", "carda")
    if person.way is Way.PLAIN:
        person.submit("main form:has(#asset)")
        person.sees_error("asset")
    person.wait_until(lambda: rows.count() == 1, "one coin is left", rows.all_inner_texts)
    person.press(rows.locator("a").first)
    person.is_at("/trading/trade/ADA")


@task("prefer a coin, which stands first among the favourites; see earnings; find an answer", scene="trading", width=PHONE)
def preferred(person: Person) -> None:
    for ticker in ("BTC", "ETH"):
        person.server.ask("PUT", f"/v1/favourites/{ticker}")
    prefer(person, "ETH")
    person.open("/favourites")
    first = person.page.locator("ol.favourites li").first.inner_text()
    person.expect("ETH" in first and "Preferred" in first, "the preferred coin stands first", first)
    sees_earnings(person)
    person.sees("holding ETH")
    person.open("/help")
    person.fill("#search", "withdraw")
    person.submit("main form[role=search]")
    person.expect(person.page.locator("#questions summary").count() >= 1, "answers are found")


# What the camera and the pictures show, one text after the other; browsers on Linux have no detector. A camera that is refused throws.
CODES = """
    window.codes = [];
    window.streams = [];
    window.isAllowed = true;
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code"]; }
        async detect() { return window.codes.splice(0, 1).map((rawValue) => ({ rawValue })); }
    };
    navigator.mediaDevices.getUserMedia = async () => {
        if (!window.isAllowed) throw new DOMException("denied", "NotAllowedError");
        const canvas = document.createElement("canvas");
        canvas.getContext("2d");
        window.streams.push(canvas.captureStream());
        return window.streams.at(-1);
    };
"""


@task("read an address from a QR code", scene="trading", ways=SCRIPTED, width=PHONE)
def scan(person: Person) -> None:
    address = "SIM-BTC-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q2"
    page = person.page

    def typed(name: str) -> str:
        return page.locator(f"#{name}").input_value()

    def show(text: str) -> None:
        page.evaluate("(text) => window.codes.push(text)", text)

    def cameras_are_off() -> bool:
        return page.evaluate("() => window.streams.every((stream) => stream.getTracks().every((track) => track.readyState === 'ended'))")

    person.open("/trading/send/BTC")
    person.expect(not page.locator("#scan").is_visible(), "a browser without a detector offers nothing")
    page.add_init_script(CODES)
    person.open("/trading/send/BTC")
    may_use_camera = "() => document.featurePolicy.allowsFeature('camera')"
    person.expect(page.evaluate(may_use_camera), "the page may ask for the camera")

    # The camera shows a payment; its amount fills the empty field.
    show(f"bitcoin:{address}?amount=0.25&label=x")
    person.press("Scan a QR code")
    person.wait_until(lambda: typed("address") == address, "the address is filled in", lambda: typed("address"))
    person.expect(typed("quantity") == "0.25", "the amount is filled in", typed("quantity"))
    person.expect(cameras_are_off() and not page.locator("#scanner").is_visible(), "the camera is off")

    # An amount that was typed stays, and nothing is opened.
    person.fill("#quantity", "3")
    show(f"{address}?amount=9")
    person.press("Scan a QR code")
    person.wait_until(cameras_are_off, "the camera is off")
    person.expect(typed("quantity") == "3", "the typed amount stays", typed("quantity"))
    show("https://example.com/steal")
    person.press("Scan a QR code")
    person.sees_error("address")
    person.expect(typed("address") == address and page.url.endswith("/trading/send/BTC"), "a link is neither taken nor opened", page.url)

    # Closed by the reader.
    person.press("Scan a QR code")
    page.locator("#scanner video").wait_for()
    person.press("Cancel")
    person.wait_until(cameras_are_off, "the camera is off after Cancel")

    page.evaluate("() => { window.isAllowed = false; }")
    person.press("Scan a QR code")
    person.sees("The camera cannot be used.")

    person.fill("#address", "")
    show(address.lower())
    with page.expect_file_chooser() as chooser:
        person.press("QR code from a picture")
    chooser.value.set_files({"name": "code.png", "mimeType": "image/png", "buffer": PHOTO})
    person.wait_until(lambda: typed("address") == address.lower(), "the picture's address is filled in", lambda: typed("address"))

    person.open("/practice")
    person.expect(not page.evaluate(may_use_camera), "no other page may ask for the camera")


@task("a paper match on a phone", scene="sample", width=PHONE)
def paper(person: Person) -> None:
    person.open("/paper")
    person.fill("[name=coins]", "SIM01, SIM04")
    person.submit("main form[action='/paper']")
    person.wait_until(lambda: "won" in person.text or "ahead" in person.text, "somebody won", lambda: person.text[:500], seconds=60)

