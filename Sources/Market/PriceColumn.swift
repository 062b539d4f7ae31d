/// A column of prices as text, read with one decimal sign for the whole column.
struct PriceColumn {
    enum DecimalSign {
        case point, comma
    }

    /// What marks a value as missing.
    private static let missing: Set<String> = ["", "nan", "null", "none", "n/a", "na", "-"]

    /// What one value alone says about the column's decimal sign.
    private enum Evidence: Equatable {
        case none, point, comma, ambiguous
    }

    /// The column's decimal sign: an error when values disagree, or when all that hold a comma can be read both ways.
    static func decimalSign(
        _ values: [(line: Int, text: String)], file: String, delimiter: UInt8
    ) throws(PriceFileError) -> DecimalSign {
        var sign: DecimalSign?
        var ambiguous: (line: Int, text: String)?
        for (line, text) in values {
            switch evidence(text) {
            case .none: continue
            case .ambiguous: ambiguous = ambiguous ?? (line, text)
            case .point where sign == .comma, .comma where sign == .point:
                throw PriceFileError(problems: [.init(file: file, line: line, kind: .mixedNumbers(text))])
            case .point: sign = .point
            case .comma: sign = .comma
            }
        }
        if let sign { return sign }
        // Files separated by commas come from where the comma separates thousands.
        if let ambiguous, delimiter != UInt8(ascii: ",") {
            throw PriceFileError(problems: [.init(file: file, line: ambiguous.line, kind: .ambiguousNumbers(ambiguous.text))])
        }
        return .point
    }

    private static func evidence(_ text: String) -> Evidence {
        let point = text.lastIndex(of: ".")
        let comma = text.lastIndex(of: ",")
        switch (point, comma) {
        case (nil, nil): return .none
        case (_?, nil): return .point
        case (let point?, let comma?): return point > comma ? .point : .comma
        case (nil, _?):
            let groups = text.split(separator: ",", omittingEmptySubsequences: false)
            let areThousands =
                groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count) && groups[0] != "0"
            if !areThousands { return .comma }
            return groups.count > 2 ? .point : .ambiguous
        }
    }

    /// The value; NaN where the text says that it is missing, nil where it is no number.
    static func value(_ text: String, _ sign: DecimalSign) -> Double? {
        if let plain = Double(text) { return plain }
        if missing.contains(text.lowercased()) { return .nan }
        var digits = text.hasPrefix("$") ? String(text.dropFirst()) : text
        switch sign {
        case .point: digits.removeAll { $0 == "," || $0 == " " }
        case .comma:
            digits.removeAll { $0 == "." || $0 == " " }
            digits = String(digits.map { $0 == "," ? "." : $0 })
        }
        return Double(digits)
    }
}
