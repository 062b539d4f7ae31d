import ArgumentParser
import Ledger

/// The option `--label` of commands that record one kind of transaction.
extension Transaction.Label {
    static func help(of kind: Transaction.Kind) -> ArgumentHelp {
        ArgumentHelp("What it was for: \(names(of: kind)).", valueName: "label")
    }

    static func argument(of kind: Transaction.Kind) -> @Sendable (String) throws -> Transaction.Label {
        { text in
            if let label = Transaction.Label(rawValue: text.lowercased()), kind.labels.contains(label) { return label }
            throw ValidationError("\"\(text)\" is not a label here; expected one of \(names(of: kind))")
        }
    }

    private static func names(of kind: Transaction.Kind) -> String { kind.labels.map(\.rawValue).joined(separator: ", ") }
}
