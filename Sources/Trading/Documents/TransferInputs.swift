import Ledger
import Records

/// A transfer to preview.
package struct TransferWish: Record {
    package static let schemaName: String? = "TransferWish"

    package let asset: String
    package let quantity: FixedDecimal
    package let address: String

    package init(_ field: inout Fields<Self>) throws {
        asset = try field("asset", \.asset, .assetName)
        quantity = try field("quantity", \.quantity, .decimal(.positive), "The quantity that arrives; the fee comes on top.")
        address = try field("address", \.address, .text(1...100), "The receiver's address.")
    }
}

/// A transfer to make.
package struct NewTransfer: Record {
    package static let schemaName: String? = "NewTransfer"

    package let wish: TransferWish
    package let note: String

    package init(_ field: inout Fields<Self>) throws {
        wish = try field(\.wish)
        note = try field("note", \.note, .kept(0...Transfers.longestNote), "A note for both people.", default: "")
    }
}

/// An entry of the history in a path.
package struct HistoryEntryReference: Record {
    package let entry: String

    package init(_ field: inout Fields<Self>) throws {
        entry = try field("entry", \.entry, .text(1...64), "The id of an order, payment, transfer or reward.")
    }
}
