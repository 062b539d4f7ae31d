import Ledger
import Market

/// Why a file of another program, or some of its rows, cannot be read.
package enum ReadingError: Error, Hashable, Sendable {
    /// No form has the columns of the file.
    case unknownTable(columns: String)
    case unknownForm(String)
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
    /// The kind says that coins come in, and the amount that they leave.
    case negative(String)
    case tooLarge
    /// The store has no rates of a currency.
    case noRates(String)
    /// No closes give the value of a trade of these coins.
    case noValue([String])
    case sameWallet
    /// The file takes more coins than it brings.
    case missingCoins(wallet: String, amount: String, asset: String)

    /// What helps, which differs for commands, requests and pages.
    package enum Remedy: Equatable, Sendable {
        case describe, describeOrLeaveOut, listForms
        case closes(String)
    }

    package var remedy: Remedy? {
        switch self {
        case .unknownTable, .openFormats, .missingColumn: .describe
        case .unknownKind: .describeOrLeaveOut
        case .unknownForm: .listForms
        case .noValue(let coins): coins.first.map(Remedy.closes)
        default: nil
        }
    }

    /// Whether it concerns rows, not the file as a whole.
    package var isOfRow: Bool {
        switch self {
        case .unknownTable, .unknownForm, .notATable, .missingColumn, .openFormats, .missingCoins: false
        default: true
        }
    }

    /// What is wrong, without what helps.
    package var fact: String {
        switch self {
        case .unknownTable(let columns):
            "the file looks like a table of another program with the columns \"\(Self.cut(columns, to: 80))\", which no form has"
        case .unknownForm(let form): "no form is named \(Self.cut(form))"
        case .notATable: "the file is not a table with a header and rows"
        case .missingColumn(let names, let form): "the file has no column \(Self.cut(names)), which the form \(form) needs"
        case .unknownKind(let kind, let form): "\"\(Self.cut(kind))\" is not a kind that the form \(form) knows"
        case .unknownStatus(let status): "the status \"\(Self.cut(status))\" is not known"
        case .emptyCell(let column): "the cell of \(Self.cut(column)) is empty"
        case .unreadCell(let column, let text): "\(Self.cut(column)) is \"\(Self.cut(text))\", which cannot be read"
        case .openFormats: "dates or numbers can be read in two ways"
        case .currencySign(let sign):
            "the sign \"\(Self.cut(sign))\" stands for several currencies; write the code, such as SEK, in the file"
        case .noMoney: "the row does not say what was paid or received"
        case .negative(let amount): "\(Self.cut(amount)) is negative, although the kind says that coins come in"
        case .tooLarge: "the amounts are too large"
        case .noRates(let currency):
            "amounts are in \(currency), of which no rate of the day or the \(RateRule.longestAgeDays) days before is stored; get rates: "
                + "\(CurrencyTable.ratesCommand(currency))"
        case .noValue(let coins):
            "no close of \(coins.prefix(4).map { Self.cut($0) }.joined(separator: " or ")) is stored for the day, so the value of the trade is "
                + "unknown"
        case .sameWallet: "a transfer needs two wallets and an amount on both sides"
        case .missingCoins(let wallet, let amount, let asset):
            "wallet \(wallet) lacks \(amount) \(asset) here; a deposit of them before this row is probably missing from the file"
        }
    }

    private static func cut(_ text: String, to count: Int = 60) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
}

extension ReadingError: CustomStringConvertible {
    /// A sentence with what to do.
    package var description: String {
        switch remedy {
        case .describe?: "\(fact); say what the columns are with --map FILE (docs/transaction-files.md)"
        case .describeOrLeaveOut?:
            "\(fact); say what it is with --map FILE (docs/transaction-files.md)"
        case .listForms?: "\(fact); see closecast wallet import --list-forms"
        case .closes(let coin)?:
            "\(fact); get closes: \(CurrencyTable.ratesCommand(coin))"
        case nil: fact
        }
    }
}
