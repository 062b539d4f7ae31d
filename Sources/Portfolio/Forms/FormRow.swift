import Ledger
import Market

/// Reads one row of another program's file.
struct FormRow {
    let line: Int
    let cells: [String]
    let form: TransactionForm
    let places: [TransactionForm.Field: TransactionForm.Place]
    let names: [String]
    let decimal: DecimalSign?
    /// For a table whose columns were matched.
    let matched: MatchedTable?
    private(set) var faults: [ReadingError] = []
    /// The tokens pegged to the dollar in which a matched table states money.
    var tokens: Set<String> = []
    var totals = TotalCheck()

    init(
        line: Int, cells: [String], form: TransactionForm, places: [TransactionForm.Field: TransactionForm.Place], names: [String],
        decimal: DecimalSign?, matched: MatchedTable?
    ) {
        (self.line, self.cells, self.form, self.places, self.names, self.decimal) = (line, cells, form, places, names, decimal)
        self.matched = matched
    }

    typealias Field = TransactionForm.Field
    typealias Amount = FormEvent.Amount

    // MARK: Events

    /// Returns the row's event; nil if it cannot be read.
    mutating func event(_ meaning: TransactionForm.Meaning, _ start: FormEvent) -> FormEvent? {
        let before = faults.count
        var event = start
        switch meaning {
        case .buy, .sell: trade(isBuy: meaning == .buy, &event)
        case .bySides: bySides(&event)
        case .event(.trade): sides(&event)
        case .event(.transfer):
            event.kind = .transfer
            sides(&event)
            // One row of a table says both.
            if matched != nil, event.ins.isEmpty { event.ins = event.outs }
        case .event(let kind): move(kind, isIn: kind.isIn, &event)
        case .bySign(let isIn, let out):
            let leaves = places[.amount] == nil ? side(.in, .inCoin) == nil : (main()?.amount.quantity ?? .zero) < .zero
            move(leaves ? out : isIn, isIn: !leaves, &event)
        case .money(let kind): money(kind, &event)
        case .byAmount:
            let isIn = (main()?.amount.quantity ?? .zero) >= .zero
            if number(.money) == nil, number(.price) == nil {
                move(isIn ? .deposit : .withdrawal, isIn: isIn, &event)
            } else {
                trade(isBuy: isIn, &event)
            }
        case .onlyFee: (event.kind, event.fees) = (.fee, fee(of: main()?.amount.coin ?? ""))
        case .leg, .legFee, .leftOut: return nil
        }
        if form.reader == .coinbase {
            CoinbaseNote.apply(to: &event, decimal: decimal, coins: form.coins)
            if event.kind == .trade, event.ins.isEmpty { fault(.noMoney) }
        }
        if faults.count == before { checkTotal(of: event) }
        return faults.count == before ? event : nil
    }

    /// The row's sides as legs of a trade, with their signs.
    mutating func legs(_ start: FormEvent, isFee: Bool) -> [FormLeg] {
        guard let main = main() else {
            if faults.isEmpty { fail(.amount) }
            return []
        }
        let fees = form.columns[.fee] == nil ? [] : fee(of: main.amount.coin)
        return [FormLeg(event: start, amount: main.amount, fees: fees, worth: worth(), isFee: isFee)]
    }

    /// A purchase or sale of an amount of a coin for money.
    private mutating func trade(isBuy: Bool, _ event: inout FormEvent) {
        event.kind = .trade
        if places[.out] != nil, places[.in] != nil, amount(.out) != nil, amount(.in) != nil { return sides(&event) }
        guard let signed = main()?.amount else { return faults.isEmpty ? fail(.amount) : () }
        let coins = signed.magnitude
        if matched != nil {
            if isBuy, signed.quantity < .zero { fault(.negative("\(signed.quantity) \(signed.coin)")) }
            if let price = number(.price), price.value < .zero { fail(.price) }
        }
        let currency = currency()
        event.fees = fee(of: currency ?? coins.coin)
        event.worth = worth()
        let feeInMoney = event.fees.first { $0.coin == currency }?.quantity
        guard let money = money(coins.quantity, isBuy: isBuy, fee: feeInMoney), let currency else {
            guard faults.isEmpty else { return }
            fault(.noMoney)
            return
        }
        // The price of a coin in itself is that of another column.
        guard matched == nil || currency != coins.coin else { return fail(number(.money) == nil ? .price : .money) }
        let paid = Amount(coin: currency, quantity: money)
        (event.outs, event.ins) = isBuy ? ([paid], [coins]) : ([coins], [paid])
    }

    /// What was paid or received without the fee.
    private mutating func money(_ quantity: FixedDecimal, isBuy: Bool, fee: FixedDecimal?) -> FixedDecimal? {
        if let money = number(.money)?.value.magnitude {
            return matched == nil ? money : withoutFee(money, fee, of: quantity, isBuy: isBuy)
        }
        if let total = number(.total)?.value.magnitude {
            guard let fee else { return total }
            let net = try? isBuy ? total.subtracting(fee) : total.adding(fee)
            return net.flatMap { $0 > .zero ? $0 : nil } ?? total
        }
        guard let price = number(.price) else { return number(.worth)?.value.magnitude }
        guard let product = try? price.value.magnitude.multiplied(by: quantity) else {
            fault(.tooLarge)
            return nil
        }
        return product
    }

    /// Money that comes in or leaves.
    private mutating func money(_ kind: FormEvent.Kind, _ event: inout FormEvent) {
        event.kind = kind
        guard let currency = currency() else { return faults.isEmpty ? fault(.noMoney) : () }
        let product = number(.price).flatMap { price in number(.amount).flatMap { try? price.value.multiplied(by: $0.value) } }
        let amount = Amount(
            coin: currency, quantity: (number(.money)?.value ?? number(.total)?.value ?? product ?? .zero).magnitude)
        if kind.isIn { event.ins = [amount] } else { event.outs = [amount] }
        event.fees = fee(of: currency)
    }

    /// Both sides as the row has them.
    private mutating func sides(_ event: inout FormEvent) {
        let out = side(.out, .outCoin) ?? (places[.amount] == nil ? nil : main()?.amount.magnitude)
        let into = side(.in, .inCoin)
        event.outs = [out].compactMap(\.self)
        event.ins = [into].compactMap(\.self)
        event.worth = worth() ?? (places[.amount] == nil ? nil : out.flatMap { stated($0) })
        let fees = fee(of: (out ?? into)?.coin ?? "")
        addFee(fees, to: &event)
    }

    private mutating func bySides(_ event: inout FormEvent) {
        sides(&event)
        switch (event.outs.first, event.ins.first) {
        case (let out?, let into?):
            let moves = event.target != nil && event.target != event.account && out.coin == into.coin
            event.kind = moves ? .transfer : .trade
        case (_?, nil): event.kind = .withdrawal
        case (nil, _?):
            event.kind = .deposit
            event.account = event.account ?? event.target
        case (nil, nil): event.kind = .fee
        }
        if event.kind != .transfer { event.target = nil }
    }

    /// Coins or cash that come in or leave.
    private mutating func move(_ kind: FormEvent.Kind, isIn: Bool, _ event: inout FormEvent) {
        event.kind = kind
        guard let signed = moved(isIn: isIn) else { return faults.isEmpty ? fail(.amount) : () }
        if isIn, signed.quantity < .zero { fault(.negative("\(signed.quantity) \(signed.coin)")) }
        if isIn { event.account = event.account ?? event.target }
        event.target = nil
        let amount = signed.magnitude
        if isIn { event.ins = [amount] } else { event.outs = [amount] }
        event.worth = worth() ?? stated(amount)
        let hasMoney = matched != nil && [Field.money, .price, .worth].contains { number($0) != nil }
        addFee(fee(of: hasMoney ? currency() ?? amount.coin : amount.coin), to: &event)
    }

    private mutating func moved(isIn: Bool) -> Amount? {
        guard places[.amount] == nil else { return main()?.amount }
        return isIn ? side(.in, .inCoin) ?? side(.out, .outCoin) : side(.out, .outCoin) ?? side(.in, .inCoin)
    }

    /// Takes the fee out of the amount if that includes it.
    private func addFee(_ fees: [Amount], to event: inout FormEvent) {
        guard form.feeIsForeign.isDisjoint(with: [event.kind, event.kind.base]) else { return }
        event.fees = fees
        guard !form.feeIsWithin.isDisjoint(with: [event.kind, event.kind.base]), let fee = fees.first else { return }
        let isOut = event.outs.first?.coin == fee.coin
        let side: WritableKeyPath<FormEvent, [Amount]> = isOut ? \.outs : \.ins
        guard let amount = event[keyPath: side].first, amount.coin == fee.coin else { return }
        // Of what arrives, the fee is taken; of what leaves, it is a part.
        let net = try? isOut ? amount.quantity.subtracting(fee.quantity) : amount.quantity.adding(fee.quantity)
        // A fee that is larger than the amount cannot be a part of it.
        guard let net, net >= .zero else {
            event.fees = []
            return
        }
        event[keyPath: side][0].quantity = net
    }

    // MARK: Amounts

    /// The amount of the coin that the row is about, with its sign. For cash without an amount, the money of the row.
    mutating func main() -> (amount: Amount, unit: String?)? {
        if let matched { return main(matched) }
        guard let number = number(.amount) else {
            guard let money = number(.money) ?? number(.total), let currency = currency() else { return nil }
            return (Amount(coin: currency, quantity: money.value), nil)
        }
        let pair = pair()
        guard let coin = coin(.coin) ?? number.unit.flatMap({ currency(marked: $0) }) ?? pair?.base ?? coin(.inCoin) ?? currency()
        else {
            fail(.coin)
            return nil
        }
        return (Amount(coin: coin, quantity: number.value), number.unit)
    }

    private mutating func amount(_ field: TransactionForm.Field) -> FixedDecimal? { number(field)?.value }

    private mutating func side(_ amount: TransactionForm.Field, _ coin: TransactionForm.Field) -> Amount? {
        guard let number = number(amount), number.value != .zero else { return nil }
        guard let coin = self.coin(coin) ?? number.unit.flatMap({ currency(marked: $0) }) else {
            fail(coin)
            return nil
        }
        return Amount(coin: coin, quantity: number.value.magnitude)
    }

    private mutating func fee(of usual: String) -> [Amount] {
        guard let number = number(.fee), number.value != .zero else { return [] }
        if let matched {
            guard let coin = unit(of: number, .fee, usual: usual) else { return [] }
            return [Amount(coin: coin, quantity: matched.hasNegativeFees ? number.value.magnitude : number.value)]
        }
        return [Amount(coin: coin(.feeCoin) ?? number.unit.flatMap { currency(marked: $0) } ?? usual, quantity: number.value)]
    }

    private mutating func worth() -> Amount? {
        guard let number = number(.worth), number.value != .zero else { return nil }
        if matched != nil {
            return moneyUnit(of: number, .worth).map { Amount(coin: $0, quantity: number.value.magnitude) }
        }
        let star = places[.worth].map { Self.code(in: $0.star) } ?? nil
        guard let code = coin(.worthCurrency) ?? number.unit.flatMap({ currency(marked: $0) }) ?? star else { return nil }
        return Amount(coin: code, quantity: number.value.magnitude)
    }

    /// The money that the row states for coins that come in or leave.
    private mutating func stated(_ amount: Amount) -> Amount? {
        guard let currency = currency(), currency != amount.coin else { return nil }
        let money = number(.money)?.value ?? number(.total)?.value
        let product = money == nil ? number(.price).flatMap { try? $0.value.multiplied(by: amount.quantity) } : nil
        return (money ?? product).flatMap { $0 == .zero ? nil : Amount(coin: currency, quantity: $0.magnitude) }
    }

    /// The currency of the row's money: of its own column, beside the number, in the name of the column, or of the pair.
    mutating func currency() -> String? {
        if matched != nil { return matchedCurrency() }
        if let code = coin(.currency) { return code }
        for field in [Field.money, .total, .price] {
            guard let place = places[field] else { continue }
            if let unit = number(field)?.unit { return currency(marked: unit) }
            if let code = Self.code(in: place.star) { return code }
        }
        return pair()?.quote
    }

    mutating func currency(marked unit: String) -> String? {
        if let mark = CurrencyMark(unit) {
            if mark.code == nil { fault(.currencySign(unit)) }
            return mark.code
        }
        return named(unit)
    }

    // MARK: Cells

    private func text(_ field: TransactionForm.Field) -> String {
        guard let place = places[field], cells.indices.contains(place.column) else { return "" }
        return cells[place.column]
    }

    mutating func fail(_ field: TransactionForm.Field) {
        let column = places[field].map { names[$0.column] } ?? field.rawValue
        let text = text(field)
        fault(text.isEmpty ? .emptyCell(column: column) : .unreadCell(column: column, text: text))
    }

    /// Adds a fault. A cell is read for several amounts, and its fault counts once.
    mutating func fault(_ error: ReadingError) {
        if !faults.contains(error) { faults.append(error) }
    }

    mutating func number(_ field: TransactionForm.Field) -> ForeignNumber? {
        let text = text(field)
        guard !FormNumber.isNothing(text) else { return nil }
        guard let number = FormNumber.read(text, decimal) else {
            fail(field)
            return nil
        }
        if let column = matched?.match.amount(field) { totals.note(number.places, of: column) }
        return number
    }

    private func coin(_ field: TransactionForm.Field) -> String? {
        let text = text(field)
        return FormNumber.isNothing(text) ? nil : named(text)
    }

    func pair() -> (base: String, quote: String?)? {
        let text = text(.pair)
        guard !text.isEmpty else { return nil }
        let usual = KrakenName.usual(text)
        let symbol = CoinSymbol(usual)
        guard matched == nil else { return (named(symbol.quote == nil ? usual : symbol.base), symbol.quote.map(named)) }
        // Of coins that are not known here, a pair without a mark has its currency at the end.
        if symbol.quote == nil, places[.currency] == nil,
            let quote = Self.quotes.first(where: { symbol.base.hasSuffix($0) && symbol.base.utf8.count >= $0.utf8.count + 2 })
        {
            return (named(String(symbol.base.dropLast(quote.count))), named(quote))
        }
        return (named(symbol.base), symbol.quote.map(named))
    }

    private static let quotes = [
        "FDUSD", "USDT", "USDC", "BUSD", "TUSD", "ZEUR", "ZUSD", "ZGBP", "XXBT", "XETH", "EUR", "USD", "GBP", "CHF", "CAD", "AUD",
        "JPY", "TRY", "BRL", "XBT", "BTC", "ETH", "BNB", "DAI",
    ]

    /// The name of a coin in capitals, without a long name in brackets and as it is usual.
    private func named(_ text: String) -> String {
        var name = text.uppercased()
        if let bracket = name.firstIndex(of: "("), bracket != name.startIndex { name = String(name[..<bracket]) }
        name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if form.reader == .kraken { name = KrakenName.coin(name) }
        return form.coins[name] ?? name
    }

    /// The code of a currency in the text that `*` stands for: `(in USD)`, `eur `.
    private static func code(in text: String) -> String? {
        let words = text.uppercased().split { !$0.isLetter }
        return words.first { (3...4).contains($0.count) && CurrencyMark(String($0)) != nil }.map(String.init)
    }
}
