import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

extension Store.Options {
    /// A test does not have to survive a power failure.
    static let quick = Store.Options(busyTimeoutSeconds: 20, durability: .normal)
}

/// An empty store in a temporary folder.
enum TestStore {
    /// Runs a test on an empty store.
    static func with(_ body: (Store) async throws -> Void) async throws {
        try await Scratch.with { try await body(Store("\($0)/closecast.db", options: .quick)) }
    }
}

extension AssetID {
    static let bitcoin = AssetID("bitcoin")!
    static let nowhere = AssetID("nowhere")!
}

/// A decimal written out.
func d(_ text: String) -> FixedDecimal { FixedDecimal(text)! }
/// The US dollars of a text.
func d(_ text: String) -> Money { .usd(FixedDecimal(text)!) }

extension Store {
    func make(_ name: String, of owner: String = "ann", allowsNegative: Bool = false) async throws -> WalletID {
        try await createWallet(named: name, of: owner, costBasis: .fifo, allowsNegative: allowsNegative, createdAt: 1).id
    }

    @discardableResult func record(_ transactions: Transaction..., owner: String = "ann") async throws -> [AppendResult] {
        try await append(transactions, of: owner, recordedAt: 7, expecting: [:])
    }
}
