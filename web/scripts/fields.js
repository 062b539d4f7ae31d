// What is wrong with a field, said beside it.

/// Shows a sentence beside the field and marks it, or takes both away. True where all is well.
export function complain(input, sentence = "") {
    const place = document.getElementById(`${input.id}-error`);
    if (place) place.textContent = sentence;
    if (sentence) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
    return !sentence;
}
