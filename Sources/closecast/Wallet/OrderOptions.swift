import ArgumentParser
import Ledger
import Market
import Portfolio

/// Options shared by all commands that record transactions.
struct OrderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("When it happened: a day, or a day and a time in UTC (default: now).", valueName: "moment"),
        transform: MomentArgument.argument)
    var date: MomentArgument?

    @Option(help: ArgumentHelp("A note to store with the transaction.", valueName: "text"))
    var note = ""

    @Option(help: ArgumentHelp("A unique key: the order is recorded once, however often it is sent.", valueName: "key"))
    var key: String?

    @Flag(help: "Show what would happen, and record nothing.")
    var preview = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    /// Prepares orders, prints their effects, and records them unless only a preview is wanted.
    ///
    /// - Parameter makesStore: whether the database may be created, for orders that need no existing wallet.
    func run(makesStore: Bool = false, _ orders: (LocalStore, Int) async throws -> [Order]) async throws {
        try await reportingFailures {
            let store = makesStore && !preview ? try storeOptions.openOrMake() : try storeOptions.open()
            let time = try moment(store)
            let orders = try await orders(store, time)
            let (prepared, results) =
                preview
                ? (try await store.portfolio.orders.prepare(orders, key: key), [])
                : try await store.portfolio.orders.perform(orders, key: key)
            let report = OrderReport(prepared: prepared, results: results, isPreview: preview, today: store.portfolio.today)
            report.notes.forEach(Console.note)
            try Console.write(json ? report.json : report.text)
        }
    }

    private func moment(_ store: LocalStore) throws(Failure) -> Int {
        let time = date?.time ?? store.portfolio.time
        do throws(PortfolioError) {
            try store.portfolio.wallets.checkTime(time)
        } catch {
            throw Failure("--date \(error)", .usage)
        }
        return time
    }
}

/// The effects of orders, recorded or previewed.
struct OrderReport {
    let prepared: PreparedOrder
    let results: [AppendResult]
    let isPreview: Bool
    let today: Day

    var notes: [String] {
        let swapped = Set(prepared.rows.filter { $0.kind == .swap }.compactMap(\.received?.asset))
        let unknown = prepared.unknownCosts.filter { !swapped.contains($0.id) }
        return noCost(
            unknown.filter { Currency($0.id) == nil }, "close", "deposit it with --cost, or with the --date of a stored close")
            + unknown.filter { Currency($0.id) != nil }.flatMap { currency in
                noCost(
                    [currency], "rate",
                    "get its rates (\(CurrencyTable.ratesCommand("\(currency.ticker)"))) and deposit it again, "
                        + "or deposit it with --cost")
            } + unvalued + withdrawn
            + (results.contains { !$0.isNew } ? ["it was recorded before under this key; nothing was changed"] : [])
    }

    /// The meaning of deposits without a value.
    private func noCost(_ assets: [Asset], _ missing: String, _ remedy: String) -> [String] {
        let names = assets.map { "\($0.ticker)" }.joined(separator: ", ")
        let note =
            "\(names): no \(missing) of that day is stored, so what it cost is unknown and its gains will be missing; "
            + (results.isEmpty
                ? "" : "take it back (closecast wallet correct \(results.map { "\($0.id)" }.joined(separator: " "))), then ")
            + remedy
        return assets.isEmpty ? [] : [note]
    }

    /// The meaning of swaps without a value.
    private var unvalued: [String] {
        let recorded =
            results.isEmpty
            ? "" : "take it back (closecast wallet correct \(results.map { "\($0.id)" }.joined(separator: " "))), then "
        return prepared.rows.filter { $0.kind == .swap && $0.value == nil }.map { row in
            "\(TransactionText.summary(row, ticker: ticker)): no close of that day is stored, so the gain and the cost will be missing; "
                + recorded + "swap with --value"
        }
    }

    /// The meaning of withdrawals of coins without a given value, and of those with a value of zero.
    private var withdrawn: [String] {
        prepared.rows.filter { $0.kind == .withdrawal && $0.asset != .usd }.compactMap { row in
            let recorded = results.map { "\($0.id)" }.joined(separator: " ")
            let coins = "\(row.quantity) \(ticker(row.asset))"
            guard let value = row.value else {
                return "\(coins): no close of that day is stored, so what left is unknown and returns will be missing; "
                    + (results.isEmpty
                        ? "" : "take it back (closecast wallet correct \(recorded)), then ")
                    + "withdraw it with --value, which is 0 for worthless coins"
            }
            return value.amount == .zero ? "\(coins): worth nothing, so their cost becomes a realized loss" : nil
        }
    }

    var text: String {
        guard !prepared.rows.isEmpty else { return "nothing to do: the wallet holds that already\n" }
        var text = ""
        for (index, row) in prepared.rows.enumerated() {
            let number = index < results.count ? "#\(results[index].id)  " : ""
            text += "\(number)\(TransactionText.summary(row, ticker: ticker))\n"
        }
        for (asset, price) in prepared.prices.sorted(by: { $0.key < $1.key }) {
            text +=
                "  at \(ShownPrice.text(price.price.doubleValue)) USD, the close of \(ticker(asset)) on \(price.day)\(age(price.day))\n"
        }
        for effect in prepared.effects {
            text += "  \(effect.wallet.name)  \(effect.asset.ticker)  \(effect.before) -> \(effect.after)\n"
        }
        return text + (isPreview ? "a preview: nothing was recorded\n" : "")
    }

    private func age(_ day: Day) -> String { today - day > 1 ? " (\(today - day) days ago)" : "" }

    private func ticker(_ asset: AssetID) -> String {
        prepared.effects.first { $0.asset.id == asset }.map { $0.asset.ticker.description } ?? asset.description.uppercased()
    }

    var json: String { TransactionDocuments.receipt.jsonLine(ShownReceipt(prepared, results, isPreview: isPreview)) }
}
