"""The screens and states that scripts/screenshots photographs: where each is, on which server, and what is done before.

A new page or state is a line of SCREENS. The scenes are those of servers.py.
"""

import dataclasses
import itertools
import typing

from playwright.sync_api import Error, Page

from browser.servers import BOB, CAROL, EMAIL, PASSWORD, PRICES, SAMPLE, closes

Step = typing.Callable[[Page], None]


@dataclasses.dataclass(frozen=True)
class Screen:
    """A screen in one state.

    `path` may name what the scene made, such as `{returned}`. `steps` are done in order after the page is loaded. `is_signed_in`: on a server with
    accounts; `who`: as this person; `is_operator`: as its operator. `status`: of the page's answer. `shows`: only this part of the page is in the picture.
    """

    name: str
    path: str
    scene: str = "sample"
    steps: tuple[Step, ...] = ()
    is_signed_in: bool = True
    who: str = EMAIL
    is_operator: bool = False
    status: int = 200
    shows: str | None = None


def click(selector: str) -> Step:
    return lambda page: page.locator(selector).first.click()


def fill(selector: str, text: str) -> Step:
    return lambda page: page.locator(selector).first.fill(text)


def type_into(selector: str, text: str) -> Step:
    return lambda page: page.locator(selector).first.press_sequentially(text)


def check(selector: str) -> Step:
    return lambda page: page.locator(selector).first.check(force=True)


def press(*keys: str) -> Step:
    def act(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)

    return act


def submit(form: str) -> Step:
    """Sends a form and waits for the result: another page, or errors beside the fields."""

    def act(page: Page) -> None:
        main = page.locator(f"{form} button.main")
        (main if main.count() else page.locator(f"{form} button[type=submit], {form} button:not([type])")).first.click()
        page.wait_for_load_state("networkidle")

    return act


def until(selector: str) -> Step:
    """Waits for slow content."""
    return lambda page: page.locator(selector).first.wait_for(timeout=60_000)


def open_secret(selector: str) -> Step:
    """Opens the link that a page shows once."""
    return lambda page: page.goto(page.locator(selector).inner_text()) and None


def open_all(selector: str) -> Step:
    """Opens parts that are folded away: those with a script by a click, as a reader would, so that what moves counts as asked for."""

    def act(page: Page) -> None:
        for summary in page.locator(f"{selector}:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        page.evaluate("(each) => document.querySelectorAll(each).forEach((node) => { node.open = true; })", selector)

    return act


def chip(name: str, value: str) -> Step:
    return click(f"label:has(input[name={name}][value='{value}'])")


def point(plot: str, across: float) -> Step:
    """Puts the mouse over a chart, at a part of its width."""

    def act(page: Page) -> None:
        place = page.locator(plot).first
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        page.mouse.move(box["x"] + box["width"] * across, box["y"] + box["height"] / 2)

    return act


def choose_file(selector: str, ticker: str = "SIM03", text: bytes | None = None) -> Step:
    content = text if text is not None else (SAMPLE / f"{ticker}.csv").read_bytes()
    return lambda page: page.locator(selector).first.set_input_files({"name": f"{ticker}.csv", "mimeType": "text/csv", "buffer": content})


def confirm_late(page: Page) -> None:
    """Confirms a quote that has run out, as a page without scripts lets people do."""
    page.locator("#confirm[disabled]").wait_for(timeout=60_000)
    page.evaluate("() => { const button = document.querySelector('#confirm'); button.disabled = false; button.click(); }")
    page.locator("#failed-title").wait_for()


def confirm_anyway(page: Page) -> None:
    """Confirms a quote that will fail, as on a page that was opened before the cash was spent."""
    page.evaluate("() => { const button = document.querySelector('#again'); button.value = 'confirm'; button.click(); }")
    page.locator("#failed-title").wait_for()


PRICES_TO_COME = itertools.cycle(PRICES[::-1])


def move_price(page: Page) -> None:
    """Stores another close of BTC, above and below in turn."""
    origin = page.evaluate("() => location.origin")
    price = next(PRICES_TO_COME)
    answer = page.request.put(
        f"{origin}/v1/assets/BTC/history?replace=true", data=closes(price, price), headers={"Content-Type": "text/csv"})
    if not answer.ok:
        raise Error(f"the close was not stored: {answer.text()}")


PLOT = "#chart .plot"
HOME = [
    Screen("home", "/"),
    Screen("home-empty", "/", "new"),
    Screen("home-hidden", "/", steps=(click("#hide"),)),
    Screen("home-practice", "/?of=practice", "trading"),
    Screen("home-practice-empty", "/?of=practice", "new"),
    Screen("home-waiting", "/", "trading"),
    Screen("more", "/more"),
    Screen("search", "/search"),
    Screen("search-found", "/search?q=sim0"),
    Screen("search-refused", "/search?q=" + "a" * 61, status=422),
    Screen("search-dialog", "/settings", steps=(press("/"), type_into("#finder-text", "sim0"), until("#finder [role=option]"))),
]
MARKETS = [
    Screen("markets", "/markets"),
    Screen("markets-sorted", "/markets", steps=(click("th[data-sort=price] a"),)),
    Screen("markets-search", "/markets", steps=(type_into("#search", "sim1"),)),
    Screen("markets-nothing-found", "/markets", steps=(type_into("#search", "nothing of that name"),)),
    Screen("markets-new", "/markets", "new"),
    Screen("markets-empty", "/markets", "empty"),
    Screen("markets-fresh", "/markets", "fresh"),
]
COIN = [
    Screen("coin", "/coins/SIM01"),
    Screen("coin-month", "/coins/SIM01?past=1M&ahead=2W"),
    Screen("coin-past", "/coins/SIM01", steps=(point(PLOT, 0.4),)),
    Screen("coin-ahead", "/coins/SIM01", steps=(point(PLOT, 0.85),)),
    Screen("coin-logarithmic", "/coins/SIM01", steps=(click("a[data-scale=log]"),)),
    Screen("coin-volume", "/coins/BTC?volume=on&kind=candles", "trading"),
    Screen("coin-opened", "/coins/SIM01", steps=(open_all("details.opens"),)),
    Screen("coin-add", "/coins/SIM01", steps=(click("[href='#add-dialog']"),)),
    Screen("coin-without-diary", "/coins/SIM12", "new"),
    Screen("coin-without-closes", "/coins/BTC", "empty"),
    Screen("coin-unknown", "/coins/NOSUCH", status=404),
    Screen("coin-fresh", "/coins/SIM01", "fresh"),
    Screen("coin-stale", "/coins/SIM12", "fresh"),
    Screen("coin-long", "/coins/LONG?past=All", "fresh"),
    Screen("compare-empty", "/compare", "new"),
    Screen("compare-two", "/compare?coins=SIM01,SIM04"),
    Screen("compare-five", "/compare?coins=SIM01,SIM02,SIM04,SIM07,SIM09"),
]
LISTS = [
    Screen("favourites", "/favourites"),
    Screen("favourites-empty", "/favourites", "new"),
    Screen("paper", "/paper"),
]
WALLETS = [
    Screen("wallets", "/portfolio"),
    Screen("wallets-empty", "/portfolio", "new"),
    Screen("wallet", "/wallets/Main"),
    Screen("wallet-opened", "/wallets/Main", steps=(open_all("details.opens"),)),
    Screen("wallet-hidden", "/wallets/Main", steps=(click("#hide"),)),
    Screen("wallet-without-coins", "/wallets/Holiday"),
    Screen("wallet-record", "/wallets/Main/record"),
    Screen("wallet-record-coins", "/wallets/Main/record", steps=(click("#asset"), until(".suggestions [role=option]"))),
    Screen("wallet-refused", "/wallets/Main/record", steps=(click("button[value=record]"),)),
    Screen("wallet-history", "/wallets/Main/history"),
    Screen("wallet-files", "/wallets/Main/files"),
    Screen("prices-add", "/prices/import"),
    Screen("wallet-share", "/wallets/Main/share"),
    Screen("wallet-share-refused", "/wallets/Main/share", steps=(submit("#new-share form"),)),
    Screen("wallet-share-made", "/wallets/Main/share", steps=(fill("input[name=share-title]", "Our savings"), submit("#new-share form"))),
    Screen(
        "wallet-shared",
        "/wallets/Main/share",
        steps=(fill("input[name=share-title]", "Our savings"), submit("#new-share form"), open_secret("#made-secret")),
    ),
    Screen("wallet-shared-unknown", "/shared/unknown", status=404),
    Screen("wallet-settings", "/wallets/Main/settings"),
    Screen("wallet-new", "/wallets/new"),
    Screen("wallets-all", "/wallets/all"),
    Screen("wallet-tax", "/wallets/tax?year=2025&country=de"),
    Screen("wallet-unknown", "/wallets/Nothing", status=404),
]
ALERTS = [
    Screen("alerts", "/alerts"),
    Screen("alerts-empty", "/alerts", "new"),
    Screen("alerts-measures", "/alerts/new"),
    Screen("alerts-price", "/alerts/new?measure=price&asset=SIM01"),
    Screen("alerts-probability", "/alerts/new?measure=probability-below&asset=SIM01"),
    Screen("alerts-total", "/alerts/new?measure=total"),
    Screen("alert", "/alerts/{alert}?trial=1"),
    Screen("notices-empty", "/notices", "new"),
    Screen("since", "/since?days=30"),
    Screen("since-empty", "/since", "new"),
]
NEWS = [
    Screen("news", "/news"),
    Screen("news-trending", "/news?show=trending"),
    Screen("news-no-match", "/news?search=zebra"),
    Screen("news-empty", "/news", "empty"),
    Screen("news-refused", "/news?search=" + "a" * 201, status=422),
    Screen("article", "/news/e_0000000000000002"),
    Screen("article-unknown", "/news/nothing", status=404),
]
STATEMENT = (
    b"Date,Payee,Amount,Currency\n2025-03-01,Corner Bakery,-3.20,EUR\n2025-03-02,Salary,2100.00,EUR\n2025-03-03,City Transport,-2.00,EUR\n"
    b"2025-03-04,Bookshop,much,EUR\n")
# Days and months can be taken for each other, and no line names a currency.
OPEN_STATEMENT = b"Date,Payee,Amount\n01/03/2025,Corner Bakery,3.20\n02/03/2025,City Transport,2.00\n"
EXPENSES = [
    Screen("expenses", "/expenses"),
    Screen("expenses-empty", "/expenses", "new"),
    Screen("expense-new", "/expenses/new"),
    Screen("expense-split", "/expenses/new", steps=(fill("[name=amount]", "12"), click("button[value=split]"))),
    Screen("expense-refused", "/expenses/new", steps=(fill("[name=amount]", "much"), submit("#expense-form")), status=200),
    Screen("expense", "/expenses/{expense}"),
    Screen("expense-edit", "/expenses/{expense}/edit"),
    Screen("expense-unknown", "/expenses/x_0000000000000000", status=404),
    Screen("expense-list", "/expenses/list"),
    Screen("expense-select", "/expenses/list?select=yes", steps=(click(".pick"),)),
    Screen("expense-filter", "/expenses/list?search=bread&least=3", steps=(open_all(".opens"),)),
    Screen("expense-no-match", "/expenses/list?search=nothing"),
    Screen("expense-places", "/expenses/places"),
    Screen("expense-places-filter", "/expenses/places?favourites=yes&number=1-10"),
    Screen("expense-place", "/expenses/places/{place}"),
    Screen("expense-place-new", "/expenses/places/new", steps=(click("button[value=hours]"),)),
    Screen("expense-place-edit", "/expenses/places/{place}/edit"),
    Screen("expense-categories", "/expenses/categories"),
    Screen("expense-category", "/expenses/categories/{category}"),
    Screen("expense-budgets", "/expenses/budgets"),
    Screen("expense-recurring", "/expenses/recurring"),
    Screen("expense-recurring-edit", "/expenses/recurring/{recurring}"),
    Screen("expense-overview", "/expenses/overview"),
    Screen("expense-lasting", "/expenses/lasting?ask=yes&currency=USD&spending_currency=EUR&rate=0.9&fee_percent=0"),
    Screen("expense-import", "/expenses/import"),
    Screen("expense-import-preview", "/expenses/import", steps=(choose_file("input[type=file]", ticker="statement", text=STATEMENT), submit("#import"))),
    Screen("expense-import-open", "/expenses/import", steps=(choose_file("input[type=file]", ticker="statement", text=OPEN_STATEMENT), submit("#import"))),
    Screen("expense-reading", "/operators/reading"),
    Screen("expense-reading-new", "/operators/reading/new"),
]
OTHERS = [
    Screen("settings", "/settings"),
    Screen("profile", "/profile"),
    Screen("profile-refused", "/profile", steps=(fill("[name=login_name]", "a b"), submit("main form:has([name=login_name])"))),
    Screen("about", "/about"),
    Screen("file", "/file", "new"),
    Screen("file-forecast", "/file", "new", (choose_file("input[type=file]"), submit("form"))),
    Screen("file-refused", "/file", "new", (choose_file("input[type=file]", text=b"date,close\n2024-01-01,abc\n"), submit("form"))),
    Screen("docs", "/docs"),
    Screen("not-found", "/nothing/here", status=404),
]
ACCOUNTS = [
    Screen("sign-in", "/sign-in", "accounts", is_signed_in=False),
    Screen(
        "sign-in-refused", "/sign-in", "accounts",
        (fill("[name=email]", EMAIL), fill("[name=password]", "wrong wrong wrong"), submit("main form:has([name=password])")), is_signed_in=False),
    Screen("sign-up", "/sign-up", "accounts", is_signed_in=False),
    Screen("sign-up-refused", "/sign-up", "accounts", (submit("main form:has([name=password])"),), is_signed_in=False),
    Screen("reset", "/reset", "accounts", is_signed_in=False),
    Screen("verify", "/verify", "accounts", is_signed_in=False),
    Screen("invitation", "/invitation", "accounts", is_signed_in=False),
    Screen("signed-out-wallets", "/portfolio", "accounts", is_signed_in=False),
    Screen("account", "/account", "accounts"),
    Screen("account-devices", "/account/devices", "accounts"),
    Screen("account-events", "/account/events", "accounts"),
    Screen("account-password", "/account/password", "accounts"),
    Screen("account-second-factor", "/account/second-factor", "accounts"),
    Screen("account-pin", "/account/pin", "accounts"),
    Screen("account-tokens", "/account/tokens", "accounts"),
    Screen("account-export", "/account/export", "accounts"),
    Screen("account-deletion", "/account/deletion", "accounts"),
    Screen("account-settings", "/settings", "accounts"),
    Screen("account-markets", "/markets", "accounts"),
    Screen("account-menu", "/favourites", "accounts", (open_all(".account-menu"),)),
    Screen("account-wallet", "/wallets/Main", "accounts"),
]
TRADE = "/trading/trade/BTC"
PREVIEW = (fill("#amount", "65"), submit("#trade"))
TRADING = [
    Screen("trading-empty", "/practice", "new"),
    Screen("trading", "/practice", "trading"),
    Screen("trading-hidden", "/practice", "trading", (click("#hide"),)),
    Screen("trade-choose", "/trading/trade?side=buy", "trading"),
    Screen("trade", TRADE, "trading"),
    Screen("trade-sell", f"{TRADE}?side=sell", "trading"),
    Screen("trade-limit", f"{TRADE}?tab=limit", "trading"),
    Screen("trade-recurring", f"{TRADE}?tab=recurring", "trading"),
    Screen("trade-refused", TRADE, "trading", (fill("#amount", "0.5"), submit("#trade"))),
    Screen("trade-stale", "/trading/trade/SIM01"),
    Screen("trade-quote", TRADE, "trading", PREVIEW),
    Screen("trade-warned", TRADE, "trading", (fill("#amount", "9000"), submit("#trade"))),
    Screen("trade-failed", TRADE, "trading", (fill("#amount", "9000"), submit("#trade"), confirm_anyway)),
    Screen("trade-result", TRADE, "trading", (*PREVIEW, click("#confirm"))),
    Screen("trade-quote-over", TRADE, "trading-closes", (*PREVIEW, until("#confirm[disabled]"))),
    Screen("trade-quote-expired", TRADE, "trading-closes", (*PREVIEW, confirm_late)),
    Screen("trade-price-moved", TRADE, "trading-closes", (*PREVIEW, move_price, click("#confirm"))),
    Screen("trade-tolerance", "/trading/tolerance", "trading"),
    Screen("trade-practice", "/trading/practice-prices", "trading"),
    Screen("trade-orders", "/trading/orders", "trading"),
    Screen("trade-orders-empty", "/trading/orders", "new"),
    Screen("trade-order-open", "/trading/orders/{open}", "trading"),
    Screen("trade-order-cancelled", "/trading/orders/{cancelled}", "trading"),
    Screen("trade-order-failed", "/trading/orders/{failed}", "trading"),
    Screen("trade-order-expired", "/trading/orders/{expired}", "trading"),
    Screen("trade-plans", "/trading/plans", "trading"),
    Screen("trade-plans-empty", "/trading/plans", "new"),
    Screen("trade-history", "/trading/history", "trading"),
    Screen("trade-history-filtered", "/trading/history?show=trades&asset=ETH", "trading"),
    Screen("trade-history-empty", "/trading/history", "new"),
    Screen("trade-receipt", "/trading/history?show=trades", "trading", (click(".moves a"),)),
    Screen("trading-coin", "/coins/BTC", "trading"),
]
AMOUNT = fill("#amount", "100")
PAYMENTS = [
    Screen("pay-deposit", "/trading/deposit", "trading"),
    Screen("pay-deposit-refused", "/trading/deposit", "trading", (fill("#amount", "0.5"), submit("main form:has(#amount)"))),
    Screen("pay-deposit-waits", "/trading/deposit", "trading", (AMOUNT, submit("main form:has(#amount)"))),
    Screen("pay-withdraw", "/trading/withdraw", "trading"),
    Screen("pay-withdraw-empty", "/trading/withdraw", "new"),
    Screen("pay-withdraw-preview", "/trading/withdraw", "trading", (AMOUNT, submit("main form:has(#amount)"))),
    Screen("pay-withdraw-refused", "/trading/withdraw", "trading", (fill("#amount", "99999"), submit("main form:has(#amount)"))),
    Screen("pay-withdraw-accepted", "/trading/withdraw", "trading", (AMOUNT, submit("main form:has(#amount)"), click("main button.main"))),
    Screen("pay-settled", "/trading/payments/{settled}", "trading"),
    Screen("pay-returned", "/trading/payments/{returned}", "trading"),
    Screen("pay-cancelled", "/trading/payments/{cancelled-payment}", "trading"),
    Screen("pay-methods", "/trading/methods", "trading", (open_all("details.opens"),)),
    Screen("pay-methods-empty", "/trading/methods", "new"),
    Screen("pay-methods-refused", "/trading/methods", "new", (fill("#card-number", "4242424242424241"), fill("#card-expires", "09/29"), submit("#card"))),
    Screen("receive-choose", "/trading/receive", "trading"),
    Screen("receive", "/trading/receive/BTC", "trading"),
    Screen("receive-none", "/trading/receive/DOGE", "trading"),
    Screen("send-choose", "/trading/send", "trading"),
    Screen("send", "/trading/send/BTC", "trading"),
    Screen("send-refused", "/trading/send/BTC", "trading", (fill("#address", "SIM-BTC-7KQ2"), fill("#quantity", "1000"), submit("main form:has(#address)"))),
    Screen("earnings", "/trading/earnings", "trading"),
    Screen("earnings-opened", "/trading/earnings", "trading", (open_all("details.opens"),)),
    Screen("earnings-empty", "/trading/earnings", "new"),
]
QUEUE, SUPPORT, VERIFICATION = "/operators/verifications", "/operators/support", "/trading/verification"
STATES = "accounts-states"
SEND = ("/trading/send/ADA?address={address}&quantity=1&note=for+lunch", STATES)
SENT = submit("main form:has(#address)")
PEOPLE = [
    # The first of its scene: the code is valid for ten minutes.
    Screen("verification-code-sent", VERIFICATION, STATES, who=CAROL),
    Screen("verification-more-needed", VERIFICATION, STATES, who="dan@example.com"),
    Screen("verification-turned-down", VERIFICATION, STATES, who="eve@example.com"),
    Screen("verification-accepted", VERIFICATION, STATES),
    Screen("send-preview", *SEND, (SENT,)),
    Screen("send-done", *SEND, (SENT, click("main button.main"))),
    Screen("operators-verifications-empty", QUEUE, STATES, is_operator=True),
    Screen("verification", VERIFICATION, "accounts-trading"),
    Screen("verification-refused", VERIFICATION, "accounts-trading", (fill("[name=phone]", "12"), submit("main form:has([name=phone])"))),
    Screen("verification-waits", VERIFICATION, "accounts-trading", who=BOB),
    Screen("trading-not-verified", "/practice", "accounts-trading"),
    Screen("trade-not-verified", "/trading/trade/BTC", "accounts-trading"),
    Screen("referral", "/trading/referral", "accounts-trading"),
    Screen("help", "/help", "accounts-trading"),
    Screen("help-found", "/help?search=fee", "accounts-trading", (open_all("#questions details"),)),
    Screen("help-nothing-found", "/help?search=zebra", "accounts-trading"),
    Screen("help-alone", "/help"),
    Screen("operators", "/operators", "accounts-trading", is_operator=True),
    Screen("operators-verifications", QUEUE, "accounts-trading", is_operator=True),
    Screen("operators-verification", QUEUE, "accounts-trading", (click("#queue a"),), is_operator=True),
    Screen("operators-decision-refused", QUEUE, "accounts-trading", (click("#queue a"), submit("main form:has([name=reason])")), is_operator=True),
    Screen("operators-reading", "/operators/reading", "accounts-trading", is_operator=True),
    Screen("operators-support", SUPPORT, "accounts-trading", is_operator=True),
    Screen("operators-thread", SUPPORT, "accounts-trading", (click("#threads a"),), is_operator=True),
]
MATCH = (fill("[name=coins]", "SIM01, SIM04"), fill("[name=start]", "2024-02-01"), fill("[name=end]", "2024-10-31"), submit("main form[action='/paper']"))
PAPER = [
    Screen("paper-refused", "/paper", steps=(fill("[name=coins]", "NOSUCH"), submit("main form[action='/paper']"))),
    Screen("paper-match", "/paper", steps=(*MATCH, until("#figures-title"))),
    # The embedded markets have no closes of its days.
    Screen("paper-match-waiting", "/paper", steps=(fill("[name=coins]", "SIM01, SIM04"), fill("[name=start]", "2025-02-01"), submit("main form[action='/paper']"))),
]

SCREENS = HOME + MARKETS + COIN + LISTS + WALLETS + ALERTS + NEWS + EXPENSES + OTHERS + TRADING + PAYMENTS + ACCOUNTS + PEOPLE + PAPER
# Known to the tests: the credentials of the person in the scene "accounts".
CREDENTIALS = (EMAIL, PASSWORD)
