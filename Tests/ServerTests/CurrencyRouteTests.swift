import Foundation
import JSONText
import Market
import ServerWorld
import Testing

/// `?currency=EUR` on the routes of figures.
@Suite(.serialized) struct CurrencyRouteTests {
    private static let figures = [
        "wallets/Main/valuation", "wallets/Main/gains?explain=true", "wallets/Main/value", "wallets/Main/realized-gains",
        "portfolio/valuation", "portfolio/gains", "portfolio/value", "portfolio/realized-gains", "investments",
    ]

    private static func inEuros(_ path: String) -> String { "/v1/\(path)\(path.contains("?") ? "&" : "?")currency=EUR" }

    @Test func everyFigureIsInEurosAndThatOfTheCommandLine() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            try await server.store([1.25, 1.5, 1.1, 1.2, 1.6], of: "eur")
            for path in Self.figures {
                let answer = try server.done(await server.get(Self.inEuros(path)))
                #expect(answer.json["currency"]?.string == "EUR", "\(path): \(answer.text)")
                let dollars = try server.done(await server.get("/v1/\(path)"))
                #expect(dollars.json["currency"]?.string == "USD" && dollars.body != answer.body, "\(path)")
            }
            for (path, words) in [
                ("wallets/Main/gains?explain=true", ["gains", "Main", "--explain", "--offline"]),
                ("wallets/Main/value", ["value", "Main"]),
                ("portfolio/gains", ["gains", "--all", "--offline"]),
            ] {
                let answer = try await server.get(Self.inEuros(path))
                #expect(try answer.text == server.commandLine(["wallet"] + words + ["--json", "--currency", "EUR"]), "\(path)")
            }
            let listed = try await server.get("/v1/wallets?currency=EUR").json["data"]?.array ?? []
            #expect(!listed.isEmpty && listed.allSatisfy { $0["currency"]?.string == "EUR" })
        }
    }

    @Test func aMissingRateIsNullAndAnUnknownCurrencyIsRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let valuation = try server.done(await server.get("/v1/wallets/Main/valuation?currency=EUR")).json
            #expect(valuation["value"] == .null && valuation["missing_prices"]?.array == [.string("eur")], "\(valuation)")
            let gains = try server.done(await server.get("/v1/wallets/Main/gains?currency=EUR")).json
            #expect(gains["total"]?["proceeds"] == .null && gains["total"]?["cost"] == .null)
            let values = try server.done(await server.get("/v1/wallets/Main/value?currency=EUR")).json
            #expect(values["values"]?.array?.allSatisfy { $0["value"] == .null } == true)
            let refused = try await server.get("/v1/wallets/Main/value?currency=GBX")
            #expect(refused.status == 422 || refused.status == 400, "\(refused.text)")
            #expect(refused.json["field"]?.string == "currency" && refused.text.contains("EUR"))
        }
    }

    @Test func anothersWalletIsNotThereInAnyCurrency() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let other = ["Authorization": "Bearer \(try await server.token(owner: "other"))"]
            for path in Self.figures where path.hasPrefix("wallets") {
                #expect(try await server.get(Self.inEuros(path), headers: other).status == 404, "\(path)")
            }
            #expect(try await server.get("/v1/wallets/Main/forecast?currency=EUR", headers: other).status == 404)
        }
    }
}
