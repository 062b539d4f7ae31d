import Ledger
import Market

/// Why something cannot be done with a wallet.
public enum PortfolioError: Error, Equatable, Sendable {
    /// Another wallet of the owner has the name.
    case walletExists(name: String)
    /// There is none, or it is another owner's, or it was deleted.
    case noSuchWallet(String)
    /// No stored asset has the id.
    case noSuchAsset(AssetID)
    /// There is none, or it is another owner's.
    case noSuchTransaction(TransactionID)
    /// A holding would fall below zero at a moment.
    case insufficient(wallet: WalletID, asset: AssetID, have: Quantity, need: Quantity, time: Int)
    /// A recorded transaction of another content has the key.
    case keyInUse(key: String)
    /// A correction took it back already, or it is a correction itself.
    case alreadyCorrected(TransactionID)
    /// A transaction was recorded since the caller looked.
    case changedMeanwhile
}

extension PortfolioError: CustomStringConvertible {
    /// A sentence with the names, the numbers and what to do.
    public var description: String {
        switch self {
        case .walletExists(let name): "there is a wallet \(name) already; choose another name"
        case .noSuchWallet(let name): "there is no wallet \(name); make it: closecast wallet create \(name)"
        case .noSuchAsset(let id): "there is no asset \(id); add it: closecast asset add"
        case .noSuchTransaction(let id): "there is no transaction \(id); list them: closecast wallet history"
        case .insufficient(let wallet, let asset, let have, let need, let time):
            "wallet \(wallet) has \(have) \(asset) on \(Day(secondsSince1970: time)) and needs \(need)"
        case .keyInUse(let key): "another transaction has the key \(key) already"
        case .alreadyCorrected(let id): "transaction \(id) was taken back already, or is a correction itself"
        case .changedMeanwhile: "the wallet changed while this was prepared; try again"
        }
    }
}
