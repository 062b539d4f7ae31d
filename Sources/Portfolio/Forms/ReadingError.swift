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
    /// The store has no rates of a currency.
    case noRates(String)
    /// No closes give the value of a trade of these coins.
    case noValue([String])
    case sameWallet
    /// The file takes more coins than it brings, on a day.
    case missingCoins(wallet: String, amount: String, asset: String, day: Day)

    /// What helps, which differs for commands, requests and pages.
    package enum Remedy: Equatable, Sendable {
        /// A form that the person writes.
        case describe
        /// Closes of a coin.
        case closes(String)
        /// A command that records a deposit.
        case deposit(command: String)
    }

    package var remedy: Remedy? {
        switch self {
        case .unknownTable, .openFormats, .missingColumn, .unknownKind: .describe
        case .noValue(let coins): coins.first.map(Remedy.closes)
        case .missingCoins(let wallet, let amount, let asset, let day):
            .deposit(command: "closecast wallet deposit \(PortfolioError.word(wallet)) \(asset) \(amount) --date \(day)")
        default: nil
        }
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
        case .openFormats: "dates or numbers can be read in two ways"
        case .currencySign(let sign):
            "the sign \"\(sign.cut(to: 60))\" stands for several currencies; write the code, such as SEK, in the file"
        case .brokenTrade: "another row of the same trade cannot be read"
        case .noMoney: "the row does not say what was paid or received"
        case .negative(let amount): "\(amount.cut(to: 60)) is negative, although the kind says that coins come in"
        case .tooLarge: "the amounts are too large"
        case .noRates(let currency):
            "amounts are in \(currency), of which no rate of the day or the \(RateRule.longestAgeDays) days before is stored; get rates: "
                + "\(CurrencyTable.ratesCommand(currency))"
        case .noValue(let coins):
            "no close of \(coins.prefix(4).map { $0.cut(to: 60) }.joined(separator: " or ")) is stored for the day, so the value of the trade is "
                + "unknown"
        case .sameWallet: "a transfer needs two wallets and an amount on both sides"
        case .missingCoins(let wallet, let amount, let asset, _):
            "wallet \(wallet) lacks \(amount) \(asset) here; a deposit of them before this row is probably missing from the file"
        }
    }
}

extension ReadingError: CustomStringConvertible {
    /// A sentence with what to do.
    package var description: String {
        switch remedy {
        case .describe?: "\(fact); describe the file with --map FILE (docs/transaction-files.md)"
        case .closes(let coin)?: "\(fact); get closes: \(CurrencyTable.ratesCommand(coin))"
        case .deposit(let command)?: "\(fact); record it: \(command)"
        case nil: fact
        }
    }
}
