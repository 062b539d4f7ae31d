// Error messages beside fields.

/// Shows a sentence beside the field and marks the field, or removes both. Returns true if there is no error.
export function complain(input, sentence = "") {
    const place = document.getElementById(`${input.id}-error`);
    if (place) place.textContent = sentence;
    if (sentence) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
    return !sentence;
}
