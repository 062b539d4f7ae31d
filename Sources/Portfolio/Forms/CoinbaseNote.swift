import Ledger
import Market

/// What Coinbase says only in its notes: the coin that a conversion gives, and the token that an advanced trade is paid in.
enum CoinbaseNote {
    /// Completes an event by its note.
    static func apply(to event: inout FormEvent, decimal: DecimalSign?, coins: [String: String]) {
        let words = event.note.split(whereSeparator: \.isWhitespace).map(String.init)
        switch event.kind {
        case .trade where words.first == "Converted": convert(words, &event, decimal, coins)
        case .trade: pay(words, &event, decimal)
        case .deposit
        where event.note.contains("Coinbase Earn") || event.note.contains("Coinbase Rewards")
            || event.note.contains("Coinbase Referral"):
            event.kind = .reward
        default: break
        }
    }

    /// `Converted 0.5 BTC to 12 ETH`.
    private static func convert(_ words: [String], _ event: inout FormEvent, _ decimal: DecimalSign?, _ coins: [String: String]) {
        guard var into = amount(after: "to", words, decimal) else { return }
        into.coin = coins[into.coin] ?? into.coin
        (event.ins, event.fees) = ([into], [])
    }

    /// `Bought 0.5 ETH for 1000.5 USDC on ETH-USDC at 2000 USDC/ETH`: the row's money is in another currency.
    private static func pay(_ words: [String], _ event: inout FormEvent, _ decimal: DecimalSign?) {
        guard words.contains("on"), let paid = amount(after: "for", words, decimal) else { return }
        if words.first == "Bought", let money = event.outs.first, money.coin != paid.coin {
            (event.worth, event.outs, event.fees) = (money, [paid], [])
        } else if words.first == "Sold", let money = event.ins.first, money.coin != paid.coin {
            (event.worth, event.ins, event.fees) = (money, [paid], [])
        }
    }

    private static func amount(after word: String, _ words: [String], _ decimal: DecimalSign?) -> FormEvent.Amount? {
        guard let place = words.firstIndex(of: word), words.indices.contains(place + 2),
            let number = FormNumber.read(words[place + 1], decimal), number.value > .zero
        else { return nil }
        return FormEvent.Amount(coin: words[place + 2].uppercased(), quantity: number.value)
    }
}
