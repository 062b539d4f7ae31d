import Ledger
import Market
import Text

/// Why an operation on a wallet failed.
package enum PortfolioError: Error, Equatable, Sendable {
    /// Another wallet of the owner already has the name.
    case walletExists(name: String)
    /// The account has as many wallets as it may have.
    case tooManyWallets(maximum: Int)
    /// It does not exist, belongs to another owner, or was deleted. `near` is a wallet of this owner with a similar name.
    case noSuchWallet(String, near: String? = nil)
    /// The text cannot be a wallet's name.
    case badName(String, WalletName.Fault)
    /// The wallet to delete still holds something.
    case notEmpty(name: String, holdings: Int)
    /// No wallet with this id or name was deleted, or it belongs to another owner.
    case noDeletedWallet(String)
    /// The wallet to restore was not deleted, or was restored already.
    case notDeleted(name: String)
    /// The wallet cannot be restored because another one has its name now.
    case nameTaken(name: String)
    /// The transfer is within one wallet.
    case sameWallet(String)
    /// The transaction does not exist, or belongs to another owner.
    case noSuchTransaction(TransactionID)
    /// A holding would fall below zero at a moment. `recorded` is the recorded transaction that would then take too much; nil if
    /// it is one of those to be recorded.
    case insufficient(wallet: WalletID, asset: AssetID, have: Quantity, need: Quantity, time: Int, recorded: TransactionID?)
    /// A transaction to be recorded takes more than the wallet has at that moment.
    case notEnough(wallet: String, asset: Ticker, have: Quantity, need: Quantity, time: Int)
    /// A transaction to be recorded would leave too little for a later, already recorded one.
    case neededLater(
        wallet: String, asset: Ticker, left: Quantity, need: Quantity, by: TransactionID, kind: Transaction.Kind, time: Int)
    /// The transaction is in the future, or before 1970.
    case timeOutOfRange(time: Int, now: Int)
    /// A report was requested as of a future day.
    case futureDay(Day, today: Day)
    /// A row counts income at market value without giving the value, and no close of its day is stored.
    case noMarketValue(asset: AssetID, day: Day)
    /// The target quantity is negative.
    case negativeAmount(Ticker, FixedDecimal)
    /// The id of the currency belongs to another asset, created before the currency was built in.
    case notTheCurrency(Currency, Ticker)
    /// The price is below zero, or zero for something other than a sale.
    case badPrice(Ticker, Money)
    /// No close is stored for the day of a trade.
    case noPrice(asset: Ticker, day: Day, newest: Day?)
    /// A row of a file is not a valid transaction.
    case badRow(String)
    /// A row of a file names no wallet, and no default was given.
    case noWalletNamed
    /// No investment has this number.
    case noSuchInvestment(TransactionID)
    /// US dollars cannot be bought or sold for US dollars.
    case cashForCash
    /// A swap of or for US dollars or of a coin for itself, or a split that changes nothing or is one of currencies.
    case notExchangeable(Transaction.Kind, Asset, Asset)
    /// The key belongs to a recorded transaction with different content.
    case keyInUse(key: String)
    /// A row of another program's file is recorded in another wallet.
    case recordedIn(wallet: String)
    /// A row of another program's file is recorded in a deleted wallet. `id` restores it: its name if that is clear, otherwise its
    /// ``Wallet/publicID``.
    case recordedInDeleted(wallet: String, id: String)
    /// The transaction was already taken back, or is itself a correction.
    case alreadyCorrected(TransactionID)
    /// The transaction to restore was not taken back.
    case notCorrected(TransactionID)
    /// The transaction to restore was replaced by another one.
    case replaced(TransactionID, by: TransactionID)
    /// A transaction was recorded since the caller last looked.
    case changedMeanwhile
}

extension PortfolioError {
    /// Whether a wallet has too little cash at a moment.
    var lacksCash: Bool {
        switch self {
        case .notEnough(_, let asset, _, _, _), .neededLater(_, let asset, _, _, _, _, _):
            Currency(anyCase: asset.description) != nil
        default: false
        }
    }
}

extension PortfolioError: CustomStringConvertible {
    /// A sentence with the names, the numbers and what to do.
    package var description: String {
        switch self {
        case .walletExists(let name): "there is a wallet \(name) already; choose another name"
        case .tooManyWallets(let maximum): "an account can have \(maximum) wallets; delete one that you no longer need"
        case .noSuchWallet(let name, let near):
            "no wallet named \(name); "
                + (near.map { "did you mean \($0)?" } ?? "see closecast wallet list")
                // Only suggest to create the wallet if the name is valid.
                + ((try? WalletName.checked(name)).map {
                    (near == nil ? ", or make it: " : " If not, make it: ") + "closecast wallet create \(Self.word($0))"
                } ?? "")
        case .badName(let name, let fault): "\"\(name)\" cannot be the name of a wallet: \(fault)"
        case .notEmpty(let name, let holdings):
            "wallet \(name) holds \(holdings.counted("asset")); withdraw or transfer them first, "
                + "or delete it with them: --with-holdings"
        case .noDeletedWallet(let name): "no wallet named \(name) was deleted, so there is none to restore"
        case .notDeleted(let name): "wallet \(name) was not deleted, so it cannot be restored"
        case .nameTaken(let name):
            "another wallet is named \(name) now; rename it first: closecast wallet rename \(Self.word(name)) NAME"
        case .sameWallet(let name): "wallet \(name) cannot transfer to itself; name another one"
        case .noSuchTransaction(let id):
            "no transaction has the number \(id); closecast wallet history NAME lists those of a wallet, closecast wallet list the wallets"
        case .insufficient(let wallet, let asset, let have, let need, let time, _):
            "wallet \(wallet) has \(have) \(asset) on \(Day(secondsSince1970: time)) and needs \(need)"
        case .notEnough(let wallet, let asset, let have, let need, let time):
            "wallet \(wallet) has \(have) \(asset) on \(Day(secondsSince1970: time)) and needs \(need)"
                + (lacksCash
                    ? "; deposit cash first: closecast wallet deposit \(Self.word(wallet)) \(asset) "
                        + "\((try? need.subtracting(have)) ?? need) --date \(Day(secondsSince1970: time))" : "")
        case .neededLater(let wallet, let asset, let left, let need, let id, let kind, let time):
            "wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction \(id) "
                + "(\(kind.rawValue)) takes \(need); change the amount or the date, or reverse \(id) first: closecast wallet correct \(id)"
        case .timeOutOfRange(let time, let now): Self.outOfRange(time, now)
        case .futureDay(let day, let today):
            "\(day) has not come yet: days are in UTC, where it is \(today) now; name a day up to \(today), or none for a report of now"
        case .noMarketValue(let asset, let day):
            "no close of \(asset) on \(day) is stored, so its market value is unknown; say it in the column value, or get the close: "
                + CurrencyTable.ratesCommand("\(asset)", since: day)
        case .negativeAmount(let asset, let amount): "\(amount) for \(asset): expected a number that is not negative"
        case .notTheCurrency(let currency, let ticker):
            "figures in \(currency.code) need the asset \(currency.asset), but here that is \(ticker); use US dollars, or remove "
                + "\(ticker): closecast asset remove \(currency.asset)"
        case .badPrice(let asset, let price):
            "a price of \(price) USD for \(asset): expected more than zero"
                + (price.amount == .zero
                    ? "; only an amount of coins can be sold for nothing, and coins that cost nothing are a deposit" : "")
        case .noPrice(let asset, let day, let newest?):
            "no close of \(asset) on \(day) is stored (the newest is from \(newest)); give --price (of income --value), or another --date"
        case .noPrice(let asset, let day, nil):
            "no close of \(asset) is stored, so its price on \(day) is unknown; give --price (of income --value), or get closes: "
                + CurrencyTable.ratesCommand("\(asset)")
        case .badRow(let text): text
        case .noWalletNamed: "the row names no wallet; add a column, or say which: --wallet NAME"
        case .noSuchInvestment(let id): "no investment has the number \(id); see closecast invest list"
        case .cashForCash: "US dollars are cash: deposit or withdraw them"
        case .notExchangeable(let kind, let asset, let other): Self.notExchangeable(kind, asset, other)
        case .keyInUse(let key):
            "the key \(key) was used before for another transaction (closecast wallet history shows it); give each its own key"
        case .recordedIn(let wallet):
            "this transaction is already recorded in wallet \(wallet); to give that wallet another name: closecast wallet rename "
                + "\(Self.word(wallet)) NAME; to move coins out of it: closecast wallet transfer \(Self.word(wallet)) TO COIN AMOUNT"
        case .recordedInDeleted(let wallet, let id):
            "this transaction is already recorded in the deleted wallet \(wallet); to have it again: closecast wallet restore "
                + Self.word(id)
        case .alreadyCorrected(let id): "transaction \(id) cannot be corrected: it was corrected before, or is itself a correction"
        case .notCorrected(let id): "transaction \(id) was not taken back, so it cannot be restored"
        case .replaced(let id, let other):
            "transaction \(id) was replaced by transaction \(other), so it cannot be restored; change \(other) instead"
        case .changedMeanwhile: "the wallet changed while this was prepared; try again"
        }
    }

    /// Why two assets cannot be exchanged.
    package enum ExchangeFault: String, CaseIterable, Sendable {
        case swapItself = "swap-itself"
        case swapDollars = "swap-dollars"
        case splitCurrency = "split-currency"
        case splitSame = "split-same"
    }

    /// Returns what is wrong with a refused swap or split, and the member of the order that is wrong.
    package static func exchangeFault(
        _ kind: Transaction.Kind, _ asset: Asset, _ other: Asset
    ) -> (fault: ExchangeFault, field: String) {
        guard kind == .swap else {
            if Currency(asset.id) != nil { return (.splitCurrency, "asset") }
            return Currency(other.id) != nil ? (.splitCurrency, "to_asset") : (.splitSame, "to_quantity")
        }
        if asset.id == .usd { return (.swapDollars, "asset") }
        return (other.id == .usd ? .swapDollars : .swapItself, "to_asset")
    }

    private static func notExchangeable(_ kind: Transaction.Kind, _ asset: Asset, _ other: Asset) -> String {
        switch exchangeFault(kind, asset, other).fault {
        case .swapItself: "\(asset.ticker) cannot be swapped for itself; name another coin, or record a split"
        case .swapDollars: "US dollars are not swapped; record a purchase or a sale"
        case .splitSame: "as many \(asset.ticker) as before are no split; give another quantity"
        case .splitCurrency:
            "\(asset.ticker) to \(other.ticker) is no split: currencies are not split; record a "
                + ([asset.id, other.id].contains(.usd) ? "purchase or a sale" : "swap")
        }
    }

    /// Returns the message for a time out of range, with the accepted days.
    private static func outOfRange(_ time: Int, _ now: Int) -> String {
        let day = Transaction.day(ofAny: time)
        let moment = time % 86_400 == 0 || !Transaction.times.contains(time) ? "\(day)" : MomentText.short(time) + " UTC"
        let reason =
            time > now ? "has not come yet: days are in UTC, where it is \(MomentText.short(now)) now" : "is too early"
        return "\(moment) \(reason); expected a day from 1970-01-01 to \(Day(secondsSince1970: now))"
    }

    /// Returns a name quoted for a shell.
    package static func word(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "._-/".utf8.contains(byte)
            }
        return isPlain ? name : "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
