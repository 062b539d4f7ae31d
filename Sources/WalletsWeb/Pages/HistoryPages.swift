import APIKit
import Expenses
import HTMLTemplates
import HTTPEdge
import JSONText
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Portfolio
import Services
import Store

/// The transactions of a wallet: filtered, page by page, including those that were taken back.
package struct HistoryPages: Sendable {
    let portfolios: Portfolios
    let market: MarketData
    let operations: TransactionOperations
    let coins: CoinFinder

    private static let pageSize = 50

    func add(to pages: inout PageList) {
        pages.get("/wallets/:wallet/history", .scope(.read)) { visit in .page(try await history(visit, FormErrors())) }
        pages.post("/wallets/:wallet/history", .scope(.write), takeBack)
    }

    // MARK: Taking back

    private func takeBack(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        if fields["do"] == "undo" { return try await restore(visit, fields) }
        // Each row has a button of its own, and the form of these buttons has the key of the page.
        let isOne = fields.has("remove")
        let ids = fields.all(isOne ? "remove" : "id").compactMap { Int($0) }
        guard !ids.isEmpty else {
            let errors = FormErrors(visit.words("wallet.history.none-chosen"), to: nil)
            return .page(try await history(visit, errors).with(.unprocessableContent))
        }
        let place = try await WalletPlace(visit, portfolios)
        do {
            let list = ids.map(\.description).joined(separator: ",")
            let key = fields.key.map { isOne ? "\($0)-\(list)" : $0 }
            _ = try await visit.perform(operations.correctAll, ["transactions": list], key: key)
            return .redirect(place.path + "/history?done=wallet-taken-back&undo=\(list)")
        } catch {
            let errors = try TakeBackErrors.of(error, visit.words)
            return .page(try await history(visit, errors, chosen: Set(ids)).with(Problem(error).status))
        }
    }

    /// Records again what was just taken back.
    private func restore(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios)
        do {
            _ = try await visit.perform(operations.restore, ["transactions": fields["undo"]], key: fields.key)
            return .redirect(place.path + "/history?done=wallet-restored")
        } catch {
            let errors = try WalletErrors.of(error, visit.words)
            return .page(try await history(visit, errors).with(Problem(error).status))
        }
    }

    /// The notice after transactions were taken back.
    private func undo(_ place: WalletPlace, _ visit: Visit) -> TemplateValue {
        guard let ids = visit.query("undo") else { return false }
        return UndoNotice.values(
            visit.words("wallet.undo-text"), label: visit.words("wallet.undo"), action: place.path + "/history",
            ["do": "undo", "undo": ids])
    }

    // MARK: The page

    private func history(_ visit: Visit, _ errors: FormErrors, chosen: Set<Int> = []) async throws -> Page {
        let place = try await WalletPlace(visit, portfolios)
        let filter = try await HistoryFilter(visit, place.wallet, coins)
        let listed = try await place.portfolio.transactions.page(
            of: place.wallet, filter.value, after: filter.after, limit: Self.pageSize + 1)
        let shown = Array(listed.prefix(Self.pageSize))
        let names = RowNames(try await market.store.assets(ids: Set(shown.flatMap(\.row.assets))))
        let amounts = Amounts(visit)
        let (numbers, caller) = (shown.map { Int($0.id.number) }, Caller(owner: visit.caller.owner))
        let entries = try await market.store.reading { try Expenses().paid(by: numbers, $0, caller) }
        let view = HistoryRow(names: names, wallet: place.wallet, amounts: amounts, entries: entries)
        var values = place.values(.history, visit)
        values["digits"] = amounts.digitsLink(filter.href(place, after: filter.after))
        values["rows"] = .list(shown.map { view.values($0, isChosen: chosen.contains(Int($0.id.number))) })
        values["isEmpty"] = .flag(shown.isEmpty)
        values["isFiltered"] = .flag(filter.isActive)
        values["generalError"] = .optional(errors.general)
        values["olderHref"] = .optional(listed.count > Self.pageSize ? filter.href(place, after: shown.last!.position) : nil)
        values["newestHref"] = .optional(filter.after == nil ? nil : filter.href(place, after: nil))
        values["undo"] = undo(place, visit)
        values["addHref"] = .text("\(place.path)/record")
        values["filesHref"] = .text(place.href(.files))
        values.merge(filter.values(visit.words)) { $1 }
        return Page(
            "wallet-history", title: visit.words("wallet.history.title", ["wallet": place.wallet.name]), place: .portfolio,
            scripts: ["wallet-form"], values)
    }
}

/// The filter of a history: kind, coin, days, and the start of the page.
struct HistoryFilter: Sendable {
    let value: TransactionFilter
    let after: JournalQuery.Position?
    private let fields: HistoryFields
    private let kind: String

    init(_ visit: Visit, _ wallet: Wallet, _ coins: CoinFinder) async throws {
        fields = try await HistoryFields(visit, .wallet(wallet.publicID), coins)
        kind = visit.fields["kind"]
        value = TransactionFilter(
            asset: fields.asset, kind: Transaction.Kind(rawValue: kind), since: fields.since, until: fields.until)
        let place = (visit.query("after") ?? "").split(separator: ":").compactMap { Int64($0) }
        after = place.count == 2 ? JournalQuery.Position(time: Int(place[0]), id: TransactionID(place[1])) : nil
    }

    var isActive: Bool { !kind.isEmpty || fields.isActive }

    func href(_ place: WalletPlace, after: JournalQuery.Position?) -> String {
        let kinds = kind.isEmpty ? [] : ["kind=\(URLForm.encoded(kind))"]
        let query = kinds + fields.query() + (after.map { ["after=\($0.time):\($0.id)"] } ?? [])
        return place.path + "/history" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    func values(_ words: Words) -> Values {
        let kinds = Transaction.Kind.allCases.map { (value: $0.rawValue, text: words("wallet.kind.\($0.rawValue)")) }
        let all = (value: "", text: words("wallet.filter-all-kinds"))
        return ["filterFields": fields.values(after: [FieldView("kind", .choice([all] + kinds), words("wallet.kind"))], words)]
    }
}

/// A row of a history.
struct HistoryRow: Sendable {
    let names: RowNames
    let wallet: Wallet
    let amounts: Amounts
    /// The transactions of the journal that rows pay, by the number of the row.
    let entries: [Int: Expense]

    private var words: Words { amounts.words }

    func values(_ logged: LoggedTransaction, isChosen: Bool) -> TemplateValue {
        let row = logged.row
        let (isCorrection, isTakenBack) = (logged.corrects != nil, logged.correctedBy != nil)
        let entry = entries[Int(logged.id.number)]
        return [
            "id": "\(logged.id)", "kind": .text(words.kind(row)),
            "coin": .text(names.ticker(row.asset)),
            "day": .text(words.format.date(Day(secondsSince1970: row.time), .short)),
            "moment": .text(words.format.moment(secondsSince1970: row.time)), "sign": .text(sign(logged)),
            "quantity": amounts.quantity(row.quantity, of: row.asset), "detail": detail(row),
            "fee": FeeView.of(row, coin: names.ticker(row.asset), amounts),
            "note": .optional(row.note.isEmpty || entry != nil ? nil : row.note),
            "entry": entry.map(link) ?? false,
            "isTakenBack": .flag(isTakenBack), "isCorrection": .flag(isCorrection),
            "canTakeBack": .flag(!isTakenBack && !isCorrection),
            "edit": .optional(canEdit(logged) ? "\(WalletPlace.path(of: wallet))/record?replaces=\(logged.id)" : nil),
            "mark": .optional(mark(logged)), "isChosen": .flag(isChosen),
            "pick": .text(words("wallet.history.pick", ["id": "\(logged.id)"])),
        ]
    }

    private func link(_ entry: Expense) -> TemplateValue {
        let name = entry.terms.name.isEmpty ? words("expenses.kind.\(entry.terms.kind.rawValue)") : entry.terms.name
        return ["href": .text("\(PagePaths.expenses)/\(entry.id)"), "label": .text(name)]
    }

    /// What came from another wallet is edited there.
    private func canEdit(_ logged: LoggedTransaction) -> Bool {
        logged.correctedBy == nil && logged.corrects == nil && logged.row.walletID == wallet.publicID
    }

    private func mark(_ logged: LoggedTransaction) -> String? {
        if let id = logged.corrects { return words("wallet.history.corrects", ["id": "\(id)"]) }
        return logged.correctedBy.map { words("wallet.history.corrected", ["id": "\($0)"]) }
    }

    /// Whether the quantity came in or went out. That of a transfer, and of its correction, does both: the row is of one wallet.
    private func sign(_ logged: LoggedTransaction) -> String {
        logged.isOutgoing == (logged.row.walletID == wallet.publicID) ? "\u{2212}" : "+"
    }

    /// The amount paid or received, or other details besides the quantity.
    private func detail(_ row: TransactionRow) -> TemplateValue {
        if row.kind == .transfer {
            let isArrival = row.targetID == wallet.publicID
            let other = isArrival ? row.wallet : row.target ?? ""
            return [
                "label": .text(words(isArrival ? "wallet.history.from" : "wallet.history.to", ["wallet": other])), "money": false,
                "unit": false,
            ]
        }
        if let received = row.received {
            return [
                "label": "→", "money": amounts.quantity(received.quantity, of: received.asset),
                "unit": .text(names.ticker(received.asset)),
            ]
        }
        guard let money = row.cash ?? row.value else { return false }
        let key = row.cash == nil ? "wallet.history.worth" : row.kind == .buy ? "wallet.history.paid" : "wallet.history.received"
        return ["label": .text(words(key)), "money": amounts.money(money), "unit": .text(money.currency.code)]
    }
}

/// Why transactions cannot be taken back.
enum TakeBackErrors {
    /// - Throws: `error`, if it does not concern the chosen transactions.
    static func of(_ error: any Error, _ words: Words) throws -> FormErrors {
        let problem = Problem(error)
        func fact(_ name: String) -> JSONValue? { problem.extra.first { $0.key == name }?.value }
        if let later = fact("needed_by")?.integer, let day = fact("needed_on")?.string.flatMap({ Day(iso: $0) }) {
            let values = ["id": "\(later)", "day": words.format.date(day, .short)]
            return FormErrors(words("wallet.history.needed-by", values), to: nil)
        }
        return switch problem.code {
        case "insufficient": FormErrors(words("wallet.history.needed"), to: nil)
        case "already-corrected": FormErrors(words("wallet.history.already"), to: nil)
        default: try FormErrors(error, [:], words)
        }
    }
}
