// The texts of scripts in the page's language. The page names the file.

const { default: texts } = await import(document.documentElement.dataset.words);
const language = document.documentElement.lang.slice(0, 2);

/// The plural form of a whole number, chosen as on the server.
function pluralForm(n) {
    if (language !== "ru") return n === 1 ? "one" : "other";
    const ten = n % 10, hundred = n % 100;
    if (ten === 1 && hundred !== 11) return "one";
    return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? "few" : "many";
}

/// Returns a text with its placeholders filled in. `n` selects the plural form.
export function say(key, values = {}) {
    const found = texts[key.replace(/^script\./, "")];
    if (found === undefined) throw new Error(`no text script.${key}`);
    const text = typeof found === "string" ? found : (found[pluralForm(Number(values.n))] ?? found.other);
    // A Russian date ends with "г." itself.
    return text.replace(/\{(\w+)\}(\.?)/g, (whole, name, stop) =>
        name in values ? `${values[name]}${stop}`.replace(/\.\.$/, ".") : whole);
}
