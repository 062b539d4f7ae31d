import Languages
import Ledger
import Market
import Server
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

    // MARK: Everything that is free

    /// The prefix of the values of buttons that fill in an amount; the unit of the amount follows.
    static let fillPrefix = "all-"

    /// The form with the whole available amount filled in and all other typed values kept; nil if a button does something else.
    func filled(by button: String, _ place: TradePlace) -> TradeForm? {
        guard button.hasPrefix(Self.fillPrefix) else { return nil }
        guard let named = Unit(rawValue: String(button.dropFirst(Self.fillPrefix.count))) else { return self }
        // The cash of a sale may have been changed since the button was shown.
        let coin: Unit = unit.currency == .eur ? .coinForEUR : .coinForUSD
        let chosen = side == .sell ? coin : named
        let free = place.free(side == .sell ? place.coin.id : chosen.currency.asset)
        let filled = Fields([("amount", place.write.format.exact("\(free)")), ("unit", chosen.rawValue)] + pairs)
        return TradeForm(filled, first: chosen.currency)
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
