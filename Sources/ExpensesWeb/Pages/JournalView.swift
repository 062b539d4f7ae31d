import Expenses
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio

/// Amounts, months and transactions of the journal in the reader's words.
struct JournalView: Sendable {
    let visit: Visit
    let amounts: Amounts
    private let names: [String: String]
    /// The names of wallets by their public ids.
    private let wallets: [String: String]

    init(_ visit: Visit, _ categories: [ExpenseCategory], _ wallets: [Wallet] = []) {
        (self.visit, amounts) = (visit, Amounts(visit))
        self.wallets = Dictionary(uniqueKeysWithValues: wallets.map { ($0.publicID, $0.name) })
        names = Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.name) })
    }

    private var words: Words { visit.words }

    // MARK: Amounts

    /// "12.50 EUR".
    func plain(_ amount: FixedDecimal, _ currency: ISOCurrency) -> String {
        "\(visit.format.money(amount.description, decimals: currency.decimals)) \(currency)"
    }

    /// The same within a sentence, or dots if amounts are hidden.
    func veiled(_ amount: FixedDecimal, _ currency: ISOCurrency) -> String { amounts.veiled(plain(amount, currency).withoutBreaks) }

    /// The values of `amount.mustache`.
    func amount(_ amount: FixedDecimal, _ currency: ISOCurrency, isIncome: Bool = false) -> TemplateValue {
        amounts.view((isIncome ? "+" : "") + plain(amount, currency))
    }

    // MARK: Days and months

    func month(_ month: CalendarMonth) -> String { visit.format.date(month.firstDay, .monthAndYear) }

    /// "09:05".
    static func clock(_ minute: Int) -> String {
        func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(padded(minute / 60)):\(padded(minute % 60))"
    }

    /// The minute of a day of a text such as "09:05", or "24:00"; nil for other texts.
    static func minute(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([0-9]{1,2})[:.]([0-9]{2})(:[0-9]{2})?/), let hour = Int(match.output.1),
            let minute = Int(match.output.2), minute < 60, hour < 24 || hour == 24 && minute == 0
        else { return nil }
        return hour * 60 + minute
    }

    // MARK: Transactions

    func category(_ id: String?) -> String { id.flatMap { names[$0] } ?? words("expenses.no-category") }

    func method(_ method: PaymentMethod) -> String { words("expenses.method.\(method.rawValue)") }

    /// How a transaction was paid: in cash, by card, or from a wallet.
    func payment(_ expense: Expense) -> String {
        let wallet = expense.walletTransaction == nil ? nil : expense.wallet.flatMap { wallets[$0] }
        return wallet.map { words("expenses.method.wallet", ["wallet": $0]) } ?? method(expense.terms.method)
    }

    /// The name; without one its category, its place, or what it is.
    func title(_ terms: ExpenseTerms) -> String {
        if !terms.name.isEmpty { return terms.name }
        if let category = terms.parts.parts.first?.category.flatMap({ names[$0] }) { return category }
        return terms.placeName.isEmpty ? words("expenses.kind.\(terms.kind.rawValue)") : terms.placeName
    }

    /// Category, place, way of payment and time.
    private func detail(_ expense: Expense) -> String {
        let (terms, parts) = (expense.terms, expense.terms.parts.parts)
        let category = parts.count > 1 ? words("expenses.parts", n: parts.count) : parts.first?.category.flatMap { names[$0] }
        let place = terms.placeName.isEmpty ? nil : terms.placeName
        return [category, place, payment(expense), Self.clock(terms.minute)].compactMap(\.self).dotted
    }

    /// Which transactions are chosen, on a page where several can be.
    typealias Chosen = (Expense) -> Bool

    /// A line of `expense-days.mustache`.
    private func line(_ expense: Expense, _ isChosen: Chosen?) -> TemplateValue {
        let terms = expense.terms
        let pick: TemplateValue =
            isChosen.map {
                [
                    "value": .text("\(expense.id):\(expense.version)"), "isChosen": .flag($0(expense)),
                    "label": .text(words("expenses.select-one", ["name": title(terms)])),
                ]
            } ?? false
        return [
            "pick": pick,
            "id": .text(expense.id), "href": .text("\(Journal.path)/\(expense.id)"), "title": .text(title(terms)),
            "detail": .text(detail(expense)),
            "amount": amount(terms.amount.decimal, terms.currency, isIncome: terms.kind == .income),
            "isIncome": .flag(terms.kind == .income), "isRecurring": .flag(expense.recurring != nil),
            "hasPhoto": .flag(expense.photoAt != nil),
        ]
    }

    /// Transactions by day, newest first, each day with its totals: the values of `expense-days.mustache`. The totals are those of the
    /// whole day, so a day that other pages continue says how much of it is here.
    ///
    /// - Parameter isChosen: whether a line's box is checked; nil without boxes.
    func days(_ list: Expenses.List, choosing isChosen: Chosen? = nil) -> TemplateValue {
        var days: [(day: Day, lines: [TemplateValue])] = []
        for expense in list.expenses {
            if days.last?.day != expense.day { days.append((expense.day, [])) }
            days[days.count - 1].lines.append(line(expense, isChosen))
        }
        return .list(
            days.map { day, lines in
                let totals = list.totals.filter { $0.day == day }
                let all = totals.reduce(0) { $0 + $1.count }
                let part = words("expenses.day-part", ["shown": "\(lines.count)", "all": "\(all)"])
                return [
                    "day": .text(visit.format.date(day)), "lines": .list(lines),
                    "totals": .list(totals.map { sum($0.amount, $0.currency, $0.kind) }),
                    "part": .optional(lines.count < all ? part : nil),
                ]
            })
    }

    private func sum(_ amount: FixedDecimal, _ currency: ISOCurrency, _ kind: ExpenseKind) -> TemplateValue {
        ["amount": self.amount(amount, currency, isIncome: kind == .income)]
    }

    /// How many transactions a filter lists, on all pages, and their sums.
    func found(_ sums: [Expenses.Sum]) -> TemplateValue {
        [
            "count": .text(words("expenses.transactions", n: sums.reduce(0) { $0 + $1.count })),
            "sums": .list(sums.map { sum($0.amount, $0.currency, $0.kind) }),
        ]
    }
}
