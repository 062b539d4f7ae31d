// Forms about wallets: a refused field is checked again while typing, and a refused form shows its first error.

import { complain } from "./fields.js";
import { typedDecimal } from "./typed-decimal.js";
import { say } from "./words.js";

// Never when a field is left: a sentence that appears or disappears then would move the button that is being pressed.
document.addEventListener("input", ({ target }) => {
    if (!target.matches("[aria-invalid=true]")) return;
    const isWrong = target.inputMode === "decimal" && target.value.trim() !== "" && typedDecimal(target.value) === null;
    const isNegative = isWrong && /^\s*[-−]/.test(target.value) && typedDecimal(target.value.replace(/[-−]/, "")) !== null;
    complain(target, isNegative ? say("wallet.negative-amount") : isWrong ? say("wallet.bad-amount", { text: target.value }) : "");
});

// If nothing is selected, there is nothing to do, and the server would refuse it.
for (const form of document.querySelectorAll("form.picks")) {
    const buttons = form.querySelectorAll(".bulk button"), picks = [...form.querySelectorAll(".pick")];
    const tell = () => { for (const button of buttons) button.disabled = !picks.some((pick) => pick.checked); };
    form.addEventListener("change", tell);
    tell();
}

document.querySelector("[aria-invalid=true]")?.focus();
