/// A column of prices as text, read with one decimal sign for the whole column.
struct PriceColumn {
    enum DecimalSign {
        case point, comma
    }

    /// What marks a value as missing.
    private static let missing: Set<String> = ["", "nan", "null", "none", "n/a", "na", "-"]

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    /// The number without its currency sign and the spaces that separate thousands.
    private static func bare(_ text: String) -> String {
        text.utf8.allSatisfy(isOfNumber) ? text : text.filter { $0 != "$" && !$0.isWhitespace }
    }

    /// What one value alone says about the column's decimal sign.
    private enum Evidence: Equatable {
        case none, point, comma
        /// One separator before three digits: thousands or decimals.
        case ambiguousPoint, ambiguousComma
    }

    /// The column's decimal sign: an error when values disagree, or when all that hold a separator can be read both ways.
    static func decimalSign(
        _ values: some Sequence<(line: Int, text: ArraySlice<UInt8>)>, file: String, delimiter: UInt8
    ) throws(PriceFileError) -> DecimalSign {
        var sign: DecimalSign?
        var ambiguous: (line: Int, text: String)?
        for (line, bytes) in values {
            let text = String(decoding: bytes, as: UTF8.self)
            switch evidence(text) {
            case .none: continue
            // Files separated by commas come from where a point is the decimal sign.
            case .ambiguousPoint where delimiter == UInt8(ascii: ","): continue
            case .ambiguousPoint, .ambiguousComma: ambiguous = ambiguous ?? (line, text)
            case .point where sign == .comma, .comma where sign == .point:
                throw PriceFileError(faults: [.init(file: file, line: line, kind: .mixedNumbers(text))])
            case .point: sign = .point
            case .comma: sign = .comma
            }
        }
        if let sign { return sign }
        if let ambiguous {
            throw PriceFileError(faults: [.init(file: file, line: ambiguous.line, kind: .ambiguousNumbers(ambiguous.text))])
        }
        return .point
    }

    private static func evidence(_ raw: String) -> Evidence {
        if let evidence = plainEvidence(raw) { return evidence }
        let text = bare(raw)
        // What is no number says nothing about numbers; ``value(_:_:)`` will refuse it.
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

    /// The same for what nearly all prices are, digits with at most one point, without making texts; nil for all others.
    private static func plainEvidence(_ raw: String) -> Evidence? {
        var (count, point): (Int, Int?) = (0, nil)
        for byte in raw.utf8 {
            if byte == UInt8(ascii: "."), point == nil {
                point = count
            } else if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                return nil
            }
            count += 1
        }
        guard let point else { return Evidence.none }
        let isGroup = count - point - 1 == 3 && (1...3).contains(point) && !(point == 1 && raw.utf8.first == UInt8(ascii: "0"))
        return isGroup ? .ambiguousPoint : .point
    }

    /// `97,600` may be, `0,125` and `97,60` are not.
    private static func mayBeThousands(_ text: String, _ separator: Character) -> Bool {
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        return groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count) && groups[0] != "0"
    }

    /// The value; NaN where the text says that it is missing, nil where it is no number.
    static func value(_ text: String, _ sign: DecimalSign) -> Double? {
        let isDigit = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        if !isDigit, missing.contains(text.lowercased()) { return .nan }
        // `Double` would also read "inf" and hexadecimal numbers.
        if sign == .point, text.utf8.allSatisfy({ isOfNumber($0) && $0 != UInt8(ascii: ",") }) { return Double(text) }
        return grouped(text, sign)
    }

    /// Blanks that separate thousands: ordinary, without a line break, narrow, thin.
    private static let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]

    /// A number with separators of thousands, where they stand between thousands: `2,84.73` is none.
    private static func grouped(_ text: String, _ sign: DecimalSign) -> Double? {
        func isMargin(_ character: Character) -> Bool { character == "$" || character.isWhitespace }
        var number = text[...].drop(while: isMargin)
        while let last = number.last, isMargin(last) { number.removeLast() }
        let isNegative = number.first == "-"
        if isNegative || number.first == "+" { number = number.dropFirst().drop(while: isMargin) }
        let (group, decimal): (Character, Character) = sign == .point ? (",", ".") : (".", ",")
        let parts = number.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(omittingEmptySubsequences: false) { $0 == group || Self.blanks.contains($0) }
        func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        if groups.count > 1 {
            // Thousands, or as in India hundreds above the first thousand: 12,34,567.
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
