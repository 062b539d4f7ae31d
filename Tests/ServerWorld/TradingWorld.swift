import Identity
import JSONText
import Ledger
import Market
import Services
import Testing
import Trading

/// Prices, cash and levels of simulated accounts for a server under test.
extension ServerUnderTest {
    /// Stores closes of yesterday by the server's clock.
    package func storeTradingPrices(bitcoin: Double = 200, euro: Double = 1.25) async throws {
        let yesterday = Day(secondsSince1970: clock.now) - 1
        try await store([bitcoin * 0.98, bitcoin], of: "bitcoin", through: yesterday)
        try await store([euro, euro], of: AssetID.eur.description, through: yesterday)
    }

    /// Deposits 1,000 EUR and 200 USD, which have arrived when this returns; the clock has advanced, and prices are those of its
    /// yesterday.
    package func fund(headers: [String: String] = [:]) async throws {
        for body in [#"{"currency":"EUR","amount":"1000"}"#, #"{"currency":"USD","amount":"200"}"#] {
            try done(await post("/v1/trading/deposits", json: body, headers: headers))
        }
        clock.advance(by: 4 * 86_400)
        try await parts.trading.work.run()
        try await storeTradingPrices()
    }

    /// Sets the verification level of an owner.
    package func setLevel(_ level: VerificationLevel, of owner: String = "local") async throws {
        _ = try await parts.trading.accounts.open(of: owner)
        try await database.changeTrading { records in
            var account = try #require(try records.account(of: owner))
            account.level = level
            try records.update(account)
        }
    }

    /// The available quantity of an asset, in the API's format.
    package func free(_ asset: String, headers: [String: String] = [:]) async throws -> String? {
        let balances = try await get("/v1/trading/account", headers: headers).json["balances"]?.array ?? []
        return balances.first { $0["asset"]?.string == asset }?["free"]?.string
    }
}
