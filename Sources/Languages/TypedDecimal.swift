extension Conventions {
    /// Reads an amount that a person typed, in the language's notation, or in the other one if only one reading is possible.
    ///
    /// If there are two kinds of marks, the last is the decimal mark. A single foreign mark is the decimal mark, unless it
    /// separates groups of three digits in the language, as in "1.234" on an Italian page; on a Russian one, that is 1.234. Spaces
    /// and apostrophes separate groups. A group without exactly three digits is refused: amounts are never guessed.
    ///
    /// - Returns: a plain decimal such as `1234.5`, without leading zeros; nil if the text is not an amount.
    package func decimal(typed text: String) -> String? {
        let marks: [Unicode.Scalar] = text.unicodeScalars.map { Self.blanks.contains($0) ? " " : $0 == "\u{2019}" ? "'" : $0 }
        guard marks.count <= 60 else { return nil }
        let scalars = Array(marks.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let mark = decimalMark(scalars)
        let parts = scalars.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap(Self.ungrouped) else { return nil }
        let fraction = parts.count == 2 ? Array(parts[1]) : []
        guard fraction.allSatisfy(Self.isDigit), !(whole.isEmpty && fraction.isEmpty) else { return nil }
        let significant = whole.drop { $0 == "0" }
        var plain = String(String.UnicodeScalarView(significant.isEmpty ? ["0"] : Array(significant)))
        if !fraction.isEmpty { plain += "." + String(String.UnicodeScalarView(fraction)) }
        return plain
    }

    /// Reads a number that is below a thousand, such as degrees: its only point or comma is the decimal mark in every language.
    package func decimalWithoutGroups(typed text: String) -> String? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        return decimal(typed: parts.count == 2 ? parts.joined(separator: table.decimalMark == "," ? "," : ".") : text)
    }

    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\u{A0}", "\u{202F}", "\u{2009}"]

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private func decimalMark(_ scalars: [Unicode.Scalar]) -> Unicode.Scalar {
        let own: Unicode.Scalar = table.decimalMark == "," ? "," : "."
        let other: Unicode.Scalar = own == "," ? "." : ","
        // A number has one decimal mark, so several of the same mark are groups.
        guard let lastOther = scalars.lastIndex(of: other) else { return scalars.count { $0 == own } > 1 ? other : own }
        if let lastOwn = scalars.lastIndex(of: own) { return lastOwn > lastOther ? own : other }
        // In Italian "1.234" is a thousand; "0.123" cannot be. Where groups have spaces between them, it is no thousand.
        let isGroup = table.groupMark.unicodeScalars.first == other || scalars.count { $0 == other } > 1
        return isGroup && Self.ungrouped(scalars[...]) != nil ? own : other
    }

    /// Returns the digits of a whole number without its group marks; nil if the marks differ, if a group other than the first does
    /// not have three digits, or if the first is 0.
    private static func ungrouped(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
        let groups = scalars.split(omittingEmptySubsequences: false) { !isDigit($0) }
        guard groups.count > 1 else { return Array(scalars) }
        let marks = Set(scalars.filter { !isDigit($0) })
        guard marks.count == 1, marks.isSubset(of: [".", ",", " ", "'"]), (1...3).contains(groups[0].count), groups[0].first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return Array(groups.joined())
    }
}
