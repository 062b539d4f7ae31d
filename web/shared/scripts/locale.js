// The formats of numbers and days in each language: the table of the Swift module Languages, which a test compares with this one.
// The browser's own formatter is slow to start, and formats by the data of its own version.
// In a day `{d}` is the day, `{M}` the short month, `{L}` the long month, `{y}` the year.

const tables = {
    "en": {
        "decimalMark": ".",
        "groupMark": ",",
        "percentMark": "%",
        "months": [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"
        ],
        "longMonths": [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December"
        ],
        "shortDate": "{d} {M} {y}",
        "dayDate": "{d} {M}",
        "plainDate": "{d} {L} {y}",
        "largeUnits": ["m", "bn", "tn"],
        "byteUnits": ["B", "kB", "MB", "GB"]
    },
    "it": {
        "decimalMark": ",",
        "groupMark": ".",
        "percentMark": "%",
        "months": [
            "gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"
        ],
        "longMonths": [
            "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
            "ottobre", "novembre", "dicembre"
        ],
        "shortDate": "{d} {M} {y}",
        "dayDate": "{d} {M}",
        "plainDate": "{d} {L} {y}",
        "largeUnits": ["\u00a0Mln", "\u00a0Mld", "\u00a0Bln"],
        "byteUnits": ["B", "kB", "MB", "GB"]
    },
    "ru": {
        "decimalMark": ",",
        "groupMark": "\u00a0",
        "percentMark": "\u00a0%",
        "months": [
            "янв.", "февр.", "мар.", "апр.", "мая", "июн.", "июл.", "авг.", "сент.", "окт.", "нояб.", "дек."
        ],
        "longMonths": [
            "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября",
            "ноября", "декабря"
        ],
        "shortDate": "{d} {M} {y}\u202fг.",
        "dayDate": "{d} {M}",
        "plainDate": "{d} {L} {y}\u202fг.",
        "largeUnits": ["\u00a0млн", "\u00a0млрд", "\u00a0трлн"],
        "byteUnits": ["Б", "кБ", "МБ", "ГБ"]
    },
    "kk": {
        "decimalMark": ",",
        "groupMark": "\u00a0",
        "percentMark": "%",
        "months": [
            "қаң.", "ақп.", "нау.", "сәу.", "мам.", "мау.", "шіл.", "там.", "қыр.", "қаз.", "қар.", "жел."
        ],
        "longMonths": [
            "қаңтар", "ақпан", "наурыз", "сәуір", "мамыр", "маусым", "шілде", "тамыз", "қыркүйек", "қазан",
            "қараша", "желтоқсан"
        ],
        "shortDate": "{y}\u202fж. {d} {M}",
        "dayDate": "{d} {M}",
        "plainDate": "{y}\u202fж. {d} {L}",
        "largeUnits": ["\u00a0млн", "\u00a0млрд", "\u00a0трлн"],
        "byteUnits": ["Б", "кБ", "МБ", "ГБ"]
    }
};

/// The language of the page, two letters.
export const language = (globalThis.document?.documentElement.lang || "en").slice(0, 2);

/// The conventions of the page's language.
export const conventions = tables[language] ?? tables.en;
