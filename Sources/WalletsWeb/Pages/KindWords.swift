import Languages
import PageKit
import Portfolio

extension Words {
    /// The kind of a transaction, with its label if it has one.
    package func kind(_ row: TransactionRow) -> String {
        let label = row.label.map { self("wallet.label.\($0.rawValue)") }
        return [self("wallet.kind.\(row.kind.rawValue)"), label].compactMap(\.self).joined(separator: " · ")
    }
}
