import Ledger
import Market
import Platform

/// Why a file of another program, or some of its rows, cannot be read.
package enum ReadingError: Error, Hashable, Sendable {
    /// No form has the columns of the file.
    case unknownTable(columns: String)
    /// The file is neither a table nor a list in JSON.
    case notATable
    /// The file has none of the columns that the form needs.
    case missingColumn(String, form: String)
    case unknownKind(String, form: String)
    /// It is open whether the row was carried out.
    case unknownStatus(String)
    case emptyCell(column: String)
    case unreadCell(column: String, text: String)
    /// The row has more cells than the table has columns.
    case extraCell(String)
    /// Dates or numbers can be read in two ways.
    case openFormats
    /// A sign that stands for several currencies.
    case currencySign(String)
    case noMoney
    /// Another row of the same trade cannot be read.
    case brokenTrade
    /// The kind says that coins come in, and the amount that they leave.
    case negative(String)
    case tooLarge
    /// The store has no rates of a currency, from that day on.
    case noRates(String, since: Day)
    /// No closes give the value of a trade or of income of these coins, from that day on.
    case noValue([String], since: Day)
    /// Several coins of one side share its value by closes that these of them lack, from that day on.
    case noShares([String], since: Day)
    /// No column of a table is known to say what each row is; these may.
    case openKinds([String])
    /// Several columns of a table may have the currency of money.
    case openCurrencies([String])
    case sameWallet
    /// The file takes more coins than it brings, on a day.
    case missingCoins(wallet: String, amount: String, asset: String, day: Day, MissingCause)

    /// Why coins are probably missing.
    package enum MissingCause: Hashable, Sendable {
        /// The file lacks a deposit. `isOfNewWallet`: whether the wallet does not exist yet.
        case deposit(isOfNewWallet: Bool)
        /// Rows that bring these coins were left out.
        case leftOut(LeftOut)
    }

    /// Rows that bring coins and were left out.
    package struct LeftOut: Hashable, Sendable {
        /// Ascending.
        package let lines: [Int]
        let isList: Bool
        /// What some of them lack closes of, and the first day that is needed; nil if they were left out for something else.
        let unpriced: String?
        let since: Day?
    }

    /// What helps, which differs for commands, requests and pages.
    package enum Remedy: Equatable, Sendable {
        /// A form that the person writes.
        case describe
        /// Closes of a coin, or rates of a currency.
        case closes(String, since: Day)
        /// A command that records a deposit.
        case deposit(command: String)
    }

    package var remedy: Remedy? {
        switch self {
        case .unknownTable, .openFormats, .openKinds, .openCurrencies, .missingColumn, .unknownKind: .describe
        case .noRates(let currency, let day): .closes(currency, since: day)
        case .noValue(let coins, let day): coins.first.map { .closes($0, since: day) }
        case .noShares(let coins, let day): .closes(coins.prefix(Self.mostNamed).joined(separator: " "), since: day)
        case .missingCoins(let wallet, let amount, let asset, let day, .deposit(let isOfNewWallet)):
            .deposit(command: Self.deposit(PortfolioError.word(wallet), asset, amount, day, makesWallet: isOfNewWallet))
        case .missingCoins(_, _, _, _, .leftOut(let rows)):
            if let coin = rows.unpriced, let day = rows.since { .closes(coin, since: day) } else { nil }
        default: nil
        }
    }

    private static func deposit(_ wallet: String, _ asset: String, _ amount: String, _ day: Day, makesWallet: Bool) -> String {
        (makesWallet ? "closecast wallet create \(wallet) && " : "")
            + "closecast wallet deposit \(wallet) \(asset) \(amount) --date \(day)"
    }

    /// What is wrong, without what helps.
    package var fact: String {
        switch self {
        case .unknownTable(let columns):
            "no form has the columns \"\(columns.cut(to: 80))\""
        case .notATable: "the file is not a table with a header and rows"
        case .missingColumn(let names, let form): "the file has no column \(names.cut(to: 60)), which the form \(form) needs"
        case .unknownKind(let kind, let form): "\"\(kind.cut(to: 60))\" is not a kind that the form \(form) knows"
        case .unknownStatus(let status): "the status \"\(status.cut(to: 60))\" is not known"
        case .emptyCell(let column): "the cell of \(column.cut(to: 60)) is empty"
        case .unreadCell(let column, let text): "\(column.cut(to: 60)) is \"\(text.cut(to: 60))\", which cannot be read"
        case .extraCell(let text):
            "the row has more cells than the header: \"\(text.cut(to: 60))\" is one too many; put numbers with commas in quotation marks"
        case .openFormats: "dates or numbers can be read in two ways"
        case .currencySign(let sign):
            "the sign \"\(sign.cut(to: 60))\" stands for several currencies; write the code, such as SEK, in the file"
        case .brokenTrade: "another row of the same trade cannot be read"
        case .noMoney: "the row does not say what was paid or received"
        case .negative(let amount): "\(amount.cut(to: 60)) is negative, although the kind says that coins come in"
        case .tooLarge: "the amounts are too large"
        case .noRates(let currency, _):
            "amounts are in \(currency), of which no rate of the day or the \(RateRule.longestAgeDays) days before is stored"
        case .openKinds(let columns):
            "no column is known to say whether a row is a purchase, a sale or something else; "
                + Self.names(columns) + " may"
        case .openCurrencies(let columns):
            "no column is known to have the currency of what was paid or received; " + Self.names(columns) + " may"
        case .noValue, .noShares:
            "no close of \(coinWords) is stored for the day, so the value is unknown"
        case .sameWallet: "a transfer needs two wallets and an amount on both sides"
        case .missingCoins(let wallet, let amount, let asset, _, let cause):
            "wallet \(wallet) lacks \(amount) \(asset) here; \(cause.text(of: asset))"
        }
    }
}

extension ReadingError.MissingCause {
    fileprivate func text(of coin: String) -> String {
        switch self {
        case .deposit: "a deposit of them before this row is probably missing from the file"
        case .leftOut(let rows):
            if let unpriced = rows.unpriced {
                "rows that bring \(coin), left out for lack of closes of \(unpriced) (\(rows.text)), may be the cause"
            } else {
                "rows that bring \(coin) were left out (\(rows.text)), which may be the cause; correct them first"
            }
        }
    }
}

extension ReadingError.LeftOut {
    fileprivate var text: String {
        (isList ? lines.count == 1 ? "activity " : "activities " : lines.count == 1 ? "line " : "lines ")
            + lines.prefix(5).map(String.init).joined(separator: ", ") + (lines.count > 5 ? ", …" : "")
    }

    /// - Parameter rows: at least one, each with its line and why it was left out.
    init(_ rows: [(line: Int, error: any Error)], isList: Bool) {
        var closes: [(coin: String, since: Day)] = []
        for case .closes(let coin, let day)? in rows.map({ ($0.error as? ReadingError)?.remedy }) { closes.append((coin, day)) }
        let unpriced = closes.first?.coin
        self.init(
            lines: Set(rows.map(\.line)).sorted(), isList: isList, unpriced: unpriced,
            since: closes.filter { $0.coin == unpriced }.map(\.since).min())
    }
}

// MARK: Values

extension ReadingError {
    /// The coins or the currency whose closes are missing for a value; empty for other errors. Closes of any of them may do.
    package var unpricedCoins: [String] {
        switch self {
        case .noRates(let currency, _): [currency]
        case .noValue(let coins, _), .noShares(let coins, _): coins
        default: []
        }
    }

    /// `ETH or BTC`, of which one is enough; `ETH and BTC` if all are needed.
    package var coinWords: String {
        unpricedCoins.prefix(Self.mostNamed).map { $0.cut(to: 60) }.joined(separator: needsAllCoins ? " and " : " or ")
    }

    /// Whether closes of all ``unpricedCoins`` are needed.
    package var needsAllCoins: Bool {
        switch self {
        case .noRates, .noShares: true
        case .noValue(let coins, _): coins.count == 1
        default: false
        }
    }

    fileprivate static let mostNamed = 4

    fileprivate static func names(_ columns: [String]) -> String {
        columns.prefix(mostNamed).map { "\"\($0.cut(to: 40))\"" }.joined(separator: " or ")
    }

    /// What a value lacks: `close of ETH or BTC`, `rate of SEK`.
    package var lack: String {
        if case .noRates = self { return "rate of \(coinWords)" }
        return "close of \(coinWords)"
    }

    /// The first day whose closes are needed for a value; nil for other errors.
    package var firstDay: Day? {
        switch self {
        case .noRates(_, let day), .noValue(_, let day), .noShares(_, let day): day
        default: nil
        }
    }

    /// The same error of the earlier day.
    func earlier(_ other: ReadingError) -> ReadingError {
        guard let before = other.firstDay, let day = firstDay, before < day else { return self }
        return switch self {
        case .noRates(let currency, _): .noRates(currency, since: before)
        case .noValue(let coins, _): .noValue(coins, since: before)
        case .noShares(let coins, _): .noShares(coins, since: before)
        default: self
        }
    }
}

extension ReadingError: CustomStringConvertible {
    /// A sentence with what to do.
    package var description: String {
        switch remedy {
        case .describe?: "\(fact); describe the file with --map FILE (docs/transaction-files.md)"
        case .closes(let coin, let day)?: "\(fact); get them: \(CurrencyTable.ratesCommand(coin, since: day))"
        case .deposit(let command)?: "\(fact); record it: \(command)"
        case nil: fact
        }
    }
}
