// A chart of days that can be used with mouse, finger and keyboard. It takes over the picture that came with the page.
//
// move, drag sideways with a finger   the crosshair
// drag with a mouse, pinch            a closer look; double click or Escape ends it
// arrows, Page Up/Down, Home, End, T  the crosshair by 1 day, by 30, to the ends, to the last close; + and - come closer, go away

import { drawing, lastOf, rangeOf } from "./chart-geometry.js";
import { markup } from "./chart-markup.js";
import { Readout } from "./chart-readout.js";
import { drawCross, svgNode } from "./chart-cross.js";
import { drawnMarkup } from "./trusted.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const rescalingMilliseconds = 220, leastDays = 7;
const mix = (a, b, t) => a + (b - a) * t;

/// Between two ranges, in the scale of both.
function mixedRange(from, to, t) {
    const [into, back] = to.isLogarithmic ? [Math.log, Math.exp] : [Number, Number];
    return { ...to, low: back(mix(into(from.low), into(to.low), t)), high: back(mix(into(from.high), into(to.high), t)) };
}

let count = 0;

/// Events: `drawn` after each drawing, `day` when the crosshair moves to another day (`detail`, null for none), `view` when a
/// person views other days.
export class TimeChart extends EventTarget {
    #frame = 0; #pointers = new Map(); #pinch = null; #brush = null; #drawn = null; #id = `plot-${++count}`;

    /// - figure: contains `.plot`, `.readout` and optionally `.reset`
    /// - chart: as chart-geometry.js describes it, with `unit`, and `isMoney` if values are amounts
    /// - view: the first and the last visible day
    constructor(figure, chart, view, { isLogarithmic = false } = {}) {
        super();
        Object.assign(this, { chart, home: view, view, isLogarithmic, day: null });
        this.plot = figure.querySelector(".plot");
        this.readout = new Readout(figure.querySelector(".readout"), chart);
        this.resetButton = figure.querySelector(".reset");
        this.picture = svgNode("g");
        this.cross = svgNode("g", { class: "cross" });
        this.svg = svgNode("svg", { "aria-hidden": "true" });
        this.svg.append(this.picture, this.cross);
        this.plot.replaceChildren(this.svg);
        this.plot.tabIndex = 0;
        this.plot.setAttribute("role", "slider");
        this.#listen();
        new ResizeObserver(() => this.draw()).observe(this.plot);
    }

    /// Scales, plot and range of the last drawing.
    get drawn() { return this.#drawn; }
    get lastDay() { return lastOf(this.chart.lines[0])?.day ?? this.chart.lines[0].first; }
    get start() { return Math.min(...this.chart.lines.map((line) => line.first)); }
    get end() {
        const ends = this.chart.lines.map((line) => line.first + line.values.length - 1), { fan } = this.chart;
        return Math.max(...ends, fan ? fan.first + fan.middle.length : -Infinity);
    }

    /// Moves to other days, animated unless the reader prefers reduced motion. `isHome` makes them the view that Escape returns to.
    show(view, { isHome = false } = {}) {
        if (isHome) this.home = view;
        const from = this.view, old = this.#drawn?.range, range = rangeOf(this.chart, view, this.isLogarithmic);
        this.view = view;
        this.#offerReset();
        cancelAnimationFrame(this.#frame);
        if (calm.matches || !old || old.isLogarithmic !== range.isLogarithmic) return this.draw();
        const began = performance.now(), step = (now) => {
            const t = Math.min(1, Math.max(0, (now - began) / rescalingMilliseconds)), eased = 1 - (1 - t) ** 3;
            if (t === 1) return this.draw();
            const between = { from: mix(from.from, view.from, eased), to: mix(from.to, view.to, eased) };
            this.#paint(between, mixedRange(old, range, eased));
            this.#frame = requestAnimationFrame(step);
        };
        this.#frame = requestAnimationFrame(step);
    }

    /// Draws the current view, also after a change of `chart` or `isLogarithmic`.
    draw() {
        cancelAnimationFrame(this.#frame);
        this.#paint(this.view, rangeOf(this.chart, this.view, this.isLogarithmic));
        this.#point(this.day, { quietly: true });
        this.dispatchEvent(new Event("drawn"));
    }

    #paint(view, range) {
        const box = { width: this.plot.clientWidth, height: this.plot.clientHeight };
        if (!box.width) return;
        this.svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
        this.#drawn = drawing(this.chart, view, box, { range });
        this.picture.innerHTML = drawnMarkup(markup(this.#drawn, this.#id));
    }

    #offerReset() {
        const isHome = this.view.from === this.home.from && this.view.to === this.home.to;
        if (this.resetButton) this.resetButton.hidden = isHome;
        this.dispatchEvent(new CustomEvent("view", { detail: { ...this.view, isHome } }));
    }

    // ------------------------------------------------------------ crosshair

    /// Sets the crosshair on a day, or removes it.
    #point(day, { quietly = false } = {}) {
        if (!this.#drawn) return;
        const isInSight = day != null && day >= this.view.from - 0.5 && day <= this.view.to + 0.5;
        this.day = isInSight ? day : null;
        this.cross.replaceChildren(...(isInSight ? drawCross(day, this.#drawn) : []));
        const told = this.day ?? Math.min(Math.floor(this.view.to), this.end);
        this.readout.tell(told);
        const spoken = { min: this.start, max: this.end, now: told, text: this.readout.spoken(told) };
        for (const [name, value] of Object.entries(spoken)) {
            this.plot.setAttribute(`aria-value${name}`, value);
        }
        if (!quietly) this.dispatchEvent(new CustomEvent("day", { detail: this.day }));
    }

    #dayAt(event) {
        const x = event.clientX - this.plot.getBoundingClientRect().left;
        return Math.round(Math.min(this.end, Math.max(this.start, this.#drawn.x.back(x))));
    }

    // ------------------------------------------------------- mouse and finger

    #listen() {
        const { plot } = this, on = (type, handler, options) => plot.addEventListener(type, handler, options);
        on("pointerdown", (event) => this.#down(event));
        on("pointermove", (event) => this.#move(event));
        on("pointerup", (event) => this.#up(event));
        on("pointercancel", (event) => this.#up(event));
        on("pointerleave", (event) => { if (event.pointerType === "mouse" && !this.#brush) this.#point(null); });
        on("dblclick", () => this.show(this.home));
        on("blur", () => this.#point(null));
        on("keydown", (event) => this.#key(event));
        on("wheel", (event) => {
            if (!event.ctrlKey || !this.#drawn) return;
            event.preventDefault();
            this.zoom(Math.exp(event.deltaY / 200), this.#drawn.x.back(event.clientX - plot.getBoundingClientRect().left));
        }, { passive: false });
        this.resetButton?.addEventListener("click", () => { this.show(this.home); plot.focus(); });
    }

    #down(event) {
        if (event.button !== 0 || !this.#drawn) return;
        this.plot.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, event);
        if (this.#pointers.size === 2) this.#beginPinch();
        else if (event.pointerType !== "mouse") this.#point(this.#dayAt(event));
        else this.#brush = { x: event.clientX - this.plot.getBoundingClientRect().left, day: this.#dayAt(event), to: null };
    }

    #move(event) {
        if (!this.#drawn) return;
        if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, event);
        if (this.#pinch) return this.#movePinch();
        this.#point(this.#dayAt(event));
        if (this.#brush) this.#drawBrush(event);
    }

    #up(event) {
        const brush = this.#brush;
        this.#pointers.delete(event.pointerId);
        if (this.#pointers.size < 2) this.#pinch = null;
        this.#brush = null;
        if (event.type === "pointerup" && brush?.to != null && Math.abs(brush.to - brush.day) >= 3) {
            this.show({ from: Math.min(brush.day, brush.to), to: Math.max(brush.day, brush.to) });
        } else if (brush) this.#point(this.day, { quietly: true });
    }

    #drawBrush(event) {
        const brush = this.#brush, x = event.clientX - this.plot.getBoundingClientRect().left;
        if (Math.abs(x - brush.x) < 6) { brush.to = null; return; }
        brush.to = this.#dayAt(event);
        const { top, bottom } = this.#drawn.plot, left = Math.min(brush.x, x);
        this.cross.append(svgNode("rect", { class: "brush", x: left, y: top, width: Math.abs(x - brush.x), height: bottom - top }));
    }

    #spread() {
        const left = this.plot.getBoundingClientRect().left, [a, b] = [...this.#pointers.values()].map((p) => p.clientX - left);
        return { gap: Math.max(24, Math.abs(a - b)), middle: (a + b) / 2 };
    }

    #beginPinch() {
        const { gap, middle } = this.#spread();
        this.#brush = null;
        this.#pinch = { gap, day: this.#drawn.x.back(middle), span: this.view.to - this.view.from };
        this.#point(null);
    }

    #movePinch() {
        const { gap, middle } = this.#spread(), { plot } = this.#drawn, pinch = this.#pinch, wanted = pinch.span * pinch.gap / gap;
        this.#look(pinch.day - wanted * (middle - plot.left) / (plot.right - plot.left), wanted);
    }

    /// Zooms in (factor below 1) or out, around a day.
    zoom(factor, around = this.day ?? (this.view.from + this.view.to) / 2) {
        const span = this.view.to - this.view.from;
        this.#look(around - (around - this.view.from) * factor, span * factor);
    }

    /// Moves at once, within the available days, never closer than a week.
    #look(from, wanted) {
        const whole = this.end - this.start, span = Math.min(whole, Math.max(leastDays, wanted));
        const first = Math.min(Math.max(from, this.start), this.end - span);
        this.view = { from: first, to: first + span };
        this.#offerReset();
        this.draw();
    }

    // --------------------------------------------------------------- keyboard

    #key(event) {
        if (event.altKey || event.metaKey || event.ctrlKey) return;
        const day = this.day ?? Math.min(Math.floor(this.view.to), this.lastDay), step = event.shiftKey ? 7 : 1;
        const places = {
            ArrowLeft: day - step, ArrowRight: day + step, ArrowDown: day - step, ArrowUp: day + step, PageDown: day - 30,
            PageUp: day + 30, Home: Math.ceil(this.view.from), End: Math.floor(this.view.to), t: this.lastDay, T: this.lastDay,
        };
        if (Object.hasOwn(places, event.key)) this.#walk(places[event.key]);
        else if (event.key === "+" || event.key === "=") this.zoom(0.7, day);
        else if (event.key === "-") this.zoom(1 / 0.7, day);
        else if (event.key === "Escape" || event.key === "0") { this.#point(null); this.show(this.home); }
        else return;
        event.preventDefault();
    }

    #walk(to) {
        const day = Math.min(this.end, Math.max(this.start, to)), span = this.view.to - this.view.from;
        if (day < this.view.from) this.#look(day, span);
        if (day > this.view.to) this.#look(day - span, span);
        this.#point(day);
    }
}
