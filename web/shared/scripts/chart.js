// A chart of days that can be used with mouse, finger and keyboard. The server draws it; this script reads the values under the
// pointer, and fetches the picture of other days.
//
// move, drag sideways with a finger   the crosshair
// drag with a mouse, pinch            a closer look; double click or Escape ends it
// arrows, Page Up/Down, Home, End, T  the crosshair by 1 day, by 30, to the ends, to the last close; + and - come closer, go away

import { drawCross, svgNode } from "./chart-cross.js";
import { Readout } from "./chart-readout.js";
import { parsedPage } from "./trusted.js";

const leastDays = 7, settledMilliseconds = 80;

/// From days or values to pixels of the picture, and `back`. The server writes the ends of both.
function scale(ends, isLogarithmic = false) {
    const [low, high, start, end] = ends.split(" ").map(Number);
    const [to, from] = isLogarithmic ? [Math.log, Math.exp] : [Number, Number], unit = (end - start) / (to(high) - to(low));
    const at = (value) => start + (to(value) - to(low)) * unit, back = (pixel) => from(to(low) + (pixel - start) / unit);
    return Object.assign(at, { low, high, start, end, back });
}

/// The text of an answer. The error for one that did not arrive has `isOffline`.
async function textAt(address, type, signal) {
    const fail = (error) => { throw Object.assign(error, { isOffline: true }); };
    const answer = await fetch(address, { signal, headers: { Accept: type } }).catch(fail);
    // 422: the page with what is wrong in its address.
    if (!answer.ok && answer.status !== 422) throw new Error(`${address}: ${answer.status}`);
    return answer.text().catch(fail);
}

const figuresAt = async (address, signal) => JSON.parse(await textAt(address, "application/json", signal));

/// The page that shows the picture, with its choices but without the days of a closer look. It is the one that the figures belong
/// to, unless `data-page` names another that borrows them. A page that answers a form has an address of its own.
function pageOf(figure) {
    const address = figure.closest("[data-page]")?.dataset.page ?? figure.dataset.chart.replace(/.chart\.json.*$/, "");
    const page = new URL(address, location.href);
    if (page.pathname === location.pathname) page.search = location.search;
    const isCloser = page.searchParams.has("from") && page.searchParams.has("to");
    for (const name of ["from", "to"]) page.searchParams.delete(name);
    return { page, isCloser };
}

/// The parts of a page that change with the picture.
const partsOf = (page) => [...page.querySelectorAll("[data-renewed]")];

/// Takes attributes and content from a newer copy. The element stays, because it may have the focus.
function renew(part, fresh) {
    for (const name of part.getAttributeNames()) if (!fresh.hasAttribute(name)) part.removeAttribute(name);
    for (const name of fresh.getAttributeNames()) part.setAttribute(name, fresh.getAttribute(name));
    part.replaceChildren(...fresh.childNodes);
}

/// Event: `drawn` for another picture or size.
export class TimeChart extends EventTarget {
    #timer = 0; #waiting = null; #pointers = new Map(); #pinch = null; #brush = null; #isZoomed = false; #shownAddress;

    /// The chart of the page; null if there is none. If its figures cannot be loaded, the picture from the server stays.
    static async ofPage() {
        const figure = document.querySelector("#chart");
        try {
            return figure && new TimeChart(figure, await figuresAt(figure.dataset.chart));
        } catch (error) {
            console.warn(error);
            return null;
        }
    }

    /// - figure: contains `.plot`, `.readout` and `.reset`
    /// - chart: its figures, as `ChartData` of the server writes them
    constructor(figure, chart) {
        super();
        const { page, isCloser } = pageOf(figure);
        Object.assign(this, { figure, chart, day: null, address: page.href });
        this.#shownAddress = this.address;
        this.plot = figure.querySelector(".plot");
        this.readout = new Readout(figure.querySelector(".readout"), chart);
        this.resetButton = figure.querySelector(".reset");
        this.cross = svgNode("g", { class: "cross" });
        this.plot.tabIndex = 0;
        this.plot.setAttribute("role", "slider");
        this.#listen();
        this.#settle();
        new ResizeObserver(() => this.#settle()).observe(this.plot);
        if (isCloser) this.redraw();
    }

    get lastDay() { return this.chart.lines[0].first + this.chart.lines[0].values.findLastIndex((value) => value != null); }
    get start() { return Math.min(...this.chart.lines.map((line) => line.first)); }
    get end() {
        const ends = this.chart.lines.map((line) => line.first + line.values.length - 1), { fan } = this.chart;
        return Math.max(...ends, fan ? fan.first + fan.middle.length : -Infinity);
    }

    /// The picture's pixel under a pointer.
    at({ clientX, clientY }) { return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse()); }

    /// The pixel of the plot where a pixel of the picture is.
    placeOf(x, y) {
        const { left, top } = this.plot.getBoundingClientRect(), point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
        return { x: point.x - left, y: point.y - top };
    }

    // -------------------------------------------------------------- pictures

    /// Shows the picture of other choices. If their page has none to take, the browser goes there, as without scripts.
    async show(address) {
        const url = new URL(address, this.address);
        if (!(await this.#request(url))) location.assign(url);
    }

    /// Requests the same picture again.
    redraw() { return this.#request(this.address, this.#isZoomed ? this.view : null); }

    /// Requests a page, and takes its picture and the parts that change with it. A later request ends an earlier one.
    ///
    /// - days: `from` and `to` of a closer look
    /// - returns: false if the answer has no picture to take. It stays, also without an answer: then the reader may be offline, or
    ///   be leaving the page, which ends its requests
    async #request(address, days = null) {
        clearTimeout(this.#timer);
        this.#waiting?.abort();
        const waiting = this.#waiting = new AbortController(), { signal } = waiting, url = new URL(address);
        url.hash = "";
        this.figure.setAttribute("aria-busy", "true");
        [this.address, this.#isZoomed] = [url.href, days !== null];
        for (const [name, day] of Object.entries(days ?? {})) url.searchParams.set(name, Math.round(day));
        try {
            const page = parsedPage(await textAt(url, "text/html", signal));
            const source = page.querySelector("#chart").dataset.chart;
            const chart = source === this.figure.dataset.chart ? this.chart : await figuresAt(source, signal);
            if (partsOf(page).length !== partsOf(document).length) throw new Error("the page has other parts");
            this.#waiting = null;
            this.#take(page, chart);
            return true;
        } catch (error) {
            if (signal.aborted) return true;
            console.warn(error);
            this.#waiting = null;
            this.figure.removeAttribute("aria-busy");
            [this.address, this.#isZoomed] = [this.#shownAddress, !this.resetButton.hidden];
            this.#settle();
            return error.isOffline === true;
        }
    }

    #take(page, chart) {
        const fresh = page.querySelector("#chart"), plot = fresh.querySelector(".plot");
        this.figure.removeAttribute("aria-busy");
        this.figure.dataset.chart = fresh.dataset.chart;
        this.chart = this.readout.chart = chart;
        this.plot.setAttribute("aria-label", plot.getAttribute("aria-label"));
        this.plot.replaceChildren(...plot.children);
        const parts = partsOf(page);
        for (const [n, part] of partsOf(document).entries()) renew(part, parts[n]);
        this.resetButton.hidden = !this.#isZoomed;
        this.#shownAddress = this.address;
        history.replaceState(history.state, "", this.address);
        this.#settle();
    }

    /// Uses the picture of this width: the page has one for wide and one for narrow places.
    #settle() {
        const svg = [...this.plot.children].find((each) => each.getClientRects().length > 0);
        if (!svg) return;
        [this.svg, this.x, this.y] = [svg, scale(svg.dataset.x), scale(svg.dataset.y, "log" in svg.dataset)];
        this.view = { from: this.x.low, to: this.x.high };
        if (!this.#isZoomed) this.lastChosenDay = this.x.high;
        svg.append(this.cross);
        this.labels = [...svg.querySelectorAll(".axis text, .tag")].map((node) => ({ node, box: node.getBBox() }));
        this.tell();
        this.dispatchEvent(new Event("drawn"));
    }

    // ------------------------------------------------------------- crosshair

    /// Sets the crosshair on a day, or removes it.
    #point(day) {
        this.day = day;
        this.tell();
    }

    /// Draws the crosshair on its day, and shows the values of this day or of the last one.
    tell() {
        if (!this.x) return;
        if (this.day < this.x.low || this.day > this.x.high) this.day = null;
        this.cross.replaceChildren(...(this.day === null ? [] : drawCross(this.day, this, (value) => this.readout.value(value))));
        this.#uncover();
        const told = this.day ?? Math.min(this.x.high, this.end);
        this.readout.tell(told);
        const spoken = { min: this.start, max: this.end, now: told, text: this.readout.spoken(told) };
        for (const [name, value] of Object.entries(spoken)) this.plot.setAttribute(`aria-value${name}`, value);
    }

    /// Hides the labels of the axes that a label of the crosshair lies on.
    #uncover() {
        const flags = [...this.cross.querySelectorAll(".flag rect")].map((rect) => rect.getBBox());
        for (const { node, box } of this.labels) {
            node.classList.toggle("covered", flags.some((flag) => flag.x - 4 < box.x + box.width && box.x - 4 < flag.x + flag.width
                && flag.y < box.y + box.height && box.y < flag.y + flag.height));
        }
    }

    #dayAt(event) { return Math.round(Math.min(this.x.high, Math.max(this.x.low, this.x.back(this.at(event).x)))); }

    // ------------------------------------------------------- mouse and finger

    #listen() {
        const { plot } = this, on = (type, handler, options) => plot.addEventListener(type, handler, options);
        on("pointerdown", (event) => this.#down(event));
        on("pointermove", (event) => this.#move(event));
        on("pointerup", (event) => this.#up(event));
        on("pointercancel", (event) => this.#up(event));
        on("pointerleave", (event) => { if (event.pointerType === "mouse" && !this.#brush) this.#point(null); });
        on("dblclick", () => this.#showWhole());
        on("blur", () => this.#point(null));
        on("keydown", (event) => this.#key(event));
        on("wheel", (event) => {
            if (!event.ctrlKey || !this.x) return;
            event.preventDefault();
            this.#zoom(Math.exp(event.deltaY / 200), this.x.back(this.at(event).x));
        }, { passive: false });
        this.resetButton.addEventListener("click", () => { this.#showWhole(); plot.focus(); });
    }

    #down(event) {
        if (event.button !== 0 || !this.x) return;
        this.plot.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, event);
        if (this.#pointers.size === 2) this.#beginPinch();
        else if (event.pointerType !== "mouse") this.#point(this.#dayAt(event));
        else this.#brush = { x: this.at(event).x, day: this.#dayAt(event), to: null };
    }

    #move(event) {
        if (!this.x) return;
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
            this.#request(this.address, { from: Math.min(brush.day, brush.to), to: Math.max(brush.day, brush.to) });
        } else if (brush) this.tell();
    }

    #drawBrush(event) {
        const brush = this.#brush, { x } = this.at(event);
        if (Math.abs(x - brush.x) < 6) { brush.to = null; return; }
        brush.to = this.#dayAt(event);
        const { start: bottom, end: top } = this.y, left = Math.min(brush.x, x);
        this.cross.append(svgNode("rect", { class: "brush", x: left, y: top, width: Math.abs(x - brush.x), height: bottom - top }));
    }

    #spread() {
        const [a, b] = [...this.#pointers.values()].map((pointer) => this.at(pointer).x);
        return { gap: Math.max(24, Math.abs(a - b)), middle: (a + b) / 2 };
    }

    #beginPinch() {
        const { gap, middle } = this.#spread();
        this.#brush = null;
        this.#pinch = { gap, day: this.x.back(middle), span: this.view.to - this.view.from };
        this.#point(null);
    }

    #movePinch() {
        const { gap, middle } = this.#spread(), pinch = this.#pinch, wanted = pinch.span * pinch.gap / gap;
        this.#look(pinch.day - wanted * (middle - this.x.start) / (this.x.end - this.x.start), wanted);
    }

    /// Zooms in (factor below 1) or out, around a day.
    #zoom(factor, around = this.day ?? (this.view.from + this.view.to) / 2) {
        const span = this.view.to - this.view.from;
        this.#look(around - (around - this.view.from) * factor, span * factor);
    }

    /// Shows all days of the choices.
    #showWhole() { if (this.#isZoomed) this.#request(this.address); }

    /// Moves within the available days, never closer than a week, once the last movement is over.
    #look(from, wanted) {
        const whole = this.end - this.start, span = Math.min(whole, Math.max(leastDays, wanted));
        const first = Math.min(Math.max(from, this.start), this.end - span);
        this.view = { from: first, to: first + span };
        this.#isZoomed = true;
        // The answer to an earlier movement would set back the view.
        this.#waiting?.abort();
        this.#waiting = null;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.redraw(), settledMilliseconds);
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
        else if (event.key === "+" || event.key === "=") this.#zoom(0.7, day);
        else if (event.key === "-") this.#zoom(1 / 0.7, day);
        else if (event.key === "Escape" || event.key === "0") { this.#point(null); this.#showWhole(); }
        else return;
        event.preventDefault();
    }

    #walk(to) {
        const day = Math.min(this.end, Math.max(this.start, to)), span = this.view.to - this.view.from;
        if (day < this.view.from) this.#look(day, span);
        if (day > this.view.to) this.#look(day - span, span);
        // The crosshair appears on a day out of sight with its picture.
        this.day = day;
        if (day >= this.x.low && day <= this.x.high) this.tell();
    }
}
