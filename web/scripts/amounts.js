// Hides amounts of money from people nearby. Percentages and prices stay visible.
//
// Where amounts are hidden when the page is sent, the text is dots and the amount is in `data-amount`; the places that a script hides
// keep what they showed.

const root = document.documentElement, veil = "\u2022\u2022\u2022\u2022\u2022";
const places = [...document.querySelectorAll("[data-amount]")].map((place) => (
    { place, shown: place.dataset.amount ? [place.dataset.amount] : [...place.childNodes] }
));

export const isHidden = () => root.classList.contains("hides-amounts");

/// The text of an amount that a script writes.
export const veiled = (text) => (isHidden() ? veil : text);

/// Hides all amounts of the page, or shows them.
export function hideAmounts(hides) {
    root.classList.toggle("hides-amounts", hides);
    root.classList.add("masked");
    for (const { place, shown } of places) place.replaceChildren(...(hides ? [veil] : shown));
}
