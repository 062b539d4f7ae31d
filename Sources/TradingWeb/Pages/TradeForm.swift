import Languages
import Ledger
import Market
import PageKit
import Trading

/// The form of a trade, an order or a recurring purchase, with the typed values.
struct TradeForm: Sendable {
    enum Tab: String, CaseIterable, Sendable { case now, limit, stop, recurring }

    /// The unit of an amount, and the cash that is paid or received.
    enum Unit: String, CaseIterable, Sendable {
        case eur = "EUR"
        case usd = "USD"
        case coinForEUR = "coin-EUR"
        case coinForUSD = "coin-USD"

        var currency: Currency { self == .eur || self == .coinForEUR ? .eur : .usd }
        var isCoin: Bool { self == .coinForEUR || self == .coinForUSD }
    }

    let tab: Tab
    let side: TradeSide
    let unit: Unit
    let every: RecurringPlan.Interval
    private let typed: Fields

    static let typedFields = ["amount", "price", "days"]
    /// The fields by the members of the operations.
    static let members = [
        "/cash": "amount", "/quantity": "amount", "/price": "price", "/days": "days", "/currency": "unit", "/every": "every",
    ]

    /// - Parameters:
    ///   - typed: the fields as they were sent, or as a link fills them in.
    ///   - currency: the currency offered first.
    init(_ typed: Fields, first currency: Currency) {
        let tab = Tab(rawValue: typed["tab"]) ?? .now
        // A plan only buys.
        let side = tab == .recurring ? .buy : TradeSide(rawValue: typed["side"]) ?? .buy
        let units = Self.units(side, tab)
        let cash: Unit = currency == .eur ? .eur : .usd
        let coin: Unit = currency == .eur ? .coinForEUR : .coinForUSD
        let first = side == .sell || !units.contains(cash) ? coin : cash
        (self.tab, self.side, self.typed) = (tab, side, typed)
        unit = Unit(rawValue: typed["unit"]).flatMap { units.contains($0) ? $0 : nil } ?? first
        every = RecurringPlan.Interval(rawValue: typed["every"]) ?? .week
    }

    /// Limit and stop orders sell coins, and a stop order buys for cash, since its price is not known in advance.
    static func units(_ side: TradeSide, _ tab: Tab) -> [Unit] {
        switch (side, tab) {
        case (_, .now), (.buy, .limit): Unit.allCases
        case (.sell, _): [.coinForEUR, .coinForUSD]
        case (.buy, _): [.eur, .usd]
        }
    }

    subscript(field: String) -> String { typed[field] }

    /// The choices and the typed values, for links and hidden fields.
    var pairs: [(name: String, value: String)] {
        [("side", side.rawValue), ("tab", tab.rawValue), ("unit", unit.rawValue), ("every", every.rawValue)]
            + Self.typedFields.filter { !self[$0].isEmpty }.map { ($0, self[$0]) }
    }

    /// The address of the form with other choices, which keeps everything that was typed.
    func href(_ place: TradePlace, _ changes: [String: String] = [:]) -> String {
        let query = pairs.map { "\($0.name)=\(URLForm.encoded(changes[$0.name] ?? $0.value))" }
        let added = changes.filter { change in !pairs.contains { $0.name == change.key } }.sorted { $0.key < $1.key }
        return "\(place.path)?" + (query + added.map { "\($0.key)=\(URLForm.encoded($0.value))" }).joined(separator: "&")
    }

    // MARK: Parts of what is free

    /// The prefix of the values of buttons that fill in an amount; the percentage of the available amount follows.
    static let fillPrefix = "fill-"
    /// The percentages of the buttons.
    static let fillPercentages = [25, 50, 75, 100]

    /// The form with a part of the available amount filled in and all other typed values kept; nil if a button does something else.
    /// A purchase fills in cash of the chosen currency, a sale coins.
    func filled(by button: String, _ place: TradePlace) -> TradeForm? {
        guard button.hasPrefix(Self.fillPrefix) else { return nil }
        guard let percentage = Int(button.dropFirst(Self.fillPrefix.count)), Self.fillPercentages.contains(percentage) else {
            return self
        }
        let amount = Self.part(percentage, of: place.free(freeAsset(place)), places: side == .buy ? 2 : 8)
        let filled = Fields([("amount", place.write.format.exact("\(amount)")), ("unit", fillUnit.rawValue)] + pairs)
        return TradeForm(filled, first: unit.currency)
    }

    /// What a trade of this form uses up: coins, or cash of the chosen currency.
    func freeAsset(_ place: TradePlace) -> AssetID { side == .sell ? place.coin.id : unit.currency.asset }

    private var fillUnit: Unit {
        switch (side, unit.currency) {
        case (.sell, .eur): .coinForEUR
        case (.sell, _): .coinForUSD
        case (.buy, .eur): .eur
        case (.buy, _): .usd
        }
    }

    /// A part of an amount, rounded down to a number of places; all of it has all of its digits.
    private static func part(_ percentage: Int, of amount: FixedDecimal, places: Int) -> FixedDecimal {
        guard percentage < 100 else { return amount }
        let step = (0..<18 - places).reduce(Int128(1)) { step, _ in step * 10 }
        // Divided first: the product cannot overflow. What that loses is less than the last place of a part.
        return FixedDecimal(units: amount.units / 100 * Int128(percentage) / step * step)
    }

    // MARK: What operations take

    /// Returns the input of the operation, and the errors that can be found without it.
    func input(_ coin: Asset, _ words: Words) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        let bad = "trade.error.not-an-amount"
        let amount = typed.decimal("amount", words, &errors, missing: "trade.error.no-amount", bad: bad)
        let isPriced = tab == .limit || tab == .stop
        let price = isPriced ? typed.decimal("price", words, &errors, missing: "trade.error.no-price", bad: bad) : nil
        let days = tab == .now ? nil : wholeDays(words, &errors)
        return (
            [
                "kind": tab.rawValue, "side": side.rawValue, "asset": "\(coin.id)", "currency": unit.currency.code,
                "cash": unit.isCoin ? nil : amount, "quantity": unit.isCoin ? amount : nil, "price": price, "every": every.rawValue,
                "days": days,
            ], errors
        )
    }

    private func wholeDays(_ words: Words, _ errors: inout FormErrors) -> String? {
        guard let days = Int(self["days"].isEmpty ? "30" : self["days"]), (0...100_000).contains(days) else {
            errors.add(words("trade.error.bad-days"), to: "days")
            return nil
        }
        return "\(days)"
    }
}
