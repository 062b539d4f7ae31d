/// Parses a column of prices, with one decimal separator for the whole column.
struct PriceColumn {
    /// Texts that mark a missing value.
    private static let missing: Set<String> = ["", "nan", "null", "none", "n/a", "na", "-"]

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    /// Removes blanks and apostrophes from a number.
    private static func bare(_ text: String) -> String {
        text.utf8.allSatisfy(isOfNumber) ? text : text.filter { !$0.isWhitespace && !blanks.contains($0) }
    }

    /// What a single value implies about the column's decimal separator.
    private enum Evidence: Equatable {
        case none, point, comma
        /// A single separator before three digits: a thousands or a decimal separator.
        case ambiguousPoint, ambiguousComma
    }

    /// Determines the column's decimal separator from its values.
    struct DecimalSigns {
        private let file: String
        private let delimiter: UInt8
        private var sign: DecimalSign?
        private let option: DecimalSign?
        private var ambiguous: (line: Int, text: String)?
        /// A value whose point is read as a decimal sign, because the file separates fields by commas and does not quote it.
        private(set) var assumed: (line: Int, text: String)?

        /// - Parameter sign: the separator, if an option names it.
        init(file: String, delimiter: UInt8, sign: DecimalSign?) {
            (self.file, self.delimiter, self.sign, option) = (file, delimiter, sign, sign)
        }

        /// Whether no value has decided yet, and one can be read both ways.
        var isOpen: Bool { sign == nil && (ambiguous != nil || assumed != nil) }

        /// Reads the next value.
        ///
        /// - Parameter isQuoted: whether it is in quotation marks. In a file with commas, this indicates a program that writes
        ///   decimal commas or thousands separators.
        /// - Throws: ``PriceFileError/Kind/mixedNumbers(_:)`` if it disagrees with the values before it.
        mutating func read(_ bytes: ArraySlice<UInt8>, isQuoted: Bool, line: Int) throws(PriceFileError) {
            var text: String { String(decoding: bytes, as: UTF8.self) }
            switch PriceColumn.plainEvidence(bytes) ?? PriceColumn.evidence(text) {
            case .none: return
            // Comma-separated files come from regions where the decimal separator is a point.
            case .ambiguousPoint where delimiter == UInt8(ascii: ",") && !isQuoted: assumed = assumed ?? (line, text)
            case .ambiguousPoint, .ambiguousComma: ambiguous = ambiguous ?? (line, text)
            case .point where sign == .comma, .comma where sign == .point:
                throw PriceFileError(faults: [.init(file: file, line: line, kind: .mixedNumbers(text, option: option))])
            case .point: sign = .point
            case .comma: sign = .comma
            }
        }

        /// Reads a value of another column of the same file, which may settle what the closes leave open.
        mutating func consult(_ bytes: ArraySlice<UInt8>) {
            switch PriceColumn.plainEvidence(bytes) ?? PriceColumn.evidence(String(decoding: bytes, as: UTF8.self)) {
            case .point: sign = .point
            case .comma: sign = .comma
            default: break
            }
        }

        /// The separator of the values read so far.
        ///
        /// - Throws: ``PriceFileError/Kind/ambiguousNumbers(_:)`` if every value with a separator can be read both ways.
        var decided: DecimalSign {
            get throws(PriceFileError) {
                if let sign { return sign }
                if let ambiguous {
                    throw PriceFileError(faults: [.init(file: file, line: ambiguous.line, kind: .ambiguousNumbers(ambiguous.text))])
                }
                return .point
            }
        }
    }

    private static func evidence(_ raw: String) -> Evidence {
        let text = bare(raw)
        // A text that is not a number implies nothing about the separator; ``value(_:_:)`` will reject it.
        guard text.utf8.allSatisfy(isOfNumber) else { return .none }
        let point = text.lastIndex(of: ".")
        let comma = text.lastIndex(of: ",")
        switch (point, comma) {
        case (nil, nil): return .none
        case (_?, nil):
            guard mayBeThousands(text, ".") else { return .point }
            return text.count { $0 == "." } > 1 ? .comma : .ambiguousPoint
        case (let point?, let comma?): return point > comma ? .point : .comma
        case (nil, _?):
            guard mayBeThousands(text, ",") else { return .comma }
            return text.count { $0 == "," } > 1 ? .point : .ambiguousComma
        }
    }

    /// Fast path for nearly all prices (digits with at most one point), without creating strings. Nil for all other texts.
    private static func plainEvidence(_ raw: ArraySlice<UInt8>) -> Evidence? {
        var (count, point): (Int, Int?) = (0, nil)
        for byte in raw {
            if byte == UInt8(ascii: "."), point == nil {
                point = count
            } else if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                return nil
            }
            count += 1
        }
        guard let point else { return Evidence.none }
        let isGroup = count - point - 1 == 3 && (1...3).contains(point) && !(point == 1 && raw.first == UInt8(ascii: "0"))
        return isGroup ? .ambiguousPoint : .point
    }

    /// Whether a separator may separate thousands: true for `97,600`, false for `0,125` and `97,60`.
    private static func mayBeThousands(_ text: String, _ separator: Character) -> Bool {
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        return groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count) && groups[0] != "0"
    }

    /// Whether a field is a number in one of the accepted notations.
    static func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
        let number = CurrencyMark.split(field).number
        return DecimalSign.allCases.contains { value(number, $0).map { !$0.isNaN } == true }
    }

    /// Parses a value. Returns NaN if the text marks a missing value, and nil if it is not a number.
    static func value(_ bytes: ArraySlice<UInt8>, _ sign: DecimalSign) -> Double? {
        if sign == .point, let plain = PlainPrice.value(bytes) { return plain }
        return value(String(decoding: bytes, as: UTF8.self), sign)
    }

    /// Parses a value. Returns NaN if the text marks a missing value, and nil if it is not a number.
    static func value(_ text: String, _ sign: DecimalSign) -> Double? {
        let isDigit = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        if !isDigit, missing.contains(text.lowercased()) { return .nan }
        // `Double` would also accept "inf" and hexadecimal numbers.
        if sign == .point, text.utf8.allSatisfy({ isOfNumber($0) && $0 != UInt8(ascii: ",") }) { return Double(text) }
        return grouped(text, sign)
    }

    /// Parses a volume, which may be shortened: `12.3K`, `1.5M`, `2B`. Returns NaN and nil as ``value(_:_:)`` does.
    static func volume(_ bytes: ArraySlice<UInt8>, _ sign: DecimalSign) -> Double? {
        guard let last = bytes.last, let factor = thousands[last | 0x20] else { return value(bytes, sign) }
        return value(bytes.dropLast(), sign).map { $0 * factor }
    }

    private static let thousands: [UInt8: Double] = [
        UInt8(ascii: "k"): 1e3, UInt8(ascii: "m"): 1e6, UInt8(ascii: "b"): 1e9, UInt8(ascii: "t"): 1e12,
    ]

    /// Thousands separators that are never decimal separators: space, no-break space, narrow no-break space, thin space, and the
    /// apostrophes of Switzerland.
    private static let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "\u{2019}"]

    /// Parses a number with thousands separators, which must be in the right places: `2,84.73` is rejected.
    private static func grouped(_ text: String, _ sign: DecimalSign) -> Double? {
        var number = text[...].drop(while: \.isWhitespace)
        while let last = number.last, last.isWhitespace { number.removeLast() }
        let isNegative = number.first == "-"
        if isNegative || number.first == "+" { number = number.dropFirst().drop(while: \.isWhitespace) }
        let (group, decimal): (Character, Character) = sign == .point ? (",", ".") : (".", ",")
        let parts = number.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(omittingEmptySubsequences: false) { $0 == group || Self.blanks.contains($0) }
        func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        if groups.count > 1 {
            // Groups of three, or Indian groups of two above the first thousand: 12,34,567.
            let middle = groups.dropFirst().dropLast()
            let isGrouped = middle.allSatisfy { $0.utf8.count == 3 } || middle.allSatisfy { $0.utf8.count == 2 }
            guard isGrouped, (1...3).contains(groups[0].utf8.count), groups.last?.utf8.count == 3,
                groups.allSatisfy(isDigits), parts.count == 1 || isDigits(parts[1])
            else { return nil }
        }
        let digits = groups.joined() + (parts.count == 2 ? "." + parts[1] : "")
        guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
            digits.utf8.allSatisfy({ isOfNumber($0) && $0 != UInt8(ascii: ",") })
        else { return nil }
        return Double(digits).map { isNegative ? -$0 : $0 }
    }
}
