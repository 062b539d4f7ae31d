import Market

extension ColumnMatch {
    /// The columns that may say what each row is, if none is known to: they have few words, which rows repeat or nearly all have. A
    /// purchase that is taken for a deposit, or a sale that is taken for a purchase, would be silently wrong.
    package func openKinds(in table: TransactionTable) -> [Int] {
        guard columns[.kind] == nil, !isWithoutKinds else { return [] }
        return table.names.indices.filter { column in
            !columns.values.contains(column) && !StatedUnits.isOfUnits(column, table, self) && mayBeKinds(column, table)
        }
    }

    private func mayBeKinds(_ column: Int, _ table: TransactionTable) -> Bool {
        let rows = table.rows.prefix(5000)
        let cells = rows.compactMap { $0.cells.indices.contains(column) && !$0.cells[column].isEmpty ? $0.cells[column] : nil }
        let words = cells.compactMap(Self.word)
        let different = Set(words)
        guard !different.isEmpty, different.count <= Self.mostKinds, 2 * words.count >= cells.count,
            !different.allSatisfy(Self.isName)
        else { return false }
        // The same text everywhere tells nothing about a row if the amounts have signs.
        if different.count == 1, cells.count == rows.count, rows.count > 1 { return !hasSigns(rows) }
        if different.count < words.count { return true }
        // All texts are different: those of a few rows can be kinds, others are notes.
        return words.count <= Self.mostSingleKinds && 2 * words.count >= rows.count
    }

    private func hasSigns(_ rows: some Sequence<TransactionTable.Row>) -> Bool {
        rows.contains { ForeignNumber(cell(.quantity, $0), decimal).map { $0.value < .zero } ?? false }
    }

    private static let mostKinds = 30
    private static let mostSingleKinds = 8

    /// The words of a cell in small letters; nil for a number, a date or an id.
    private static func word(_ cell: String) -> String? {
        let text = cell.lowercased()
        guard text.contains(where: \.isLetter), text.contains(" ") || text.count <= 30 else { return nil }
        guard text.contains(where: \.isNumber) else { return text }
        // `Sale 2` is a sale, `TX1001` is an id.
        let words = text.split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Whether a word is the name of a coin, a currency or a program, which says nothing about what a row is.
    private static func isName(_ word: String) -> Bool {
        CurrencyMark(word) != nil || KnownAssets.id(named: word) != nil || programs.contains(word)
    }

    private static let programs = Set(TransactionForm.all.map { $0.program.lowercased() })
}
