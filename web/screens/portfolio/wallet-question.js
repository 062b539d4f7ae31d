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
export function above(fan, value, step) {
    const totals = fan.quantiles.map((row) => row[step]), { levels } = fan;
    if (value <= totals[0]) return 1 - levels[0] / 2;
    if (value >= totals.at(-1)) return (1 - levels.at(-1)) / 2;
    const i = totals.findIndex((total) => total > value);
    const part = (value - totals[i - 1]) / (totals[i] - totals[i - 1] || 1);
    return 1 - (levels[i - 1] + part * (levels[i] - levels[i - 1]));
}

export class Question {
    #timer = 0; #asked = 0;

    /// - drawn: the chart with the fan
    /// - days: returns how many days ahead the question is about
    /// - ask: asks the server for the probability of a value; null if it does not answer
    constructor(drawn, { days, ask }) {
        Object.assign(this, { drawn, days, ask });
        this.field = document.querySelector("#above");
        this.line = document.querySelector("#threshold");
        this.sentence = document.querySelector("#answer");
        this.dots = [...document.querySelectorAll(".question .paths circle")];
        this.value = Number(typedDecimal(this.field.value) ?? drawn.chart.fan.last);
        this.#listen();
        drawn.addEventListener("drawn", () => this.place());
        this.place();
    }

    /// A step of the arrow keys: the second digit of the total.
    get step() { return 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, this.drawn.chart.fan.last))) - 2); }

    // ------------------------------------------------------------- the line

    place() {
        const d = this.drawn.drawn;
        this.line.hidden = !d?.today;
        if (!d?.today) return;
        const value = Math.min(Math.max(this.value, d.range.low), d.range.high);
        const y = Math.min(d.plot.bottom, Math.max(d.plot.top, d.y(value)));
        this.line.style.left = `${d.today.x}px`;
        this.line.style.right = `${d.box.width - d.plot.right}px`;
        this.line.style.top = `${y}px`;
        this.line.classList.toggle("hangs", this.value < this.drawn.chart.fan.last);
        this.line.setAttribute("aria-valuemin", Math.round(d.range.low));
        this.line.setAttribute("aria-valuemax", Math.round(d.range.high));
        this.line.setAttribute("aria-valuenow", Math.round(value));
        this.line.querySelector("span").textContent = veiled(this.shown());
    }

    shown() { return price(this.value, Number.isInteger(this.value) ? 0 : 2); }

    // ----------------------------------------------------------- the answer

    /// Sets the value: from the line, where it stays in the picture and on round values, or from the field.
    set(value, { isFromLine = true } = {}) {
        if (isFromLine) {
            const { low, high } = this.drawn.drawn.range, step = this.step / 10;
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
        const { fan } = this.drawn.chart, days = Math.min(this.days(), fan.middle.length);
        this.#say(above(fan, this.value, days - 1), days);
        clearTimeout(this.#timer);
        const number = ++this.#asked;
        this.#timer = setTimeout(async () => {
            const odds = await this.ask(this.value);
            if (odds != null && number === this.#asked) this.#say(odds, days);
        }, settledMilliseconds);
    }

    #say(odds, days) {
        const { fan, unit } = this.drawn.chart, n = Math.round(odds * 100);
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
            this.set(this.drawn.drawn.y.back(event.clientY - this.drawn.plot.getBoundingClientRect().top));
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
