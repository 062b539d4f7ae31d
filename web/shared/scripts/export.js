// A chart as a file.

/// Gives bytes to the browser's downloads.
export function save(name, blob) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ----------------------------------------------------------------- picture

const number = (node, name) => Number(node.getAttribute(name) ?? 0);

/// The shape of a drawn node.
function shape(node) {
    if (node.localName === "path") return new Path2D(node.getAttribute("d"));
    const path = new Path2D(), [x, y, width, height] = ["x", "y", "width", "height"].map((name) => number(node, name));
    if (node.localName === "circle") path.arc(number(node, "cx"), number(node, "cy"), number(node, "r"), 0, 2 * Math.PI);
    if (node.localName === "rect") path.roundRect(x, y, width, height, number(node, "rx"));
    return path;
}

const isPaint = (colour) => Boolean(colour) && colour !== "none";

function paintText(pen, node, style) {
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.textAlign = { middle: "center", end: "right" }[style.textAnchor] ?? "left";
    pen.globalAlpha = 1;
    if (isPaint(style.stroke)) pen.strokeText(node.textContent, number(node, "x"), number(node, "y"));
    pen.fillText(node.textContent, number(node, "x"), number(node, "y"));
}

function paint(pen, node) {
    const style = getComputedStyle(node);
    pen.lineWidth = parseFloat(style.strokeWidth);
    pen.lineJoin = pen.lineCap = "round";
    pen.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
    [pen.fillStyle, pen.strokeStyle] = [style.fill, style.stroke];
    if (node.localName === "text") return paintText(pen, node, style);
    const path = shape(node);
    pen.globalAlpha = parseFloat(style.fillOpacity);
    if (isPaint(style.fill)) pen.fill(path);
    pen.globalAlpha = parseFloat(style.strokeOpacity);
    if (isPaint(style.stroke)) pen.stroke(path);
}

/// The background behind a node.
function groundOf(node) {
    for (let at = node; at; at = at.parentElement) {
        const colour = getComputedStyle(at).backgroundColor;
        if (colour && !/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
    }
    return "#ffffff";
}

/// The lines of a text that fit into a width.
function lines(pen, text, width) {
    const found = [""];
    for (const word of text.split(" ")) {
        const longer = `${found.at(-1)} ${word}`.trim();
        if (found.at(-1) && pen.measureText(longer).width > width) found.push(word); else found[found.length - 1] = longer;
    }
    return found;
}

const margin = 24, titleHeight = 30, lineHeight = 16, enlargement = 2;

/// The current picture with a title above and its source below, at twice its size. A saved picture is seen without its page, so it
/// names who drew it, when, and from which prices. It is painted node by node, because the content policy of the pages refuses
/// images from memory.
export function savePNG(name, svg, title, source = "") {
    const { width, height } = svg.viewBox.baseVal, label = getComputedStyle(svg.querySelector("text") ?? svg);
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d"), clip = svg.querySelector("clipPath rect");
    const fonts = { title: `650 14px ${label.fontFamily}`, source: `500 11px ${label.fontFamily}` };
    pen.font = fonts.source;
    const notes = lines(pen, source, width), whole = titleHeight + height + 8 + notes.length * lineHeight + 2 * margin;
    // A new size resets the pen.
    [canvas.width, canvas.height] = [width + 2 * margin, whole].map((length) => Math.ceil(length * enlargement));
    pen.scale(enlargement, enlargement);
    pen.fillStyle = groundOf(svg);
    pen.fillRect(0, 0, width + 2 * margin, whole);
    pen.translate(margin, margin);
    pen.font = fonts.title;
    pen.fillStyle = getComputedStyle(svg).color;
    pen.fillText(title, 0, 14, width);
    pen.font = fonts.source;
    pen.fillStyle = label.fill;
    notes.forEach((line, index) => pen.fillText(line, 0, titleHeight + height + 8 + (index + 0.75) * lineHeight));
    pen.translate(0, titleHeight);
    for (const node of svg.querySelectorAll("path, rect, circle, text")) {
        if (node === clip || node.closest(".cross")) continue;
        pen.save();
        if (clip && node.closest("[clip-path]")) pen.clip(shape(clip));
        paint(pen, node);
        pen.restore();
    }
    return new Promise((resolve) => canvas.toBlob((blob) => { save(name, blob); resolve(blob); }));
}
