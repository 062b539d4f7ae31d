import Ledger
import Market

/// Why something cannot be done with a wallet.
package enum PortfolioError: Error, Equatable, Sendable {
    /// Another wallet of the owner has the name.
    case walletExists(name: String)
    /// It does not exist, belongs to another owner, or was deleted. `near` is a wallet of this owner with a similar name.
    case noSuchWallet(String, near: String? = nil)
    /// A text that cannot be a wallet's name.
    case badName(String, WalletName.Fault)
    /// A wallet that is to be deleted holds something.
    case notEmpty(name: String, holdings: Int)
    /// A transfer within one wallet.
    case sameWallet(String)
    /// No stored asset has the id.
    case noSuchAsset(AssetID)
    /// Neither a ticker nor an id of a stored asset. `near` names an asset that is spelled alike, or has this as its full name.
    case unknownAsset(String, near: String? = nil)
    /// Several stored assets have the ticker.
    case ambiguousTicker(String, ids: [AssetID])
    /// One stored asset has the name as its id, others have it as their ticker; only stores of version 0.1.0 hold such assets.
    case clashingName(String, id: Asset, tickers: [AssetID])
    /// There is none, or it is another owner's.
    case noSuchTransaction(TransactionID)
    /// A holding would fall below zero at a moment. `recorded` is the transaction that would take too much then, if that was recorded
    /// before; nil if it is one of those to be recorded.
    case insufficient(wallet: WalletID, asset: AssetID, have: Quantity, need: Quantity, time: Int, recorded: TransactionID?)
    /// What is to be recorded takes more than the wallet has at that moment.
    case notEnough(wallet: String, asset: Ticker, have: Quantity, need: Quantity, time: Int)
    /// What is to be recorded would leave too little for a recorded transaction of a later moment.
    case neededLater(
        wallet: String, asset: Ticker, left: Quantity, need: Quantity, by: TransactionID, kind: Transaction.Kind, time: Int)
    /// A transaction of the future, or from before 1970.
    case timeOutOfRange(time: Int, now: Int)
    /// A report was asked for as of a day that has not come yet.
    case futureDay(Day, today: Day)
    /// A row of a file that counts income at market value without saying that value, and no close of its day is stored.
    case noMarketValue(asset: AssetID, day: Day)
    /// A holding cannot become, and a cost cannot be, below zero.
    case negativeAmount(Ticker, FixedDecimal)
    /// Nothing is traded for nothing.
    case badPrice(Ticker, Money)
    /// No close is stored of the day on which something was traded.
    case noPrice(asset: Ticker, day: Day, newest: Day?)
    /// A row of a file that is no transaction.
    case badRow(String)
    /// A row of a file that names no wallet, and none was named for such rows.
    case noWalletNamed
    /// No close of an asset is stored.
    case noCloses(Ticker)
    /// No close of an asset is stored of the day that a forecast is to start from.
    ///
    /// `first` and `last` are the first and the last stored day, `cutoff` is a day that the model can forecast from instead, nil where
    /// too few closes are stored; `isPast` is true if the day asked for has ended.
    case noCloseOn(Day, asset: Ticker, first: Day, last: Day, cutoff: Day?, isPast: Bool)
    /// A wallet without a coin whose stored closes suffice.
    case nothingToForecast(wallets: [String])
    /// The stored closes of a coin cannot be forecast from.
    case unusableCloses(Ticker, reason: String)
    /// No investment has the number.
    case noSuchInvestment(TransactionID)
    /// US dollars were to be bought or sold for US dollars.
    case cashForCash
    /// A recorded transaction of another content has the key.
    case keyInUse(key: String)
    /// A correction took it back already, or it is a correction itself.
    case alreadyCorrected(TransactionID)
    /// A transaction was recorded since the caller looked.
    case changedMeanwhile
}

extension PortfolioError: CustomStringConvertible {
    /// A sentence with the names, the numbers and what to do.
    package var description: String {
        switch self {
        case .walletExists(let name): "there is a wallet \(name) already; choose another name"
        case .noSuchWallet(let name, let near):
            "there is no wallet \(name); "
                + (near.map { "did you mean \($0)?" } ?? "see closecast wallet list")
                // A name that cannot be a wallet's cannot be made one.
                + ((try? WalletName.checked(name)).map {
                    (near == nil ? ", or make it: " : " If not, make it: ") + "closecast wallet create \(Self.word($0))"
                } ?? "")
        case .badName(let name, let fault): "\"\(name)\" cannot be the name of a wallet: \(fault)"
        case .notEmpty(let name, let holdings):
            "wallet \(name) holds \(holdings) \(holdings == 1 ? "asset" : "assets"); withdraw or transfer them first, "
                + "or delete it with them: --with-holdings"
        case .sameWallet(let name): "wallet \(name) cannot transfer to itself; name another one"
        case .noSuchAsset(let id): "there is no asset \(id); see closecast asset list"
        case .unknownAsset(let text, let near?):
            "\(text) is not a known asset; did you mean \(near)? (closecast asset list)"
        case .unknownAsset(let text, nil):
            "\(text) is not a known asset; see closecast asset list"
                + (Ticker(text) == nil
                    ? ""
                    : ", or add it: closecast asset add \(text) --provider binance=\(Ticker(text)!)USDT")
        case .ambiguousTicker(let text, let ids):
            "\(text) is the ticker of \(ids.map(\.description).joined(separator: " and ")); name one of these ids instead"
        case .clashingName(let text, let asset, let ids):
            "\(text) is the id of \(asset.ticker) and the ticker of \(ids.map(\.description).joined(separator: " and ")); name the first "
                + "by its ticker, \(asset.ticker), or the other by its id"
        case .noSuchTransaction(let id):
            "there is no transaction \(id); closecast wallet history NAME lists those of a wallet, closecast wallet list the wallets"
        case .insufficient(let wallet, let asset, let have, let need, let time, _):
            "wallet \(wallet) has \(have) \(asset) on \(Day(secondsSince1970: time)) and needs \(need)"
        case .notEnough(let wallet, let asset, let have, let need, let time):
            "wallet \(wallet) has \(have) \(asset) on \(Day(secondsSince1970: time)) and needs \(need)"
                + (asset.description == "USD"
                    ? "; deposit cash first: closecast wallet deposit \(Self.word(wallet)) USD AMOUNT" : "")
        case .neededLater(let wallet, let asset, let left, let need, let id, let kind, let time):
            "wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction \(id) "
                + "(\(kind.rawValue)) takes \(need); change the amount or the date, or take \(id) back first: closecast wallet correct \(id)"
        case .timeOutOfRange(let time, let now): Self.outOfRange(time, now)
        case .futureDay(let day, let today): "\(day) has not come yet; name a day up to \(today), or none for a report of now"
        case .noMarketValue(let asset, let day):
            "no close of \(asset) on \(day) is stored, so its market value is unknown; say it in the column value"
        case .negativeAmount(let asset, let amount): "\(amount) for \(asset): expected a number that is not negative"
        case .badPrice(let asset, let price): "a price of \(price) USD for \(asset): expected more than zero"
        case .noPrice(let asset, let day, let newest?):
            "no close of \(asset) on \(day) is stored (the newest is of \(newest)); give --price or --value, or another --date"
        case .noPrice(let asset, let day, nil):
            "no close of \(asset) is stored, so its price on \(day) is unknown; give --price or --value, or get closes: "
                + "closecast history fetch \(asset)"
        case .badRow(let text): text
        case .noWalletNamed: "the row names no wallet; add a column, or say which: --wallet NAME"
        case .noSuchInvestment(let id): "there is no investment \(id); see closecast invest list"
        case .nothingToForecast(let wallets):
            "\(Self.walletsHold(wallets)) no coin whose stored closes suffice for a forecast; get closes (closecast history fetch TICKER) or "
                + "add a coin: closecast wallet set \(wallets.first.map(Self.word) ?? "NAME") BTC=0.05"
        case .unusableCloses(let asset, let reason):
            "\(reason)\nthe total without \(asset): --leave-out"
        case .noCloses(let asset):
            "no closes of \(asset) are stored; import a file (closecast history import \(asset).csv) or fetch them "
                + "(closecast history fetch \(asset))"
        case .noCloseOn(let day, let asset, let first, let last, let cutoff, let isPast):
            (isPast ? "no close of \(asset) on \(day) is stored" : "\(day) has not ended, so \(asset) has no close on it")
                + "; the stored closes are \(first) to \(last). "
                + Self.remedy(asset: asset, day: day, first: first, last: last, cutoff: cutoff, isPast: isPast)
        case .cashForCash: "US dollars are cash: deposit or withdraw them"
        case .keyInUse(let key):
            "the key \(key) was used before for another transaction (closecast wallet history shows it); give each its own key"
        case .alreadyCorrected(let id): "transaction \(id) was taken back already, or is a correction itself"
        case .changedMeanwhile: "the wallet changed while this was prepared; try again"
        }
    }

    /// `wallet Main holds`, `the wallets Main, Savings hold`, `all wallets hold` where there is none.
    package static func walletsHold(_ wallets: [String]) -> String {
        switch wallets.count {
        case 0: "all wallets hold"
        case 1: "wallet \(wallets[0]) holds"
        default: "the wallets \(wallets.joined(separator: ", ")) hold"
        }
    }

    /// A moment with the days that are accepted.
    private static func outOfRange(_ time: Int, _ now: Int) -> String {
        let day = Transaction.day(ofAny: time)
        let moment = time % 86_400 == 0 || !Transaction.times.contains(time) ? "\(day)" : MomentText.short(time) + " UTC"
        let reason = time > now ? "has not come yet; transactions are of the past" : "is too early"
        return "\(moment) \(reason); expected a day from 1970-01-01 to \(Day(secondsSince1970: now))"
    }

    /// What to type instead of a day without a close.
    private static func remedy(asset: Ticker, day: Day, first: Day, last: Day, cutoff: Day?, isPast: Bool) -> String {
        guard let cutoff else {
            return "Too few closes in a row are stored around that day to forecast from; get more: "
                + "closecast history fetch \(asset) --all"
        }
        if day < first {
            return "A day that can be forecast from: --as-of \(cutoff), or get earlier closes: "
                + "closecast history fetch \(asset) --all"
        }
        let newer = day > last && isPast ? ", or get newer closes: closecast history fetch \(asset)" : ""
        return "The last day before that can be forecast from: --as-of \(cutoff)\(newer)"
    }

    /// A name as a shell reads it back.
    private static func word(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "._-/".utf8.contains(byte)
            }
        return isPlain ? name : "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
