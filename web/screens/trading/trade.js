// The form of a trade says what the typed amount is about worth. A trade preview counts down the seconds for which it is valid; then
// only a new preview can be requested. A receipt can be printed.

import { price as figure, rough } from "./format.js";
import { typedDecimal } from "./typed-decimal.js";
import { say } from "./words.js";

const quote = document.querySelector("#quote"), holds = document.querySelector("#holds");

function countDown() {
    const confirm = document.querySelector("#confirm"), again = document.querySelector("#again"), told = document.querySelector("#holds-said");
    // By the time since the page arrived, because the clocks of browsers differ.
    const end = performance.now() + Number(quote.dataset.seconds) * 1000;
    let timer;
    const tell = () => {
        const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
        holds.textContent = left > 0 ? say("trade.holds", { n: left }) : say("trade.over");
        if (left === 10) told.textContent = say("trade.holds", { n: left });
        if (left > 0) return;
        clearInterval(timer);
        told.textContent = say("trade.over");
        confirm.disabled = true;
        confirm.classList.remove("main");
        again.classList.add("main");
    };
    timer = setInterval(tell, 1000);
    tell();
}

/// Shows about how many coins an amount of cash is, or how much cash an amount of coins, before the fee. The preview has the exact
/// figures. A limit or stop order is worth its own price.
function showMeaning() {
    const { amount, unit, price } = form.elements, means = document.querySelector("#amount-means");
    const { dataset } = unit.selectedOptions[0];
    document.querySelector("#price-now").textContent = dataset.shown;
    const typed = Number(typedDecimal(amount.value) ?? NaN), rate = Number(price && typedDecimal(price.value) || dataset.price);
    if (!(typed > 0 && rate > 0)) { means.value = ""; return; }
    const text = "cash" in dataset ? `${rough(typed / rate)} ${means.dataset.coin}` : `${figure(typed * rate, 2)} ${dataset.currency}`;
    means.value = say("trade.means", { amount: text });
}

const form = document.querySelector("#trade");
if (form) {
    form.addEventListener("input", showMeaning);
    showMeaning();
}

// A quote that cannot be confirmed has no countdown.
if (quote && holds) countDown();

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
