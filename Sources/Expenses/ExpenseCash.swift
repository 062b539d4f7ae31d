import Ledger
import Market
import People
import Platform
import Portfolio
import Records
import Store

/// Entries that a wallet's cash pays: an expense is a withdrawal of the wallet, an income a deposit. Both change together, or neither.
///
/// `Expense.walletTransaction` is nil again when the wallet's transaction is taken back or replaced in the wallet, or the wallet is
/// deleted: triggers of the table do that, whoever writes.
extension Expenses {
    package struct Payment: Record {
        package let id: String
        package let wallet: String

        package init(_ id: String, _ wallet: String) { (self.id, self.wallet) = (id, wallet) }

        package init(_ field: inout Fields<Self>) throws {
            id = try field("expense", \.id, .text(1...40), "The entry's id.")
            wallet = try field("wallet", \.wallet, .anyWalletName, "The wallet's id or name.")
        }
    }

    /// The input of a new entry, and the wallet whose cash pays it.
    package struct PaidDraft: Record {
        package let draft: ExpenseDraft
        package let wallet: String?

        package init(_ field: inout Fields<Self>) throws {
            draft = try field(\.draft)
            wallet = try field(
                "wallet", \.wallet, .anyWalletName, "The id or name of a wallet whose cash pays it: see `payExpense`.")
        }

        package static var schemaName: String? { "NewExpense" }
    }

    /// - Throws: ``ExpenseError``, and what ``pay(_:_:_:)`` throws; then nothing is added.
    package func add(_ change: inout Change, _ caller: Caller, _ new: PaidDraft) throws -> Expense {
        let expense = try add(&change, caller, new.draft)
        return try new.wallet.map { try pay(&change, caller, Payment(expense.id, $0)) } ?? expense
    }

    /// Links an entry to the cash of a wallet, and records its transaction there; one in another wallet is taken back.
    ///
    /// - Throws: `PortfolioError`, such as `.notEnough`; `LedgerError`; `QuotaExceeded`.
    package func pay(_ change: inout Change, _ caller: Caller, _ payment: Payment) throws -> Expense {
        var expense = try show(change.reading, caller, Named(payment.id))
        let cash = WalletCash(of: caller.owner, quotas)
        let wallet = try cash.wallet(change.reading, named: payment.wallet)
        guard expense.walletTransaction == nil || expense.wallet != wallet.publicID else { return expense }
        // Also one that lost its link when its wallet was deleted, and stands again: an entry is paid once.
        for id in try cash.standing(change.reading, keyed: expense.cashKey) { try cash.takeBack(change, id) }
        let movement = try change.movement(of: expense, wallet)
        (expense.wallet, expense.version) = (wallet.publicID, expense.version + 1)
        expense.walletTransaction = Int(try cash.record(change, movement).number)
        try change.replace(expense.id, with: expense)
        return expense
    }

    /// Ends the link to a wallet's cash, and takes the wallet's transaction back.
    ///
    /// - Throws: `PortfolioError`, such as `.neededLater` for an income that has been spent.
    package func unpay(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> Expense {
        var expense = try show(change.reading, caller, named)
        guard expense.wallet != nil else { return expense }
        try takeBack(change, expense)
        (expense.wallet, expense.walletTransaction, expense.version) = (nil, nil, expense.version + 1)
        try change.replace(expense.id, with: expense)
        return expense
    }

    /// The entries that transactions of wallets pay, by the number of the transaction.
    package func paid(by transactions: [Int], _ reading: borrowing Reading, _ caller: Caller) throws -> [Int: Expense] {
        let paid = try reading.rows(
            Expense.self,
            "WHERE owner = ? AND removed_at IS NULL AND wallet_transaction IN (SELECT value FROM json_each(?))", caller.owner,
            "\(transactions)")
        return paid.reduce(into: [:]) { entries, expense in expense.walletTransaction.map { entries[$0] = expense } }
    }

    func takeBack(_ change: borrowing Change, _ expense: Expense) throws {
        guard let id = expense.walletTransaction else { return }
        try WalletCash(of: expense.owner, quotas).takeBack(change, TransactionID(Int64(id)))
    }

    /// Replaces the wallet's transaction of an entry whose amount, kind, currency, day or time has changed.
    func movePayment(_ change: borrowing Change, of new: inout Expense, _ old: Expense) throws {
        guard let id = old.walletTransaction, let wallet = old.wallet, !new.isPaidAs(old) else { return }
        let cash = WalletCash(of: new.owner, quotas)
        let movement = try change.movement(of: new, try cash.wallet(change.reading, named: wallet))
        new.walletTransaction = Int(try cash.record(change, movement, replacing: TransactionID(Int64(id))).number)
    }

    /// Records the wallet's transaction of a removed entry again.
    ///
    /// - Returns: nil for an entry without one, and if its wallet was deleted.
    func restorePayment(_ change: borrowing Change, _ expense: Expense) throws -> Int? {
        guard let id = expense.walletTransaction else { return nil }
        return try WalletCash(of: expense.owner, quotas).restore(change, TransactionID(Int64(id))).map { Int($0.number) }
    }
}

extension Expense {
    /// The beginning of the keys of its transactions in wallets.
    fileprivate var cashKey: String { "expense/\(id)/" }

    fileprivate func isPaidAs(_ other: Expense) -> Bool {
        let (mine, others) = (terms, other.terms)
        return mine.amount == others.amount && mine.kind == others.kind && mine.currency == others.currency && day == other.day
            && mine.minute == others.minute
    }
}

extension Change {
    /// - Throws: `PortfolioError.timeOutOfRange` for a day to come.
    fileprivate func movement(of expense: Expense, _ wallet: Wallet) throws -> WalletCash.Movement {
        let terms = expense.terms
        let time = expense.day.daysSince1970 * 86_400 + terms.minute * 60
        // Without a chosen zone, a form has the day of the device, and no zone is more than 14 hours ahead of UTC.
        let isZoneChosen = try reading.chosenZone(of: expense.owner) != nil
        let today = isZoneChosen ? try reading.today(of: expense.owner, at: now) : Day(secondsSince1970: now.seconds + 14 * 3600)
        guard expense.day <= today, Transaction.times.contains(time) else {
            throw PortfolioError.timeOutOfRange(time: time, now: now.seconds)
        }
        // The day counts in UTC there, which may be behind the person's clock. An expense is paid at the end of its minute, so that
        // what came in during it can pay.
        return WalletCash.Movement(
            wallet, isDeposit: terms.kind == .income, terms.amount.decimal, terms.currency,
            time: min(time + (terms.kind == .income ? 0 : 59), now.seconds),
            key: expense.cashKey + RandomID.hexadecimal(digits: 16),
            note: terms.name.isEmpty ? expense.id : "\(terms.name) · \(expense.id)")
    }
}
