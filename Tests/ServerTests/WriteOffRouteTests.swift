import Foundation
import JSONText
import Market
import ServerWorld
import Testing

/// Coins whose prices ended, weekends without rates, and tax years in local time, over HTTP. Every answer is checked against its
/// schema.
@Suite(.serialized) struct WriteOffRouteTests {
    @Test func aWorthlessCoinIsSoldForNothingOrWithdrawnAsALoss() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let sold = try server.done(
                await server.post(
                    "/v1/wallets/Main/transactions", json: #"{"kind":"sell","asset":"ETH","quantity":"1","price":"0"}"#))
            #expect(sold.json["transactions"]?.array?.first?["cash"]?.string == "0", "\(sold.text)")
            let lost = try server.done(
                await server.post(
                    "/v1/wallets/Main/transactions", json: #"{"kind":"withdrawal","asset":"ETH","quantity":"1","value":"0"}"#))
            #expect(lost.json["transactions"]?.array?.first?["value"]?.string == "0", "\(lost.text)")
            let realized = try server.done(await server.get("/v1/wallets/Main/realized-gains")).json
            let kinds = realized["data"]?.array?.suffix(2).map { $0["kind"]?.string }
            #expect(kinds == ["sale", "loss"], "\(realized)")
            #expect(realized["data"]?.array?.suffix(2).allSatisfy { $0["proceeds"]?.string == "0" } == true)
        }
    }

    @Test func anOldPriceStandsBesideTheExactTotal() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let exact = try server.done(await server.get("/v1/wallets/Main/valuation")).json
            #expect(exact["value"]?.string != nil && exact["value_with_old_prices"] == .null && exact["rate_day"] == .null)
            try await server.store([5], of: "litecoin", through: ServerUnderTest.yesterday - 3)
            try server.done(
                await server.post(
                    "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"LTC","quantity":"2","time":"2025-02-25"}"#))
            let known = try #require(exact["value"]?.string.flatMap(Double.init))
            for path in ["wallets/Main", "wallets/Main/valuation"] {
                let answer = try server.done(await server.get("/v1/" + path)).json
                #expect(answer["value"] == .null && answer["missing_prices"]?.array == [.string("litecoin")], "\(path)")
                let total = try #require(answer["value_with_old_prices"]?.string.flatMap(Double.init), "\(path)")
                #expect(abs(total - known - 10) < 1e-9, "\(path)")
                let old = answer["holdings"]?.array?.compactMap { $0["old_price"]?["day"]?.string }
                #expect(old == ["2025-02-25"], "\(path)")
            }
            let gains = try server.done(await server.get("/v1/wallets/Main/gains")).json
            #expect(gains["total"]?["market_value"] == .null)
            #expect(
                gains["total_with_old_prices"]?["market_value"]?.string.flatMap(Double.init).map { abs($0 - known - 10) < 1e-9 }
                    == true)
        }
    }

    /// 9e17 coins at 250 are worth more than an amount can be: their value is missing, and all else is there.
    @Test func aWalletThatIsTooLargeLeavesTheOthersAlone() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Huge"}"#))
            let deposit = #"{"kind":"deposit","asset":"BTC","quantity":"900000000000000000","cost":"1","time":"2025-02-25"}"#
            try server.done(await server.post("/v1/wallets/Huge/transactions", json: deposit))
            let wallets = try server.done(await server.get("/v1/wallets")).json["data"]?.array ?? []
            #expect(wallets.map { $0["name"]?.string } == ["Huge", "Main", "Other"])
            #expect(wallets.map { $0["value"] == .null } == [true, false, false])
            #expect(wallets.map { $0["missing_prices"]?.array } == [[.string("bitcoin")], [], []])
            for path in ["wallets/Huge", "wallets/Huge/valuation", "portfolio/valuation", "wallets/Huge/gains", "portfolio/gains"] {
                let answer = try server.done(await server.get("/v1/" + path)).json
                #expect(answer["missing_prices"]?.array == [.string("bitcoin")], "\(path)")
                let holding = answer["holdings"]?.array?.first { $0["asset"]?.string == "bitcoin" }
                #expect(holding?["price"]?.string == "250", "\(path): \(answer)")
            }
            let days = try server.done(await server.get("/v1/wallets/Huge/value")).json
            #expect(days["values"]?.array?.last?["value"] == .null, "\(days)")
        }
    }

    @Test func realizedGainsHaveDaysOfTheTimeZone() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            try server.done(
                await server.post(
                    "/v1/wallets/Main/transactions",
                    json: #"{"kind":"sell","asset":"BTC","quantity":"0.1","price":"300","time":"2025-02-28T02:00:00Z"}"#))
            let path = "/v1/wallets/Main/realized-gains"
            let local = try server.done(await server.get(path + "?time_zone=America/New_York")).json
            #expect(local["time_zone"]?.string == "America/New_York")
            #expect(local["data"]?.array?.last?["disposed_on"]?.string == "2025-02-27", "\(local)")
            let plain = try server.done(await server.get(path)).json
            #expect(plain["time_zone"]?.string == "UTC" && plain["data"]?.array?.last?["disposed_on"]?.string == "2025-02-28")
            let unknown = try await server.get(path + "?time_zone=Europe/Atlantis")
            #expect(unknown.status == 422 && unknown.text.contains("Europe/Berlin"), "\(unknown.text)")
        }
    }

    @Test func aWeekendIsMarked() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            // Through 2025-02-27, one day less than the closes of the coins.
            try await server.store([1.25, 1.5, 1.1, 1.2], of: "eur", through: ServerUnderTest.yesterday - 1)
            let gains = try server.done(await server.get("/v1/wallets/Main/gains?currency=EUR")).json
            #expect(gains["day"]?.string == "2025-02-28" && gains["rate_day"]?.string == "2025-02-27", "\(gains)")
            #expect(gains["total"]?["market_value"]?.string != nil)
            let value = try server.done(await server.get("/v1/wallets/Main/value?currency=EUR")).json
            #expect(value["values"]?.array?.last?["rate_day"]?.string == "2025-02-27", "\(value)")
        }
    }

    @Test func aDayThatHasNotComeNamesUTC() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let answer = try await server.post(
                "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"USD","quantity":"1","time":"2025-03-02"}"#)
            #expect(
                answer.json["detail"]?.string == "2025-03-02 has not come yet: times are in UTC, where it is 2025-03-01 12:00 now",
                "\(answer.text)")
        }
    }
}
