// Numbers, prices and days as the server writes them (Conventions in the Swift module Languages).

import { conventions as table } from "./locale.js";

const minus = "\u2212", dash = "\u2013", firstPower = -30;
// `10 ** n` and Math.log10 differ in their last bit from browser to browser; a table does not.
const powers = Array.from({ length: 61 }, (_, i) => Number(`1e${i + firstPower}`));

const powerOfTen = (exponent) => powers[Math.min(60, Math.max(0, exponent - firstPower))];

/// The largest exponent whose power of ten is not above a positive value.
function exponentOf(value) {
    let index = 0;
    for (let i = 1; i < powers.length; i++) if (powers[i] <= value) index = i;
    return index + firstPower;
}

const grouped = (whole, part) =>
    whole.replace(/\B(?=(\d{3})+$)/g, table.groupMark) + (part ? table.decimalMark + part : "");

function number(value, places, plus = "", mark = "") {
    if (!(Math.abs(value) < 1e21)) return dash;
    const text = Math.abs(value).toFixed(Math.min(15, Math.max(0, places))), isZero = !/[1-9]/.test(text);
    return (isZero ? "" : value < 0 ? minus : plus) + grouped(...text.split(".")) + mark;
}

/// The number of decimals of a price: two from 1 on, none from 100,000 on, four significant digits below 1.
export function decimals(value) {
    const size = Math.abs(value);
    if (size >= 100_000) return 0;
    if (size >= 1 || size === 0) return 2;
    return Math.min(10, 3 - exponentOf(size));
}

export const price = (value, places = decimals(value)) => number(value, places);

/// +4.2%, −0.9%, 0.0%: only a change that is shown as zero has no sign.
export const percent = (ratio, places = 1) => number(ratio * 100, places, "+", table.percentMark);

/// A part of a whole, without a plus.
export const share = (ratio, places = 0) => number(ratio * 100, places, "", table.percentMark);

/// An exact decimal text such as "-1234.5" as money, rounded half to even as the ledger does.
export const money = (text, places = 2) => exact(text, (digits) => {
    if (digits.part.length <= places) return { ...digits, part: digits.part.padEnd(places, "0") };
    const cut = digits.part.slice(places), kept = digits.whole + digits.part.slice(0, places);
    const isUp = /^50*$/.test(cut) ? Number(kept.at(-1)) % 2 === 1 : cut[0] >= "5";
    const rounded = String(BigInt(kept) + (isUp ? 1n : 0n)).padStart(places + 1, "0");
    return { whole: rounded.slice(0, rounded.length - places), part: rounded.slice(rounded.length - places) };
});

/// An exact decimal text with all of its digits, but no zeros at the end.
export const amount = (text) => exact(text, ({ whole, part }) => ({ whole, part: part.replace(/0+$/, "") }));

function exact(text, change) {
    const match = /^([-+]?)0*(\d+)(?:\.(\d+))?$/.exec(String(text));
    if (!match) return dash;
    const { whole, part } = change({ whole: match[2], part: match[3] ?? "" });
    return (match[1] === "-" && /[1-9]/.test(whole + part) ? minus : "") + grouped(whole, part);
}

/// A size: bytes, kilobytes of 1,000 bytes, megabytes or gigabytes.
export function bytes(count) {
    let unit = 0;
    while (unit < 3 && count / powerOfTen(3 * unit) >= 999.95) unit += 1;
    return `${number(count / powerOfTen(3 * unit), unit === 0 ? 0 : 1)}\u00a0${table.byteUnits[unit]}`;
}

const millisecondsADay = 86_400_000;

/// Days are whole numbers since 1970-01-01 UTC.
export const dayNumber = (iso) => Date.parse(`${iso}T00:00:00Z`) / millisecondsADay;
/// Forms: `short` 31 Dec 2024, `day` 31 Dec, `plain` 31 December 2024.
export function date(day, form = "short") {
    const at = new Date(day * millisecondsADay), month = at.getUTCMonth();
    const values = { d: at.getUTCDate(), M: table.months[month], L: table.longMonths[month], y: at.getUTCFullYear() };
    return table[`${form}Date`].replace(/\{(.)\}/g, (_, name) => values[name]);
}

/// A moment in UTC: 31 Dec 2024, 09:05 UTC.
export function moment(seconds) {
    const at = new Date(seconds * 1000);
    return `${date(Math.floor(seconds / 86_400))}, ${at.toISOString().slice(11, 16)} UTC`;
}
