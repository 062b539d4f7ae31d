import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import Portfolio
import Server

/// The transactions of a wallet: filtered, page by page, including those that were taken back.
struct HistoryPages: Sendable {
    let portfolios: Portfolios
    let market: MarketData
    let operations: TransactionOperations

    private static let pageSize = 50

    func add(to pages: inout PageList) {
        pages.get("/wallets/:wallet/history", .scope(.read)) { visit in .page(try await history(visit, FormErrors())) }
        pages.post("/wallets/:wallet/history", .scope(.write), takeBack)
    }

    // MARK: Taking back

    private func takeBack(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let ids = fields.all("id").compactMap { Int($0) }
        guard !ids.isEmpty else {
            let errors = FormErrors(visit.words("wallet.history.none-chosen"), to: nil)
            return .page(try await history(visit, errors).with(.unprocessableContent))
        }
        let place = try await WalletPlace(visit, portfolios)
        do {
            let list = ids.map(\.description).joined(separator: ",")
            _ = try await visit.perform(operations.correctAll, ["transactions": list], key: fields.key)
            return .redirect(place.path + "/history?done=wallet-taken-back")
        } catch {
            let errors = try TakeBackErrors.of(error, visit.words)
            return .page(try await history(visit, errors, chosen: Set(ids)).with(Problem(error).status))
        }
    }

    // MARK: The page

    private func history(_ visit: Visit, _ errors: FormErrors, chosen: Set<Int> = []) async throws -> Page {
        let place = try await WalletPlace(visit, portfolios)
        let filter = try await HistoryFilter(visit, market)
        let listed = try await place.portfolio.transactions.page(
            of: place.wallet, filter.value, after: filter.after, limit: Self.pageSize + 1)
        let shown = Array(listed.prefix(Self.pageSize))
        let names = RowNames(try await market.store.assets(ids: Set(shown.map(\.row.asset))))
        let amounts = Amounts(visit)
        let view = HistoryRow(names: names, wallet: place.wallet, amounts: amounts)
        var values = place.values(.history, visit)
        values["digits"] = amounts.digitsLink(filter.href(place, after: filter.after))
        values["rows"] = .list(shown.map { view.values($0, isChosen: chosen.contains(Int($0.id.number))) })
        values["isEmpty"] = .flag(shown.isEmpty)
        values["isFiltered"] = .flag(filter.isActive)
        values["generalError"] = .optional(errors.general)
        values["olderHref"] = .optional(listed.count > Self.pageSize ? filter.href(place, after: shown.last!.position) : nil)
        values["newestHref"] = .optional(filter.after == nil ? nil : filter.href(place, after: nil))
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
    private let typed: Fields
    private let wrong: Set<String>

    private static let fields = ["kind", "asset", "since", "until"]

    init(_ visit: Visit, _ market: MarketData) async throws {
        typed = visit.fields
        var filter = TransactionFilter(
            kind: visit.query("kind").flatMap(Transaction.Kind.init), since: visit.query("since").flatMap { Day(iso: $0) },
            until: visit.query("until").flatMap { Day(iso: $0) })
        var wrong: Set<String> = []
        if let text = visit.query("asset") {
            do { filter.asset = try await market.directory.asset(text).id } catch { wrong.insert("asset") }
        }
        if filter.since == nil, visit.query("since") != nil { wrong.insert("since") }
        if filter.until == nil, visit.query("until") != nil { wrong.insert("until") }
        (value, self.wrong) = (filter, wrong)
        let place = (visit.query("after") ?? "").split(separator: ":").compactMap { Int64($0) }
        after = place.count == 2 ? JournalQuery.Position(time: Int(place[0]), id: TransactionID(place[1])) : nil
    }

    var isActive: Bool { Self.fields.contains { !typed[$0].isEmpty } }

    func href(_ place: WalletPlace, after: JournalQuery.Position?) -> String {
        var pairs = Self.fields.filter { !typed[$0].isEmpty }.map { ($0, typed[$0]) }
        if let after { pairs.append(("after", "\(after.time):\(after.id)")) }
        let query = pairs.map { "\($0.0)=\(URLForm.encoded($0.1))" }.joined(separator: "&")
        return place.path + "/history" + (query.isEmpty ? "" : "?" + query)
    }

    func values(_ words: Words) -> Values {
        let kinds = Transaction.Kind.allCases.map { (value: $0.rawValue, text: words("wallet.kind.\($0.rawValue)")) }
        let all = (value: "", text: words("wallet.filter-all-kinds"))
        let kind = FieldView("kind", .choice([all] + kinds), words("wallet.kind"))
        return ["filterFields": FieldView.filters(after: [kind], typed, wrong: wrong, words)]
    }
}

extension FieldView {
    /// The filters of a history by coin and days.
    ///
    /// - Parameters:
    ///   - first: stand before them.
    ///   - wrong: the names of the fields that name no coin or day.
    static func filters(after first: [FieldView] = [], _ typed: Fields, wrong: Set<String>, _ words: Words) -> TemplateValue {
        var errors = FormErrors()
        for field in wrong {
            let key = field == "asset" ? "wallet.filter.bad-asset" : "wallet.filter.bad-day"
            errors.add(words(key, ["value": typed[field]]), to: field)
        }
        let fields = [
            FieldView("asset", .text, words("wallet.coin")), FieldView("since", .date, words("wallet.filter.since")),
            FieldView("until", .date, words("wallet.filter.until")),
        ]
        return .list((first + fields).map { $0.values(errors, typed: typed) })
    }
}

/// A row of a history.
struct HistoryRow: Sendable {
    let names: RowNames
    let wallet: Wallet
    let amounts: Amounts

    private var words: Words { amounts.words }

    func values(_ logged: LoggedTransaction, isChosen: Bool) -> TemplateValue {
        let row = logged.row
        let (isCorrection, isTakenBack) = (logged.corrects != nil, logged.correctedBy != nil)
        return [
            "id": "\(logged.id)", "kind": .text(words("wallet.kind.\(row.kind.rawValue)")),
            "coin": .text(names.ticker(row.asset)),
            "day": .text(words.format.date(Day(secondsSince1970: row.time), .short)),
            "moment": .text(words.format.moment(secondsSince1970: row.time)), "sign": .text(sign(row)),
            "quantity": amounts.quantity(row.quantity, of: row.asset), "detail": detail(row),
            "note": .optional(row.note.isEmpty ? nil : row.note),
            "isTakenBack": .flag(isTakenBack), "isCorrection": .flag(isCorrection),
            "canTakeBack": .flag(!isTakenBack && !isCorrection),
            "mark": .optional(mark(logged)), "isChosen": .flag(isChosen),
            "pick": .text(words("wallet.history.pick", ["id": "\(logged.id)"])),
        ]
    }

    private func mark(_ logged: LoggedTransaction) -> String? {
        if let id = logged.corrects { return words("wallet.history.corrects", ["id": "\(id)"]) }
        return logged.correctedBy.map { words("wallet.history.corrected", ["id": "\($0)"]) }
    }

    /// Whether the quantity came in or went out, if the kind determines it.
    private func sign(_ row: TransactionRow) -> String {
        switch row.kind {
        case .deposit, .buy, .income: "+"
        case .withdrawal, .sell, .fee: "\u{2212}"
        case .transfer: row.targetID == wallet.publicID ? "+" : "\u{2212}"
        case .correction: ""
        }
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
        guard let money = row.cash ?? row.value else { return false }
        let key = row.cash == nil ? "wallet.history.worth" : row.kind == .buy ? "wallet.history.paid" : "wallet.history.received"
        return ["label": .text(words(key)), "money": amounts.money(money), "unit": .text(money.currency.code)]
    }
}

/// Why transactions cannot be taken back.
enum TakeBackErrors {
    /// - Throws: `error`, if it does not concern the chosen transactions.
    static func of(_ error: any Error, _ words: Words) throws -> FormErrors {
        switch Problem(error).code {
        case "insufficient": FormErrors(words("wallet.history.needed"), to: nil)
        case "already-corrected": FormErrors(words("wallet.history.already"), to: nil)
        default: try FormErrors(error, [:], words)
        }
    }
}
