import APIKit
import Expenses
import Ledger
import PageKit
import Portfolio

/// The wallet whose cash pays a transaction.
struct EntryCash: Sendable {
    let journal: Journal
    let operations: ExpenseEntryOperations

    /// - Parameter page: the page of the transaction, with the errors of the form.
    func add(to pages: inout PageList, _ page: @escaping @Sendable (Visit, FormErrors) async throws -> Outcome) {
        pages.post("\(Journal.path)/:expense/wallet", .scope(.write)) { visit, fields in
            let id = visit.path("expense")
            do {
                if fields["wallet"].isEmpty {
                    try await visit.perform(operations.unpay, ["expense": id], key: fields.key)
                } else {
                    _ = try await visit.perform(operations.pay, ["expense": id, "wallet": fields["wallet"]], key: fields.key)
                }
                return .redirect("\(Journal.path)/\(URLForm.encoded(id))?done=saved")
            } catch {
                guard let errors = try Self.errors(error, visit.words, field: "wallet") else { throw error }
                return try await page(visit, errors)
            }
        }
    }

    // MARK: The form of a new transaction

    private static let mark = "wallet:"

    /// The value of a wallet among the ways of payment.
    static func choice(_ wallet: Wallet) -> String { mark + wallet.publicID }

    /// The wallet's id in the value of a way of payment; nil for cash and card.
    static func wallet(chosen method: String) -> String? {
        method.hasPrefix(mark) ? String(method.dropFirst(mark.count)) : nil
    }

    // MARK: The page of a transaction

    /// The wallet that pays a transaction; nil for none, and for one that is no longer linked.
    static func paying(_ expense: Expense, _ wallets: [Wallet]) -> Wallet? {
        expense.walletTransaction == nil ? nil : wallets.first { $0.publicID == expense.wallet }
    }

    /// The choice of a wallet; no field without wallets.
    private static func fields(_ wallets: [Wallet], _ words: Words, value: String = "") -> [FieldView] {
        guard !wallets.isEmpty else { return [] }
        let choices = [(value: "", text: words("expenses.wallet.none"))] + wallets.map { (value: $0.publicID, text: $0.name) }
        return [
            FieldView("wallet", .choice(choices), words("expenses.wallet"), hint: words("expenses.wallet.hint"), value: value)
        ]
    }

    /// The card of a transaction; none without wallets.
    static func cards(_ expense: Expense, _ journal: Journal, _ visit: Visit, _ errors: FormErrors) async throws -> [CardView] {
        let (words, wallets) = (visit.words, try await journal.store.wallets(of: visit.caller.owner))
        let paying = paying(expense, wallets)
        guard paying != nil || expense.wallet != nil || !wallets.isEmpty else { return [] }
        var card = CardView("wallet", words("expenses.wallet"))
        if let paying, let number = expense.walletTransaction {
            var item = ItemView(title: words("expenses.wallet.paid", ["wallet": paying.name, "id": "\(number)"]))
            item.link = (words("expenses.wallet.open"), "\(WalletPlace.path(paying.publicID))/history")
            card.items = [item]
        } else if expense.wallet != nil {
            card.notice = words("expenses.wallet.lost")
        }
        let fields = fields(wallets, words, value: paying?.publicID ?? "")
        if !fields.isEmpty || expense.wallet != nil {
            let form = FormView(
                "\(Journal.path)/\(expense.id)/wallet", fields, submit: words(fields.isEmpty ? "expenses.remove" : "expenses.save"),
                kind: .plain)
            card.forms = [form.values(errors)]
        }
        return [card]
    }

    /// The errors of a wallet; nil for others.
    ///
    /// - Parameter field: the field in which the wallet is chosen; nil if the form has none.
    /// - Throws: `error`, if it does not concern the submitted values.
    static func errors(_ error: any Error, _ words: Words, field: String?) throws -> FormErrors? {
        if let refused = error as? PortfolioError {
            let errors = try WalletErrors.of(refused, words)
            var sentence = errors.general ?? errors.byField.values.sorted().first ?? ""
            if case .neededLater = refused { sentence += " " + words("expenses.wallet.spent-hint") }
            return FormErrors(sentence, to: field, status: errors.status)
        }
        return nil
    }
}
