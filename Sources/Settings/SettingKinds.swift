extension Setting {
    /// A whole number within a range.
    package static func integer(
        _ name: String, _ path: WritableKeyPath<Values, Int> & Sendable, _ range: ClosedRange<Int>, _ help: String,
        live: Bool = false
    ) -> Setting {
        Setting(name, path, "a whole number from \(range.lowerBound) to \(range.upperBound)", help, live: live) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A whole number, or a word such as `off` or `auto` that stands for nil.
    package static func optional(
        _ name: String, _ path: WritableKeyPath<Values, Int?> & Sendable, _ range: ClosedRange<Int>, none: String, _ help: String
    ) -> Setting {
        Setting(
            name, path, "a whole number from \(range.lowerBound) to \(range.upperBound), or \(none)", help,
            shown: { $0.map { "\($0)" } ?? none }
        ) { text in
            if text == none { return .some(nil) }
            return Int(text).flatMap { range.contains($0) ? .some($0) : nil }
        }
    }

    /// A number of seconds within a range.
    package static func seconds(
        _ name: String, _ path: WritableKeyPath<Values, Double> & Sendable, _ range: ClosedRange<Double>, _ help: String
    ) -> Setting {
        Setting(name, path, "seconds from \(range.lowerBound) to \(range.upperBound)", help) { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A flag: true, yes, on or 1; false, no, off or 0.
    package static func flag(
        _ name: String, _ path: WritableKeyPath<Values, Bool> & Sendable, _ help: String, live: Bool = false
    ) -> Setting {
        Setting(name, path, flagText, help, live: live) { text in
            switch text.lowercased() {
            case "true", "yes", "on", "1": true
            case "false", "no", "off", "0": false
            default: nil
            }
        }
    }

    /// A path; an empty text, or one with a zero byte, is refused.
    package static func path(
        _ name: String, _ path: WritableKeyPath<Values, String?> & Sendable, _ help: String
    ) -> Setting {
        Setting(name, path, "a path", help, shown: { $0 }) { $0.isEmpty || $0.utf8.contains(0) ? nil : .some($0) }
    }
}
