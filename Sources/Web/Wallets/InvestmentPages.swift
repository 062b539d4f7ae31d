import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import Portfolio
import Server

/// Investments: coins at their buy prices, their current value, and forms that add, correct and remove them.
struct InvestmentPages: Sendable {
    let portfolios: Portfolios
    let market: MarketData
    let worker: WorkerThread
    let operations: InvestmentOperations

    func add(to pages: inout PageList) {
        pages.get("/investments", .scope(.read), isKept: true) { visit in .page(try await list(visit, FormErrors())) }
        pages.post("/investments", .scope(.write), remove)
        pages.get("/investments/new", .scope(.read)) { visit in
            .page(try await formPage(visit, InvestmentForm(typed: visit.fields), FormErrors(), id: nil))
        }
        pages.post("/investments/new", .scope(.write)) { visit, fields in try await send(visit, fields, id: nil) }
        pages.get("/investments/:transaction", .scope(.read), open)
        pages.post("/investments/:transaction", .scope(.write)) { visit, fields in
            try await send(visit, fields, id: visit.path("transaction"))
        }
    }

    // MARK: The list

    private func list(_ visit: Visit, _ errors: FormErrors, chosen: Set<Int> = []) async throws -> Page {
        var amounts = Amounts(visit)
        let investments = portfolios(visit.caller).investments
        func gains(in currency: Currency) async throws -> GainsReport {
            try await worker.run { try await investments.gains(in: currency) }
        }
        var report = try await gains(in: amounts.currency)
        if report.holdings.missingRate != nil {
            amounts = amounts.in(.usd)
            report = try await gains(in: .usd)
        }
        let view = InvestmentList(report: report, amounts: amounts)
        var values = view.values(chosen: chosen)
        values["generalError"] = .optional(errors.general)
        return Page("investments", title: visit.words("investments.title"), place: .investments, scripts: ["wallet-form"], values)
    }

    private func remove(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let ids = fields.all("id").compactMap { Int($0) }
        guard !ids.isEmpty else {
            let errors = FormErrors(visit.words("investments.none-chosen"), to: nil)
            return .page(try await list(visit, errors).with(errors))
        }
        do {
            let list = ids.map(\.description).joined(separator: ",")
            _ = try await visit.perform(operations.remove, ["ids": list], key: fields.key)
            return .redirect("/investments?done=investments-removed")
        } catch {
            let errors = try TakeBackErrors.of(error, visit.words)
            return .page(try await list(visit, errors, chosen: Set(ids)).with(Problem(error).status))
        }
    }

    // MARK: One investment

    private func open(_ visit: Visit) async throws -> Outcome {
        let id = visit.path("transaction")
        guard let number = Int64(id) else { throw Problem.notFound("no investment \(id)") }
        let portfolio = portfolios(visit.caller)
        let record = try await portfolio.investments.investment(TransactionID(number))
        guard record.correctedBy == nil else { throw Problem.notFound("investment \(id) was removed") }
        let row = try await portfolio.transactions.transaction(record.id).row
        let format = visit.format
        let price = (try? row.value?.divided(by: row.quantity)).map { format.exact("\($0.amount)") } ?? ""
        let stored = Fields([
            ("asset", "\(row.asset)"), ("quantity", format.exact("\(row.quantity)")), ("price", price),
            ("time", "\(Day(secondsSince1970: row.time))"), ("note", row.note),
        ])
        return .page(try await formPage(visit, InvestmentForm(typed: stored), FormErrors(), id: id))
    }

    private func send(_ visit: Visit, _ fields: Fields, id: String?) async throws -> Outcome {
        let form = InvestmentForm(typed: fields)
        let (texts, errors) = form.input(visit.words, id: id)
        guard errors.isEmpty else { return .page(try await formPage(visit, form, errors, id: id).with(errors)) }
        do {
            if id == nil {
                _ = try await visit.perform(operations.create, texts, key: fields.key)
            } else {
                _ = try await visit.perform(operations.change, texts, key: fields.key)
            }
            return .redirect("/investments" + (id == nil ? "?done=investments-added" : "?done=investments-changed"))
        } catch {
            if Problem(error).status == .notFound { throw error }
            // The coins of this investment may have been sold or moved since.
            let isTakingBack = ["insufficient", "already-corrected"].contains(Problem(error).code)
            let errors = try isTakingBack ? TakeBackErrors.of(error, visit.words) : WalletErrors.of(error, visit.words)
            return .page(try await formPage(visit, form, errors, id: id).with(errors))
        }
    }

    private func formPage(_ visit: Visit, _ form: InvestmentForm, _ errors: FormErrors, id: String?) async throws -> Page {
        let words = visit.words
        let title = words(id == nil ? "investments.new" : "investments.edit")
        return Page(
            "investment", title: title, place: .investments, scripts: ["wallet-form"],
            [
                "heading": .text(title), "action": .text("/investments/\(id.map(URLForm.encoded) ?? "new")"),
                "generalError": .optional(errors.general),
                "fields": form.values(errors, words, isHidden: visit.preferences.hidesAmounts),
                "isNew": .flag(id == nil),
                "knownCoins": CoinView.known(try await market.store.assets(), words),
            ])
    }
}

/// The values of the list of investments: each lot, each coin, and all together.
struct InvestmentList: Sendable {
    let report: GainsReport
    let amounts: Amounts

    private var words: Words { amounts.words }

    func values(chosen: Set<Int>) -> Values {
        let coins = report.gains.lots.filter { $0.lot.asset != .usd }
        let total = report.gains.coins
        let byCoin = report.rows.filter { $0.asset.id != .usd && $0.quantity != .zero }
        return [
            "htmlClass": amounts.pageClass, "isEmpty": .flag(coins.isEmpty), "rows": .list(coins.map { row($0, chosen) }),
            "coins": .list(byCoin.map(coin)), "hasCoins": .flag(byCoin.count < coins.count), "unit": .text(report.currency.code),
            "currencyNote": .optional(amounts.otherCurrencyNote(report.day)), "rateLink": amounts.rateLink(report.holdings),
            "digits": amounts.digitsLink("/investments"),
            "total": amounts.figure(known: total.marketValue.known, isWhole: total.marketValue.total != nil),
            "isPartial": .flag(total.marketValue.total == nil),
            "cost": amounts.money(total.cost.total), "gain": amounts.gain(total.unrealized.total),
            "ratio": amounts.ratio(total.unrealizedRatio), "hasGain": .flag(total.unrealized.total != nil),
            "totalTitle": .text(words("investments.worth", ["date": words.format.date(report.day, .plain)])),
        ]
    }

    private func row(_ gain: Gains.LotGain, _ chosen: Set<Int>) -> TemplateValue {
        let lot = gain.lot
        let asset = report.assets[lot.asset]!
        return [
            "id": "\(lot.origin)", "coin": CoinView.of(asset, words), "quantity": amounts.quantity(lot.quantity),
            "day": .text(words.format.date(Day(secondsSince1970: lot.acquiredAt), .short)),
            "price": .text(lot.unitCost.map { words.format.price($0.doubleValue) } ?? Conventions.dash),
            "cost": amounts.money(lot.cost), "value": amounts.money(gain.marketValue), "gain": amounts.gain(gain.unrealized),
            "ratio": amounts.ratio(gain.unrealizedRatio), "hasGain": .flag(gain.unrealized != nil),
            "isChosen": .flag(chosen.contains(Int(lot.origin.number))), "href": "/investments/\(lot.origin)",
            "pick": .text(words("wallet.history.pick", ["id": "\(lot.origin)"])),
        ]
    }

    private func coin(_ holding: Valuation.Holding) -> TemplateValue {
        let summary = report.gains.assets[holding.asset.id] ?? Gains.Summary(report.currency)
        return [
            "coin": CoinView.of(holding.asset, words), "quantity": amounts.quantity(holding.quantity),
            "value": amounts.money(summary.marketValue.total), "gain": amounts.gain(summary.unrealized.total),
            "ratio": amounts.ratio(summary.unrealizedRatio), "hasGain": .flag(summary.unrealized.total != nil),
        ]
    }
}
