import Ledger
import Market
import Store

/// How a bank writes its statements. What is nil or empty is found out from the file; what cannot be, the file asks for.
package struct StatementForm: Equatable, Sendable {
    package enum Field: String, CaseIterable, Sendable {
        case date, clock, text, counterparty, amount, debit, credit, direction, fee, currency, balance, status

        static let numbers: [Field] = [.amount, .debit, .credit, .fee, .balance]
    }

    package var encoding: StatementEncoding?
    /// The numbers of the columns, from 0.
    package var columns: [Field: Int]
    /// A `DatePattern`; `yyyy-MM-dd` also stands for other ISO dates, with or without a time.
    package var dateFormat: String?
    package var decimal: DecimalSign?
    /// Whether numbers without a minus are spent, as on statements of some credit cards.
    package var isSpentPositive: Bool?
    /// The currency of amounts for which the file states none.
    package var currency: ISOCurrency?

    package init(
        encoding: StatementEncoding? = nil, columns: [Field: Int] = [:], dateFormat: String? = nil, decimal: DecimalSign? = nil,
        isSpentPositive: Bool? = nil, currency: ISOCurrency? = nil
    ) {
        (self.encoding, self.columns, self.dateFormat) = (encoding, columns, dateFormat)
        (self.decimal, self.isSpentPositive, self.currency) = (decimal, isSpentPositive, currency)
    }
}

/// What a file leaves open; the answer belongs in the ``StatementForm``.
package enum StatementQuestion: Equatable, Sendable {
    /// The likelier encoding first.
    case encoding([StatementEncoding])
    /// No column is known to have these; for an amount, a debit or a credit will do.
    case columns([StatementForm.Field])
    /// Days and months can be swapped throughout.
    case dateFormat([String])
    /// `1.234` may be a thousand or one.
    case decimal
    /// Most amounts are positive: they may be spent, or received.
    case sign
    case currency
}

/// A line that is no transaction.
package struct StatementFault: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case badDate(String)
        case badAmount(String)
        case noAmount
        case tooManyDecimals(String, ISOCurrency)
        case tooLarge(String)
        case unknownCurrency(String)
        /// It is pending or was refused.
        case notBooked(String)
        /// The line has more cells than the header: a separator in a text is not in quotation marks.
        case tooManyCells
        /// Of an export of a journal.
        case badCell(column: String, text: String)
    }

    /// From 1.
    package let line: Int
    package let reason: Reason

    /// Whether the line is as the bank means it, such as one with a balance or a pending payment.
    package var isExpected: Bool {
        switch reason {
        case .noAmount, .notBooked: true
        default: false
        }
    }
}

/// Why a file is not read at all.
package enum StatementError: Error, Equatable, Sendable {
    case tooLarge(bytes: Int, most: Int)
    /// Its bytes are no text, or not in the chosen encoding.
    case notText
    case lineTooLong(line: Int, mostBytes: Int)
    case tooManyRows(most: Int)
    /// No line has a date and a number, or names of columns for both.
    case noTable
}

extension StatementError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let bytes, let most):
            "the file has \(bytes) bytes, and at most \(most) are read; export fewer months at a time"
        case .notText: "the file is no text; export the statement as CSV"
        case .lineTooLong(let line, let most):
            "line \(line) has more than \(most) bytes; a quotation mark may not be closed in it"
        case .tooManyRows(let most): "the file has more than \(most) rows; export fewer months at a time"
        case .noTable: "no line of the file has a date and an amount; export the statement as CSV with the names of its columns"
        }
    }
}

extension StatementError: Refusable {
    package var refusal: Refusal { Refusal("bad-statement", .invalid, description, field: "body") }
}
