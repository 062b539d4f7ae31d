import HTMLTemplates
import Languages
import Market

/// Why a coin has no forecast.
package enum NoForecast: Error, Sendable {
    case noCloses
    /// Faults among the closes that the model reads, or too few of them; never empty.
    case closes([CloseSeriesError.Fault])
    /// No model is installed, or none with the default name.
    case noModel(String)
    /// Too many forecasts are waiting.
    case busy

    /// The text shown instead of the forecast.
    package func values(_ words: Words) -> TemplateValue {
        let (key, texts): (String, [String]) =
            switch self {
            case .noCloses: ("no-closes", [])
            case .closes(let faults): (Self.isTooShort(faults) ? "too-short" : "faults", words.sentences(for: faults))
            case .noModel: ("no-model", [])
            case .busy: ("busy", [])
            }
        return [
            "title": .text(words("none.\(key).title")), "text": .text(words("none.\(key).text")),
            "faults": .list(texts.map { .text($0) }), "hasFaults": .flag(!texts.isEmpty),
        ]
    }

    private static func isTooShort(_ faults: [CloseSeriesError.Fault]) -> Bool {
        if case .tooShort? = faults.first?.kind { true } else { false }
    }
}

extension Words {
    /// Returns a sentence for each fault of the closes, and one with the number of omitted faults.
    package func sentences(for faults: [CloseSeriesError.Fault]) -> [String] {
        faultList(faults.map { ($0.line, sentence(for: $0.kind)) })
    }

    package func sentence(for kind: CloseSeriesError.Kind) -> String {
        switch kind {
        case .noRows: self("fault.no-rows")
        case .asOfMissing(let day, _, let first, let last):
            self("fault.no-day", ["day": format.date(day), "first": format.date(first), "last": format.date(last)])
        case .gap(let after, let before, _):
            self("fault.gap", n: before - after - 1, ["after": format.date(after), "before": format.date(before)])
        case .badClose(let day, let text, _):
            text.isEmpty
                ? self("fault.no-close", ["day": format.date(day)])
                : self("fault.bad-close", ["day": format.date(day), "text": text])
        case .jump(let day, let from, let to, _):
            self("fault.jump", ["day": format.date(day), "from": format.price(from), "to": format.price(to)])
        case .spike(let day, let close, let before, _, _):
            self("fault.spike", ["day": format.date(day), "close": format.price(close), "before": format.price(before)])
        case .tooShort(let have, let need, let first, let last, _):
            self(
                "fault.too-short", n: have,
                [
                    "need": "\(need)", "missing": "\(need - have)", "first": format.date(first), "last": format.date(last),
                ])
        }
    }
}
