import Ledger
import Market

/// Coins that one person sent to another.
package struct CoinTransfer: Equatable, Sendable {
    /// `x_` and 16 hexadecimal digits.
    package let id: String
    package let sender: String
    package let receiver: String
    package let address: String
    package let asset: AssetID
    /// The quantity that arrives.
    package let quantity: Quantity
    /// The quantity that leaves in addition.
    package let fee: Quantity
    package let note: String
    /// Seconds since 1970-01-01 UTC.
    package let createdAt: Int

    package init(
        id: String, sender: String, receiver: String, address: String, asset: AssetID, quantity: Quantity, fee: Quantity,
        note: String, createdAt: Int
    ) {
        (self.id, self.sender, self.receiver, self.address) = (id, sender, receiver, address)
        (self.asset, self.quantity, self.fee, self.note, self.createdAt) = (asset, quantity, fee, note, createdAt)
    }
}
