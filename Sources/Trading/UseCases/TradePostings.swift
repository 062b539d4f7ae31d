import Ledger
import Market

extension TradeFigures {
    /// The postings of the trade. The journal counts trades in US dollars: what is paid in euros is sold for dollars first, and what
    /// is received in euros is bought with dollars, at the rate of the trade, so that no dollar stays behind.
    ///
    /// - Parameter key: the transactions have it, or it and `/1`, `/2`.
    func transactions(in wallet: WalletID, key: String, at time: Int, note: String) throws -> [Transaction] {
        let (gross, fee) = (try gross.multiplied(by: rate), try fee.multiplied(by: rate))
        switch (side, currency) {
        case (.buy, .usd):
            return [
                try .buy(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, paid: .usd(gross), fee: .usd(fee),
                    note: note)
            ]
        case (.buy, .eur):
            return [
                try .sell(
                    key: key + "/1", time: time, wallet: wallet, asset: .eur, quantity: cash, received: .usd(gross + fee),
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
        case (.sell, .eur):
            return [
                try .sell(
                    key: key + "/1", time: time, wallet: wallet, asset: asset, quantity: quantity, received: .usd(gross),
                    fee: .usd(fee), note: note),
                try .buy(
                    key: key + "/2", time: time, wallet: wallet, asset: .eur, quantity: cash, paid: .usd(gross - fee),
                    note: note),
            ]
        }
    }
}
