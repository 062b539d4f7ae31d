import Ledger
import Market

extension TradeFigures {
    /// The postings of the trade. The journal counts trades in US dollars: another currency that is paid is first sold for dollars,
    /// and one that is received is bought with dollars, at the rate of the trade, so that no dollar remains.
    ///
    /// - Parameter key: the key of the transactions, alone or followed by `/1`, `/2`.
    func transactions(in wallet: WalletID, key: String, at time: Int, note: String) throws -> [Transaction] {
        let (gross, fee) = (try gross.multiplied(by: rate), try fee.multiplied(by: rate))
        switch (side, currency) {
        case (.buy, .usd):
            return [
                try .buy(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, paid: .usd(gross), fee: .usd(fee),
                    note: note)
            ]
        case (.buy, _):
            return [
                try .sell(
                    key: key + "/1", time: time, wallet: wallet, asset: currency.asset, quantity: cash, received: .usd(gross + fee),
                    note: note),
                try .buy(
                    key: key + "/2", time: time, wallet: wallet, asset: asset, quantity: quantity, paid: .usd(gross),
                    fee: .usd(fee), note: note),
            ]
        case (.sell, .usd):
            return [
                try .sell(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, received: .usd(gross),
                    fee: .usd(fee), note: note)
            ]
        case (.sell, _):
            return [
                try .sell(
                    key: key + "/1", time: time, wallet: wallet, asset: asset, quantity: quantity, received: .usd(gross),
                    fee: .usd(fee), note: note),
                try .buy(
                    key: key + "/2", time: time, wallet: wallet, asset: currency.asset, quantity: cash, paid: .usd(gross - fee),
                    note: note),
            ]
        }
    }
}
