import APIKit
import Ledger
import Market
import MarketData
import People
import Trading

/// The coin that a caller prefers: given in the request, or set in the account.
struct PreferredCoin: Sendable {
    let market: MarketData
    /// Nil on one person's machine.
    let profiles: Profiles?

    /// Returns the coin that the parameter `coin` names; nil if it is missing.
    ///
    /// - Throws: a problem for cash and for an unknown asset.
    func named(_ name: String?) async throws -> Asset? {
        guard let name else { return nil }
        let coin = try await market.directory.namedAsset(name, field: "coin")
        guard Currency(coin.id) == nil else {
            throw TradingError.notACoin(coin.ticker).problem.at("coin")
        }
        return coin
    }

    /// Returns the id of the coin in the account's settings; nil for none.
    func chosen(_ call: Call) async throws -> String? {
        guard let profiles, let person = call.caller.standing?.person else { return nil }
        return try await profiles.person(person).choices.preferredCoin
    }
}
