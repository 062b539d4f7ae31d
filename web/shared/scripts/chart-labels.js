// The places of a chart's words, so that no two of them overlap.

const thin = new Set([" ", ".", ",", "'", ":", "-", "\u00a0", "\u202f"]);

/// The width in pixels of a text of 11.5 px in DejaVu Sans, a wide font: the server knows no fonts, and both must place labels
/// alike.
export function textWidth(text) {
    let width = 0;
    for (const c of text) width += c >= "0" && c <= "9" ? 7.3 : thin.has(c) ? 4 : 7;
    return width;
}

export const boldWidth = (text) => textWidth(text) * 1.1;

/// Earlier requests get their places first.
export function labelSpace() {
    const taken = [];
    return {
        take(text, x, y, anchor) {
            const width = textWidth(text), left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
            const box = { left, right: left + width, top: y - 10, bottom: y + 3 };
            const isTaken = taken.some((other) =>
                other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom);
            if (!isTaken) taken.push(box);
            return !isTaken;
        },
    };
}
