// "How likely is it to be above a value?": a field, a draggable line in the chart, a sentence and 100 dots.
//
// While a value moves, the answer is interpolated between the quantiles that came with the chart; when it stops, the server
// answers.

import { isHidden, veiled } from "./amounts.js";
import { complain } from "./fields.js";
import { date, price } from "./format.js";
import { typedDecimal } from "./typed-decimal.js";
import { say } from "./words.js";

const settledMilliseconds = 250;

/// The share of paths above a value at a step, between the quantiles that are known there.
function above({ levels, quantiles }, value, step) {
    const totals = quantiles.map((row) => row[step]);
    if (value <= totals[0]) return 1 - levels[0] / 2;
    if (value >= totals.at(-1)) return (1 - levels.at(-1)) / 2;
    const i = totals.findIndex((total) => total > value);
    const part = (value - totals[i - 1]) / (totals[i] - totals[i - 1] || 1);
    return 1 - (levels[i - 1] + part * (levels[i] - levels[i - 1]));
}

export class Question {
    #timer = 0; #asked = 0;

    /// - chart: has a fan
    /// - ask: asks the server for the probability of a value; null if it does not answer
    constructor(chart, ask) {
        Object.assign(this, { chart, ask, fan: chart.chart.fan });
        this.field = document.querySelector("#above");
        this.line = document.querySelector("#threshold");
        this.sentence = document.querySelector("#answer");
        this.dots = [...document.querySelectorAll(".question .paths circle")];
        this.value = Number(typedDecimal(this.field.value) ?? this.fan.last);
        this.#listen();
        chart.addEventListener("drawn", () => this.place());
        this.place();
    }

    /// The days ahead that the question is about.
    get days() { return this.chart.lastChosenDay - this.fan.first; }

    /// A step of the arrow keys: the second digit of the total.
    get step() { return 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, this.fan.last))) - 2); }

    // ------------------------------------------------------------- the line

    place() {
        const { chart, fan } = this, { x, y } = chart, isSeen = fan.first >= x.low && fan.first <= x.high;
        this.line.hidden = !isSeen;
        if (!isSeen) return;
        const value = Math.min(Math.max(this.value, y.low), y.high);
        const start = chart.placeOf(x(fan.first), y(value)), end = chart.placeOf(x.end, 0);
        this.line.style.left = `${start.x}px`;
        this.line.style.right = `${chart.plot.clientWidth - end.x}px`;
        this.line.style.top = `${start.y}px`;
        this.line.classList.toggle("hangs", this.value < fan.last);
        // The label of the last total, half of which is 12 px, stays readable.
        const apart = Math.abs(start.y - chart.placeOf(0, y(fan.last)).y);
        this.line.style.setProperty("--apart", `${Math.max(0, 12 - apart)}px`);
        this.line.setAttribute("aria-valuemin", Math.round(y.low));
        this.line.setAttribute("aria-valuemax", Math.round(y.high));
        this.line.setAttribute("aria-valuenow", Math.round(value));
        this.line.querySelector("span").textContent = veiled(this.shown());
    }

    shown() { return price(this.value, Number.isInteger(this.value) ? 0 : 2); }

    // ----------------------------------------------------------- the answer

    /// Sets the value: from the line, where it stays in the picture and on round values, or from the field.
    set(value, { isFromLine = true } = {}) {
        if (isFromLine) {
            const { low, high } = this.chart.y, step = this.step / 10;
            const round = Math.round(Math.min(high, Math.max(low, value)) / step) * step;
            this.value = Number(round.toFixed(2));
            this.field.value = this.shown();
            complain(this.field);
        } else {
            this.value = value;
        }
        this.place();
        this.tell();
    }

    /// Shows the interpolated answer at once, and the server's answer once the value stops changing.
    tell() {
        const { days } = this;
        this.#say(above(this.chart.chart, this.value, days - 1), days);
        clearTimeout(this.#timer);
        const number = ++this.#asked;
        this.#timer = setTimeout(async () => {
            const odds = await this.ask(this.value);
            if (odds != null && number === this.#asked) this.#say(odds, days);
        }, settledMilliseconds);
    }

    #say(odds, days) {
        const { fan, chart: { chart: { unit } } } = this, n = Math.round(odds * 100);
        const key = odds < 0.01 ? "wallet.above-none" : odds > 0.99 ? "wallet.above-all" : "wallet.above-many";
        const when = { days: say("wallet.in-days", { n: days }), date: date(fan.first + days, "plain") };
        this.sentence.textContent = say(key, { n, value: veiled(this.shown()), unit, ...when });
        this.line.setAttribute("aria-valuetext", this.sentence.textContent);
        this.dots.forEach((dot, i) => dot.classList.toggle("on", i < n));
    }

    /// Called after amounts were hidden or shown.
    veil() {
        this.field.type = isHidden() ? "password" : "text";
        this.place();
        this.tell();
    }

    // --------------------------------------------------- mouse, finger, keys

    #listen() {
        const { line, field } = this;
        line.addEventListener("pointerdown", (event) => { line.setPointerCapture(event.pointerId); line.focus(); event.preventDefault(); });
        line.addEventListener("pointermove", (event) => {
            if (!line.hasPointerCapture(event.pointerId)) return;
            this.set(this.chart.y.back(this.chart.at(event).y));
        });
        line.addEventListener("keydown", (event) => {
            const step = event.shiftKey ? 10 * this.step : this.step;
            const goes = { ArrowUp: step, ArrowRight: step, ArrowDown: -step, ArrowLeft: -step, PageUp: 10 * step, PageDown: -10 * step };
            if (!(event.key in goes)) return;
            this.set(this.value + goes[event.key]);
            event.preventDefault();
        });
        field.addEventListener("input", () => {
            const plain = typedDecimal(field.value), isWrong = field.value.trim() !== "" && plain === null;
            if (complain(field, isWrong ? say("wallet.bad-amount", { text: field.value }) : "") && Number(plain) > 0) {
                this.set(Number(plain), { isFromLine: false });
            }
        });
        field.form.addEventListener("submit", (event) => { event.preventDefault(); this.tell(); });
    }
}
