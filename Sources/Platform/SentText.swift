extension StringProtocol {
    /// The first scalars, for messages that repeat what a client sent. Counted as characters, a letter with half a million accents
    /// would be one.
    package func cut(to count: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(count))) }

    /// The text without white space at its ends. Only the ends are examined, scalar by scalar.
    package var trimmed: SubSequence {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return self[endIndex...] }
        let last = scalars.lastIndex { !$0.properties.isWhitespace } ?? first
        return self[first...last]
    }
}
