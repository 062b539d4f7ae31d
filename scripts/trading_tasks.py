"""What people do with the simulated account, as tasks of scripts/page_tests.py: on a phone, with the real checks of a new person.

The scene "accounts-trading-fast" has prices of the minute, a bank whose day takes two seconds, and an operator.
"""

import re
import time

from page_person import Person, Way
from page_servers import PASSWORD, ROOT
from page_tasks import join, task

PHONE = 390
PHOTO = (ROOT / "web" / "images" / "icon-512.png").read_bytes()
# A number gets few codes a day.
NUMBERS = {Way.MOUSE: "+39 333 765 4311", Way.KEYBOARD: "+39 333 765 4312", Way.PLAIN: "+39 333 765 4313"}
SCENE = "accounts-trading-fast"


def send(person: Person, path: str) -> None:
    """Sends the form that leads to a path."""
    person.submit(f"main form[action='{path}']")


def wait_for(person: Person, path: str, text: str) -> None:
    """Looks at a page again and again until it says a text: the bank's clock goes on by itself."""
    for _ in range(60):
        person.open(path)
        if text in person.text:
            return
        person.page.wait_for_timeout(250)
    person.sees(text)


# MARK: Verification


def verify(person: Person, address: str) -> None:
    """Phone, photo of a document, and the decision of an operator on a phone of their own."""
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


def decide(person: Person, address: str) -> None:
    with Person(person.context.browser, person.server, person.way, width=PHONE) as operator:
        operator.context.add_cookies(person.server.operator_cookies)
        operator.open("/operators")
        operator.sees(re.compile(r"\d waiting"))
        operator.press(operator.page.locator("#queues a[href='/operators/verifications']"))
        operator.sees(address)
        operator.press(operator.page.locator("#queue li", has_text=address).locator("a"))
        operator.sees(address)
        operator.sees_not("EUR")
        photo = operator.page.locator("#documents a[href*='/documents/']").first.get_attribute("href")
        answer = operator.context.request.get(person.server.url + photo)
        operator.expect(answer.status == 200 and answer.headers["content-type"] == "image/jpeg", "the photo is shown", answer.status)
        operator.fill("[name=reason]", "Legible.")
        send(operator, "/operators/verifications/decision")
        operator.sees("Decided.")


# MARK: Money


def deposit(person: Person, amount: str) -> None:
    person.open("/trading")
    person.press(person.page.locator("a[href='/trading/deposit']:visible").first)
    person.sees("IBAN", re.compile(r"QZ\d\d"), "Reference")
    person.fill("#amount", "0.001")
    send(person, "/trading/deposit")
    person.sees_error("amount")
    person.fill("#amount", amount)
    person.choose("#currency", "EUR")
    send(person, "/trading/deposit")
    person.sees(f"{amount}.00 EUR")
    wait_for(person, person.page.url.removeprefix(person.server.url), f"{amount}.00 EUR arrived")


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
    person.sees(f"{amount}.00 EUR", "Fee", re.compile("This price holds for"))
    person.press("#confirm")
    person.sees(re.compile(f"Bought .* for {amount}"))


def sell_all(person: Person, ticker: str) -> None:
    person.open(f"/trading/trade/{ticker}?side=sell")
    person.press(person.page.locator("#trade a.toggle").first)
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
    wait_for(person, person.page.url.removeprefix(person.server.url), f"{amount}.00 EUR arrived")


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


# MARK: Tasks


@task("the wallet app from sign-up to log-out, on a phone", scene=SCENE, width=PHONE, is_signed_in=False)
def wallet_app(person: Person) -> None:
    address = f"{person.way.name.lower()}.{time.monotonic_ns()}@example.com"
    join(person, address)
    person.open("/trading/trade/BNB")
    person.sees("Your identity must be verified")
    verify(person, address)
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
    person.open("/trading/history")
    for text in ["Purchase", "Sale", "Deposit", "Withdrawal", "Sent coins"]:
        person.sees(text)
    person.press(person.page.locator(".moves a").first)
    person.sees("Simulated")
    person.open("/trading/earnings")
    person.sees("Earned or lost")
    person.open("/trading/receive/BNB")
    person.submit("main form")
    person.sees(re.compile("SIM-BNB-[0-9A-Z]+"))
    password = "brown owls wake at dusk"
    person.open("/account/password")
    person.fill("[name=current_password]", PASSWORD)
    person.fill("[name=password]", password)
    person.fill("[name=password_again]", password)
    person.submit("main form:has([name=password_again])")
    person.open("/settings")
    person.choose("[name=language]", "Italiano")
    person.submit("main form:has([name=language])")
    person.open("/trading")
    person.sees("Conto simulato")
    person.open("/account")
    person.submit("form[action='/sign-out']")
    person.open("/trading")
    person.is_at("/sign-in")


@task("a limit order and a recurring purchase, placed and cancelled", scene="trading", width=PHONE)
def orders(person: Person) -> None:
    person.open("/trading/trade/ETH?tab=limit")
    person.fill("#amount", "40")
    person.choose("#unit", "EUR")
    person.fill("[name=price]", "11.25")
    person.submit("#trade")
    person.sees("Order placed")
    path = person.page.url.removeprefix(person.server.url).split("?")[0]
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


@task("hide the balance, order the feed, find an answer", scene="trading", width=PHONE)
def feed(person: Person) -> None:
    person.open("/trading")
    person.press("#hide")
    person.wait_until(lambda: "•" in person.text or "***" in person.text, "amounts are hidden", lambda: person.text[:300])
    person.press("#hide")
    person.open("/trading/feed")
    first = person.page.locator("ol.feed li b").first.inner_text()
    person.press(person.page.locator("ol.feed button[name=down]:enabled").first)
    person.wait_until(
        lambda: person.page.locator("ol.feed li b").first.inner_text() != first, "the first coin has moved down", lambda: first)
    person.press(person.page.locator("ol.feed button[name=up]:enabled").first)
    person.open("/help")
    person.fill("#search", "withdraw")
    person.submit("main form[role=search]")
    person.expect(person.page.locator("#questions summary").count() >= 1, "answers are found")


@task("a paper match on a phone", scene="sample", width=PHONE)
def paper(person: Person) -> None:
    person.open("/paper")
    person.fill("[name=coins]", "SIM01, SIM04")
    person.submit("main form[action='/paper']")
    person.wait_until(lambda: "won" in person.text or "ahead" in person.text, "somebody won", lambda: person.text[:500], seconds=60)

