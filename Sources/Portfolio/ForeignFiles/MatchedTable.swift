import JSONText
import Ledger
import Market

/// What a person can say that a word for a kind means, as ``FormFile`` writes it. A row of a matched table has no columns for both sides
/// of a swap.
package enum KindChoice: String, CaseIterable, Sendable {
    case buy, sell, deposit, withdrawal
    case bySign = "deposit or withdrawal"
    case income, staking, interest, airdrop, reward, gift
    case giftSent = "gift sent"
    case loss, fee, transfer
    case leaveOut = "leave out"

    var meaning: TransactionForm.Meaning? { try? FormFile.meaning(rawValue) }

    /// What a choice with a label records; nil for the others.
    package var labelled: (kind: Transaction.Kind, label: Transaction.Label)? {
        guard let kind = FormEvent.Kind(rawValue: rawValue), let label = kind.label else { return nil }
        return (kind.recorded, label)
    }
}

/// What the rows of a table with matched columns are read with, besides its form.
struct MatchedTable {
    let match: ColumnMatch
    let units: StatedUnits
    /// Whether the file writes fees with a minus.
    let hasNegativeFees: Bool

    init(_ match: ColumnMatch, names: [String], rows: [TransactionTable.Row]) {
        (self.match, units) = (match, StatedUnits(names, rows, match))
        let fees = rows.lazy.filter { StatusWords.isCompleted(match.cell(.status, $0)) != false }.compactMap {
            ForeignNumber(match.cell(.fee, $0), match.decimal)?.value
        }
        hasNegativeFees = fees.contains { $0 < .zero } && fees.allSatisfy { $0 <= .zero }
    }

    /// Returns the meaning of a word for a kind, which a person may have said; without a column of kinds, the amounts of a row say it.
    func meaning(_ kind: String, said: TransactionForm.Meaning?) -> TransactionForm.Meaning? {
        guard match.columns[.kind] != nil else { return .byAmount }
        return said ?? Self.meaning(kind)
    }

    private static func meaning(_ kind: String) -> TransactionForm.Meaning? {
        switch KindWords.kind(kind) {
        case .buy: .buy
        case .sell: .sell
        case .deposit: .event(.deposit)
        case .withdrawal: .event(.withdrawal)
        case .income: .event(.income)
        case .fee: .event(.fee)
        case .transfer: .event(.transfer)
        case .swap, .split, .correction, nil: nil
        }
    }
}

extension ColumnMatch {
    /// The form of a table with these columns, which ``FormReader`` reads like that of a program.
    package var form: TransactionForm {
        var form = TransactionForm(id: TransactionForm.columnsID, program: "a table", reads: "", headers: [], columns: [:])
        (form.match, form.decimal, form.dates) = (self, decimal, dateFormat.map { [$0] } ?? [])
        form.kinds = kinds.compactMap { word, choice in choice.meaning.map { (words: [word], meaning: $0) } }
        return form
    }

    /// A word for a kind, with the first line that has it.
    package typealias OpenWord = (word: String, line: Int)

    /// The words of a table whose meaning only a person can say, whether they said it or not, each once and in the order of the file. A
    /// word with `*` would stand for others.
    package func openWords(in table: TransactionTable) -> [OpenWord] {
        var unanswered = self
        unanswered.kinds = [:]
        var seen: Set<String> = []
        return FormReader(FormTable(table, unanswered.form)).faults.compactMap { fault in
            guard case .unknownKind(let word, _) = fault.reason, !word.contains("*"), word.utf8.count <= 200,
                seen.insert(TransactionForm.plain(word)).inserted
            else { return nil }
            return (word, fault.line)
        }
    }

    /// Notes what a person said of a word; nil for nothing.
    package mutating func say(_ word: String, is choice: KindChoice?) { kinds[TransactionForm.plain(word)] = choice }

    /// What a person said of a word.
    package func said(of word: String) -> KindChoice? { kinds[TransactionForm.plain(word)] }

    /// The form as JSON, as ``FormFile`` reads it.
    package var json: String {
        JSONWriter.document { json in
            json.object { json in
                json.key("match")
                json.object { json in
                    for (field, column) in columns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        json.member(field.rawValue, column)
                    }
                    if isWithoutCurrency { json.member(Field.currency.rawValue, Self.noColumn) }
                }
                if let dateFormat { json.member("dates", dateFormat) }
                if let decimal { json.member("decimal", decimal.rawValue) }
                guard !kinds.isEmpty else { return }
                json.key("kinds")
                json.object { json in
                    for (word, choice) in kinds.sorted(by: { $0.key < $1.key }) { json.member(word, choice.rawValue) }
                }
            }
        }
    }

    /// Stands for the number of a column that a person said the table does not have.
    package static let noColumn = "none"

    /// The places of the fields of the form.
    var places: [TransactionForm.Field: TransactionForm.Place] {
        var places: [TransactionForm.Field: TransactionForm.Place] = [:]
        for (field, column) in columns {
            if let place = formField(field) { places[place] = .init(column: column, star: "") }
        }
        return places
    }

    /// Without a column of what was paid or received, that of the value says it.
    private func formField(_ field: Field) -> TransactionForm.Field? {
        switch field {
        case .time: .time
        case .clock: .clock
        case .zone: .zone
        case .kind: .kind
        case .asset: .pair
        case .quantity: .amount
        case .price: .price
        case .cash: .money
        case .fee: .fee
        // ``StatedUnits`` reads it.
        case .currency: nil
        case .to: .target
        case .value: columns[.cash] == nil ? .money : .worth
        case .wallet: .account
        case .status: .status
        case .note: .note
        }
    }

    /// The column of an amount of the form; nil for other fields.
    func amount(_ field: TransactionForm.Field) -> Field? {
        switch field {
        case .amount: .quantity
        case .price: .price
        case .money: columns[.cash] == nil ? .value : .cash
        case .worth: .value
        case .fee: .fee
        default: nil
        }
    }
}
