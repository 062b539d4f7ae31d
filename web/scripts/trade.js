// A preview of a trade counts down the seconds that it holds; when they are over, only a new preview can be asked for. A receipt is
// printed.

import { say } from "./words.js";

const quote = document.querySelector("#quote"), holds = document.querySelector("#holds");

function countDown() {
    const confirm = document.querySelector("#confirm"), again = document.querySelector("#again"), told = document.querySelector("#holds-said");
    // By the time since the page came: the clocks of browsers differ.
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

// What cannot be confirmed has no time to run out.
if (quote && holds) countDown();

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
