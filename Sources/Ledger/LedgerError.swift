import Market
import Text

/// The reasons why a transaction cannot be recorded or applied.
package enum LedgerError: Error, Equatable, Sendable {
    /// The key is empty, longer than ``Transaction/longestKey`` bytes, or contains U+0000.
    case badKey(key: String)
    /// The note is longer than ``Transaction/longestNote`` bytes.
    case noteTooLong(key: String, bytes: Int)
    /// The note contains U+0000.
    case badNote(key: String)
    /// The time is not in the years 1970 to 9999.
    case badTime(key: String, time: Int)
    /// An amount is not above zero, or a fee or value is negative. `name` says which.
    case badAmount(key: String, name: String, amount: FixedDecimal)
    /// An amount's absolute value is ``Transaction/amountLimit`` or more. `name` says which.
    case amountTooLarge(key: String, name: String, amount: FixedDecimal)
    /// There are fewer than two postings, or more than ``Transaction/mostPostings``.
    case wrongPostingCount(key: String, count: Int)
    /// A posting has the amount zero.
    case zeroPosting(key: String, account: Account, asset: AssetID)
    /// The postings of an asset add up to `sum` instead of zero.
    case unbalanced(key: String, asset: AssetID, sum: FixedDecimal)
    /// The postings do not have the form of the transaction's kind.
    case wrongPostings(key: String, kind: Transaction.Kind)
    /// The kind of transaction has no value, or the value of US dollars differs from their amount.
    case wrongValue(key: String, kind: Transaction.Kind, value: Money)
    /// A value, price or fee of a transaction is not in US dollars, the currency of account. `name` says which.
    case wrongCurrency(key: String, name: String, amount: Money)
    /// The kind of transaction cannot have this label.
    case wrongLabel(key: String, kind: Transaction.Kind, label: Transaction.Label)
    /// Lost coins have a value other than zero.
    case lossWithValue(key: String, value: Money)
    /// A correction does not name the corrected transaction, or another kind names one.
    case wrongCorrection(key: String, kind: Transaction.Kind)
    /// The transaction to correct is a correction, or was already corrected.
    case notCorrectable(TransactionID)
    /// A transaction is applied after a later one.
    case unordered(TransactionID, after: TransactionID)
    /// A wallet that may not become negative does not hold enough.
    case insufficient(TransactionID, wallet: WalletID, asset: AssetID, have: Quantity, need: Quantity)
    /// A sum of amounts or costs is too large.
    case overflow(TransactionID)
    /// Transfers and splits move more lots than ``Inventory/mostMovedLots``: work that grows with their number times that of the lots.
    case tooManyMovedLots(TransactionID)
}

extension LedgerError: CustomStringConvertible {
    /// A stable error code for programs.
    package var code: String {
        switch self {
        case .badKey: "bad-key"
        case .noteTooLong: "note-too-long"
        case .badNote: "bad-note"
        case .badTime: "bad-time"
        case .badAmount: "bad-amount"
        case .amountTooLarge: "amount-too-large"
        case .wrongPostingCount: "wrong-posting-count"
        case .zeroPosting: "zero-posting"
        case .unbalanced: "unbalanced"
        case .wrongPostings: "wrong-postings"
        case .wrongValue: "wrong-value"
        case .wrongCurrency: "wrong-currency"
        case .wrongLabel: "wrong-label"
        case .lossWithValue: "loss-with-value"
        case .wrongCorrection: "wrong-correction"
        case .notCorrectable: "not-correctable"
        case .unordered: "unordered"
        case .insufficient: "insufficient"
        case .overflow: "overflow"
        case .tooManyMovedLots: "too-many-moved-lots"
        }
    }

    /// A sentence with the names, the numbers and what to do.
    package var description: String {
        switch self {
        case .badKey(let key):
            "the key \(DecimalError.quoted(key)) has \(key.utf8.count) bytes; expected 1 to \(Transaction.longestKey), without U+0000"
        case .noteTooLong(let key, let bytes):
            "\(named(key)): the note has \(bytes) bytes; shorten it to \(Transaction.longestNote)"
        case .badNote(let key): "\(named(key)): the note has the character U+0000, which cannot be displayed; remove it"
        case .badTime(let key, let time):
            "\(named(key)): \(Transaction.day(ofAny: time)) is out of range; expected a day from 1970-01-01 to 9999-12-31"
        case .badAmount(let key, let name, let amount):
            "\(named(key)): the \(name) is \(amount); expected \(name == "fee" || name == "value" ? "zero or more" : "more than zero")"
        case .amountTooLarge(let key, let name, let amount):
            "\(named(key)): the amount of \(name) is \(amount); expected less than \(Transaction.amountLimit) in size"
        case .wrongPostingCount(let key, let count):
            "\(named(key)) has \(count.counted("posting")); expected 2 to \(Transaction.mostPostings)"
        case .zeroPosting(let key, let account, let asset):
            "\(named(key)): the posting of \(asset) to \(account) is zero; leave it out"
        case .unbalanced(let key, let asset, let sum):
            "\(named(key)): the postings of \(asset) add up to \(sum); expected 0: what one account gains another loses"
        case .wrongPostings(let key, let kind): "\(named(key)): its postings are not a \(kind.rawValue); expected \(kind.shape)"
        case .wrongValue(let key, let kind, let value):
            "\(named(key)): the value \(value) is not allowed in this \(kind.rawValue); omit it, it follows from the postings"
        case .wrongCurrency(let key, let name, let amount):
            "\(named(key)): the \(name) is \(amount) \(amount.currency.code); give it in US dollars, in which the journal counts"
        case .wrongLabel(let key, let kind, let label):
            "\(named(key)): the label \(label.rawValue) does not fit the kind \(kind.rawValue); "
                + (kind.labels.isEmpty
                    ? "leave it out" : "expected \(kind.labels.map(\.rawValue).joined(separator: ", ")), or none")
        case .lossWithValue(let key, let value):
            "\(named(key)): lost coins are worth 0, not \(value.amount); leave out the value, or the label loss"
        case .wrongCorrection(let key, let kind):
            "\(named(key)): \(kind == .correction ? "it does not say" : "a \(kind.rawValue) may not say") what it corrects; "
                + "make corrections of a recorded transaction"
        case .notCorrectable(let id):
            "transaction \(id) cannot be corrected: it was corrected before, or is itself a correction; record what happened again instead"
        case .unordered(let id, let after):
            "transaction \(id) comes after \(after), which happened later; apply them by time, then number"
        case .insufficient(let id, let wallet, let asset, let have, let need):
            "transaction \(id) takes \(need) \(asset) from wallet \(wallet), which has \(have); record first where they came from"
        case .overflow(let id): "transaction \(id) makes a sum too large; amounts and their sums must stay below 1.7e20"
        case .tooManyMovedLots(let id):
            "transfers and splits move more than \(Inventory.mostMovedLots) lots up to transaction \(id); reverse some of them"
        }
    }

    private func named(_ key: String) -> String { "transaction \(DecimalError.quoted(key))" }
}
