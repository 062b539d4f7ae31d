// Hides amounts of money from people nearby. Percentages and prices stay visible.
//
// If amounts are hidden when the page is sent, the text is dots and the amount is in `data-amount`; elements that a script hides
// keep their former content.

const root = document.documentElement, veil = "\u2022\u2022\u2022\u2022\u2022";
const places = [...document.querySelectorAll("[data-amount]")].map((place) => (
    { place, title: place.title, shown: place.dataset.amount ? [place.dataset.amount] : [...place.childNodes] }
));

export const isHidden = () => root.classList.contains("hides-amounts");

/// The text for an amount written by a script.
export const veiled = (text) => (isHidden() ? veil : text);

/// Hides all amounts of the page, or shows them.
export function hideAmounts(hides) {
    root.classList.toggle("hides-amounts", hides);
    root.classList.add("masked");
    for (const { place, shown, title } of places) {
        place.replaceChildren(...(hides ? [veil] : shown));
        place.title = hides ? "" : title;
    }
}
