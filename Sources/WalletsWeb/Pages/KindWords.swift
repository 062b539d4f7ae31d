import Languages
import Ledger
import PageKit
import Portfolio

extension Words {
    /// The kind of a transaction, with its label if it has one.
    package func kind(_ row: TransactionRow) -> String { kind(row.kind.rawValue, row.label) }

    /// What a person can say that a word means, as the transactions are called that it records.
    func kind(_ choice: KindChoice) -> String {
        guard let (kind, label) = choice.labelled else { return self.kind(choice.rawValue, nil) }
        return self.kind(kind.rawValue, label)
    }

    private func kind(_ kind: String, _ label: Transaction.Label?) -> String {
        let label = label.map { self("wallet.label.\($0.rawValue)") }
        return [self("wallet.kind.\(kind)"), label].compactMap(\.self).joined(separator: " · ")
    }
}
