/// A word that every transaction of a search contains: in its note, as its kind, or as one of its coins.
package struct SearchedWord<Kind: RawRepresentable<String> & Hashable & Sendable>: Equatable, Sendable {
    /// In lower case: a part of the note, or of the ticker, id or name of a coin.
    package let text: String
    /// The kinds whose names, in the reader's language, contain the word.
    package let kinds: Set<Kind>
    /// The labels, as they are stored, whose names in the reader's language contain the word.
    package let labels: Set<String>

    package init(_ text: String, kinds: Set<Kind>, labels: Set<String> = []) {
        (self.text, self.kinds, self.labels) = (text.lowercased(), kinds, labels)
    }

    /// The number of newest transactions, of all wallets of a person together and of their simulated account, that a search reads: none
    /// takes longer the longer people keep their books.
    package static var mostRead: Int { 10_000 }

    /// A condition in SQL: a note contains the word, or a kind is one of its kinds. Of its arguments, each is ``text``.
    package func condition(note: String, kind: String) -> String {
        "instr(swiftLowercaseString(\(note)), ?) > 0 OR \(kind) IN (\(Self.list(kinds.map(\.rawValue))))"
    }

    /// A condition in SQL: a label is one of its labels.
    func condition(label: String) -> String { "\(label) IN (\(Self.list(Array(labels))))" }

    private static func list(_ names: [String]) -> String { names.sorted().map { "'\($0)'" }.joined(separator: ", ") }

    /// The numbers of the coins whose ticker, id or name contains the argument ``text``.
    package static var coins: String {
        "SELECT id FROM assets WHERE instr(swiftLowercaseString(ticker || ' ' || slug || ' ' || name), ?) > 0"
    }
}
