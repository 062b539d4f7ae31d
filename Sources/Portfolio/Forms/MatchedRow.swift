import Ledger
import Market

/// A row of a table whose columns were matched.
extension FormRow {
    /// The amount of the coin in a column of coins or pairs. Zero is zero in all currencies.
    mutating func main(_ matched: MatchedTable) -> (amount: Amount, unit: String?)? {
        guard let coin = pair()?.base else {
            fail(.pair)
            return nil
        }
        guard let number = number(.amount) else { return nil }
        let isNothing = number.value == .zero && number.unit.map { CurrencyMark($0) != nil } ?? true
        if !isNothing, matched.units.unit(of: number, .quantity, in: cells, otherThan: coin) != nil {
            fail(.amount)
            return nil
        }
        return (Amount(coin: coin, quantity: number.value), number.unit)
    }

    /// The currency of what was paid or received, or else of the price or the value.
    mutating func matchedCurrency() -> String? {
        for field in [Field.money, .price, .worth] {
            if let number = number(field) { return moneyUnit(of: number, field) }
        }
        return quote()
    }

    /// The unit of money: if the table has none, that of the pair, or US dollars. A cell that should state the unit must do so.
    mutating func moneyUnit(of number: ForeignNumber, _ field: Field) -> String? {
        if let matched, number.value != .zero, pair()?.quote == nil, let column = matched.match.amount(field),
            let cell = matched.units.cellWithoutUnit(of: number, column, in: cells)
        {
            let (name, text) = (names[cell], cells.indices.contains(cell) ? cells[cell] : "")
            fault(text.isEmpty ? .emptyCell(column: name) : .unreadCell(column: name, text: text))
            return nil
        }
        return unit(of: number, field, usual: quote())
    }

    /// The currency of the pair; US dollars without one.
    mutating func quote() -> String { dollars(pair()?.quote ?? Currency.usd.code) }

    /// Takes tokens pegged to the dollar for dollars.
    mutating func dollars(_ unit: String) -> String {
        guard QuoteCurrency.isDollar(unit) else { return unit }
        if unit != Currency.usd.code { tokens.insert(unit) }
        return Currency.usd.code
    }

    /// The unit that a matched table states for a number; the usual one if it states none.
    mutating func unit(of number: ForeignNumber, _ field: Field, usual: String) -> String? {
        guard let matched, let column = matched.match.amount(field) else { return usual }
        guard let stated = matched.units.unit(of: number, column, in: cells, otherThan: usual) else {
            if usual == Currency.usd.code { tokens.formUnion(matched.units.dollarTokens(of: number, column, in: cells)) }
            return usual
        }
        // `Swiss francs`; kroner are those of several countries.
        let word = CurrencyWords.codes(in: stated).first ?? stated
        guard CurrencyWords.codes(in: word).isEmpty || word != word.lowercased() else {
            fault(.currencySign(word))
            return nil
        }
        guard let unit = currency(marked: word) else { return nil }
        return dollars(unit)
    }

    /// Takes the fee out of what was paid or received, if that is nearer to amount × price: some programs include the fee.
    mutating func withoutFee(
        _ money: FixedDecimal, _ fee: FixedDecimal?, of quantity: FixedDecimal, isBuy: Bool
    ) -> FixedDecimal {
        guard let fee, let product = product(of: quantity),
            let net = try? isBuy ? money.subtracting(fee) : money.adding(fee), net >= .zero,
            let (off, netOff) = try? (money.subtracting(product), net.subtracting(product)), netOff.magnitude < off.magnitude
        else { return money }
        return net
    }

    /// Amount × price; nil without a price in the currency of the money.
    mutating func product(of quantity: FixedDecimal) -> FixedDecimal? {
        guard let price = number(.price), let currency = currency(), unit(of: price, .price, usual: currency) == currency else {
            return nil
        }
        return try? quantity.multiplied(by: price.value.magnitude)
    }

    /// Notes the total of a row that states one beside a price.
    mutating func checkTotal(of event: FormEvent) {
        guard matched?.match.columns[.cash] != nil, event.kind == .trade || number(.worth) == nil,
            [.trade, .deposit, .withdrawal, .income].contains(event.kind),
            let total = number(.money)?.value.magnitude, let price = number(.price)?.value.magnitude,
            let coins = main()?.amount.magnitude, coins.coin != Currency.usd.code, product(of: coins.quantity) != nil
        else { return }
        let fee = event.fees.first.flatMap { fee in
            fee.coin == coins.coin
                ? try? fee.quantity.multiplied(by: price) : fee.coin == currency() ? fee.quantity : nil
        }
        totals.add(line: line, total: total, price: price, quantity: coins.quantity, fee: fee?.magnitude ?? .zero)
    }
}
