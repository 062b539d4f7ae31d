import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Trading

/// The formats of amounts, rates and times on pages of simulated accounts.
package struct TradingWords: Sendable {
    let amounts: Amounts
    /// The time of the visit, in seconds since 1970-01-01 UTC.
    let now: Int

    package init(_ visit: Visit, _ trading: Trading) { (amounts, now) = (Amounts(visit), trading.parts.now()) }

    package var words: Words { amounts.words }
    var format: Conventions { words.format }

    // MARK: Amounts

    /// Cash with its currency: 65.00 EUR.
    func cash(_ amount: FixedDecimal, _ currency: Currency) -> String {
        "\(format.money("\(amount)", decimals: currency.decimals)) \(currency.code)"
    }

    func coins(_ quantity: Quantity, _ ticker: String) -> String { "\(format.exact("\(quantity)")) \(ticker)" }

    /// A price of one coin: two decimals from 1 on, more below.
    func price(_ price: FixedDecimal, _ currency: Currency) -> String { "\(format.price(price.doubleValue)) \(currency.code)" }

    /// A rate in percent: 0.25%.
    func percent(_ rate: Rate) -> String { format.exact("\(rate.percent)") + format.table.percentMark }

    /// An amount that a reader may have hidden, within a sentence.
    func veiled(_ text: String) -> String { amounts.veiled(text) }

    // MARK: Times

    package func moment(_ time: Int) -> String { format.moment(secondsSince1970: time) }

    func day(_ time: Int) -> String { format.date(Day(secondsSince1970: time), .short) }

    /// The time of day with its seconds, for times that matter for less than a minute: 12:00:31 UTC.
    static func timeOfDay(_ time: Int) -> String {
        let second = time - Day(secondsSince1970: time).daysSince1970 * 86_400
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) UTC"
    }

    /// The time since something happened.
    func age(of time: Int) -> String { AgeView.text(time, now: now, words) }

    /// The source of a price: "close, coingecko, 11 hours ago".
    func source(_ name: String, _ time: Int) -> String {
        words("trade.price-source", ["source": words.source(name), "moment": moment(time), "age": age(of: time)])
    }

    /// The source of a price on permanent records: without its age, which would change.
    func keptSource(_ name: String, _ time: Int) -> String {
        words("trade.price-source-at", ["source": words.source(name), "moment": moment(time)])
    }

    /// Reads a moment in the API's format, such as `2025-02-20T14:30:00Z`.
    static func time(iso text: String) -> Int? {
        guard text.utf8.count >= 20, let day = Day(iso: String(text.prefix(10))) else { return nil }
        let parts = text.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return day.daysSince1970 * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
    }
}
