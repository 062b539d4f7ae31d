import Ledger
import Market

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

    /// Returns the meaning of a word for a kind; without a column of kinds, the amounts of a row say it.
    func meaning(_ kind: String) -> TransactionForm.Meaning? {
        guard match.columns[.kind] != nil else { return .byAmount }
        return switch KindWords.kind(kind) {
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
        return form
    }

    /// The form as JSON, as ``FormFile`` reads it.
    package var json: String {
        let numbers = columns.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\"\($0.key.rawValue)\":\($0.value)" }
        let dates = dateFormat.map { ",\"dates\":\"\($0)\"" } ?? ""
        return "{\"match\":{\(numbers.joined(separator: ","))}\(dates)\(decimal.map { ",\"decimal\":\"\($0.rawValue)\"" } ?? "")}"
    }

    /// The places of the fields of the form.
    var places: [TransactionForm.Field: TransactionForm.Place] {
        var places: [TransactionForm.Field: TransactionForm.Place] = [:]
        for (field, column) in columns { places[formField(field)] = .init(column: column, star: "") }
        return places
    }

    /// Without a column of what was paid or received, that of the value says it.
    private func formField(_ field: Field) -> TransactionForm.Field {
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
