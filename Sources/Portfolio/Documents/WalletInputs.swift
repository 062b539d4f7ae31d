import Ledger
import Records

extension CostBasis: FieldChoice {}

/// A wallet in a path.
package struct WalletReference: Record {
    package static let note = "A wallet's id, or its name in any case."

    package let wallet: String

    package init(_ field: inout Fields<Self>) throws { wallet = try field("wallet", \.wallet, .anyWalletName, Self.note) }
}

/// A wallet to create.
package struct NewWallet: Record {
    package static let schemaName: String? = "NewWallet"

    package let name: String
    package let costBasis: CostBasis
    package let allowsNegative: Bool

    package init(_ field: inout Fields<Self>) throws {
        name = try field(
            "name", \.name, .walletName,
            "Unique among the owner's wallets; names that differ in case, or look alike, are the same.")
        costBasis = try field("cost_basis", \.costBasis, nil, "Which lots are used first (default: fifo).", default: .fifo)
        allowsNegative = try field(
            "allows_negative", \.allowsNegative, nil, "Whether holdings may fall below zero (an account with credit).",
            default: false)
    }
}

extension WalletChange: Record {
    package init(_ field: inout Fields<Self>) throws {
        name = try field("name", \.name, .walletName)
        costBasis = try field("cost_basis", \.costBasis, CostBasis.schema)
    }
}

/// A wallet in a path, and the change to it.
package struct WalletSettings: Record {
    package static let schemaName: String? = "WalletChange"

    package let wallet: String
    package let change: WalletChange

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, WalletReference.note)
        change = try field(\.change)
    }
}

/// A wallet to delete.
package struct WalletDeletion: Record {
    package let wallet: String
    package let withHoldings: Bool

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, WalletReference.note)
        withHoldings = try field(
            "with_holdings", \.withHoldings, nil, "Delete it even if it still holds something.", default: false)
    }
}
