// Numbers, prices and days as the server writes them (Conventions in the Swift module Languages).

import { conventions as table } from "./locale.js";

const minus = "\u2212", dash = "\u2013", firstPower = -30, mostPlaces = 15;
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

/// A number with its decimals, of which zeros after the least count are left out.
function number(value, places, { least = places, plus = "", mark = "" } = {}) {
    if (!(Math.abs(value) < 1e21)) return dash;
    const all = Math.abs(value).toFixed(Math.min(mostPlaces, Math.max(0, places))), isZero = !/[1-9]/.test(all);
    const text = all.replace(new RegExp(`(\\.\\d{${Math.max(0, least)}}\\d*?)0+$`), "$1").replace(/\.$/, "");
    return (isZero ? "" : value < 0 ? minus : plus) + grouped(...text.split(".")) + mark;
}

/// Whether a number has at least a count of digits before the point once it is rounded.
const hasDigits = (count, value, places) => Number(Math.abs(value).toFixed(places)) >= powerOfTen(count - 1);

/// The number of decimals of a price: two from 1 on, none from 100,000 on, four significant digits below 1.
export function decimals(value) {
    const size = Math.abs(value);
    if (hasDigits(6, size, 2)) return 0;
    if (size >= 1 || size === 0) return 2;
    return Math.min(mostPlaces, 3 - exponentOf(size));
}

/// A price, which has no zeros after the second decimal below 1; or with a fixed count of decimals.
export const price = (value, places) =>
    places === undefined ? number(value, decimals(value), { least: 2 }) : number(value, places);

/// An amount of money of a chart or a forecast: whole units from 1,000 on, else cents; a smaller amount as a price.
export const estimate = (value) => number(value, estimateDecimals(value), { least: 2 });

function estimateDecimals(value) {
    const size = Math.abs(value);
    return hasDigits(4, size, 2) ? 0 : size >= 0.01 ? 2 : decimals(value);
}

/// A quantity that is only about right: four significant digits.
export const rough = (value) => number(value, Math.max(0, 3 - exponentOf(value)), { least: 0 });

/// The ends of a range of prices, or of estimates, with the same decimals. Less than a billionth of the larger end is an error of
/// rounding, and a computed size of 0.1 may be slightly less.
export function range(low, high, areEstimates = false) {
    const sizes = [low, high].map(Math.abs), largest = Math.max(...sizes);
    const small = [Math.min(...sizes), Math.abs(high - low)].filter((size) => size > largest * 1e-9 && size < 1);
    const own = areEstimates ? estimateDecimals(largest) : decimals(largest);
    const places = Math.max(own, ...small.map((size) => -exponentOf(size * 1.000_001)));
    return { low: number(low, places), high: number(high, places) };
}

/// +4.2%, −0.9%, 0.0%, from 1,000 % on without decimals. Only a change that is shown as zero has no sign.
export const percent = (ratio, places = 1) =>
    number(ratio * 100, hasDigits(4, ratio * 100, places) ? 0 : places, { plus: "+", mark: table.percentMark });

/// A part of a whole, without a plus.
export const share = (ratio, places = 0) => number(ratio * 100, places, { mark: table.percentMark });

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
