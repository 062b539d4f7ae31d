// Amounts that people type, by the rules of the server (TypedDecimal in the Swift module Languages).

import { conventions } from "./locale.js";

/// The digits of a whole number without its group marks. Null if the marks differ, if any group except the first does not have
/// three digits, or if the first is 0: an amount is never guessed.
function ungrouped(text) {
    if (/^\d*$/.test(text)) return text;
    return /^[1-9]\d{0,2}([., '])\d{3}(?:\1\d{3})*$/.test(text) ? text.replace(/\D/g, "") : null;
}

function decimalMark(text) {
    const own = conventions.decimalMark, other = own === "," ? "." : ",";
    // A number has one decimal mark, so several of the same mark are groups.
    if (!text.includes(other)) return text.split(own).length > 2 ? other : own;
    if (text.includes(own)) return text.lastIndexOf(own) > text.lastIndexOf(other) ? own : other;
    // In Italian "1.234" is a thousand; "0.123" cannot be.
    return ungrouped(text) === null ? other : own;
}

/// The plain decimal, such as "1234.5", that a text means in the page's language, or in the other notation if only one reading is
/// possible. Null if the text is not an amount.
export function typedDecimal(typed) {
    const text = typed.replace(/[\t\u00a0\u202f\u2009]/g, " ").replaceAll("\u2019", "'").replace(/^ +| +$/g, "");
    if (typed.length > 60) return null;
    const mark = decimalMark(text), place = text.indexOf(mark);
    const whole = ungrouped(place < 0 ? text : text.slice(0, place)), part = place < 0 ? "" : text.slice(place + 1);
    if (whole === null || !/^\d*$/.test(part) || whole + part === "") return null;
    return (whole.replace(/^0+/, "") || "0") + (part ? `.${part}` : "");
}
