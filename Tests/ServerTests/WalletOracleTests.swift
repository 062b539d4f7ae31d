import Foundation
import JSONText
import Ledger
import Market
import ServerWorld
import Testing

/// The server's figures equal the command line's for the same database.
@Suite(.serialized) struct WalletOracleTests {
    @Test func figuresAreThoseOfTheCommandLineToTheByte() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (path, words) in [
                ("gains", ["gains", "Main"]), ("gains?explain=true", ["gains", "Main", "--explain"]),
                ("gains?method=lifo&on=2025-02-26", ["gains", "Main", "--method", "lifo", "--on", "2025-02-26"]),
                ("gains?method=average&explain=true", ["gains", "Main", "--method", "average", "--explain"]),
            ] {
                let answer = try await server.get("/v1/wallets/Main/\(path)")
                #expect(try answer.text == server.printed(["wallet"] + words + ["--offline", "--json"]), "\(path)")
            }
            for (path, words) in [
                ("value", []), ("value?interval=1w&since=2025-02-10", ["--interval", "1w", "--since", "2025-02-10"]),
                ("value?interval=1mo&until=2025-02-27", ["--interval", "1mo", "--until", "2025-02-27"]),
            ] {
                let answer = try await server.get("/v1/wallets/Main/\(path)")
                #expect(try answer.text == server.printed(["wallet", "value", "Main"] + words + ["--json"]), "\(path)")
            }
        }
    }

    /// Figures of several wallets, in every form, and each disposal.
    @Test func reportsOnSeveralWalletsAreThoseOfTheCommandLine() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (path, words) in [
                ("portfolio/gains", ["gains", "--all", "--offline"]),
                ("portfolio/gains?wallets=Main,Other&method=hifo", ["gains", "Main", "Other", "--method", "hifo", "--offline"]),
                ("portfolio/gains?wallets=other,Main&explain=true", ["gains", "Other", "Main", "--explain", "--offline"]),
                ("portfolio/value?wallets=Main,Other&interval=1w", ["value", "Main", "Other", "--interval", "1w"]),
            ] {
                let answer = try await server.get("/v1/\(path)")
                #expect(try answer.text == server.printed(["wallet"] + words + ["--json"]), "\(path)")
            }
            for (path, words) in [
                ("wallets/Main/realized-gains", ["Main"]), ("wallets/Main/realized-gains?year=2025", ["Main", "--year", "2025"]),
                ("wallets/Other/realized-gains?method=lifo", ["Other", "--method", "lifo"]),
                ("portfolio/realized-gains", ["--all"]), ("portfolio/realized-gains?year=2024", ["--all", "--year", "2024"]),
            ] {
                let answer = try await server.get("/v1/\(path)")
                let printed = ["wallet", "gains", "--realized"] + words
                #expect(try answer.json == server.parsed(printed + ["--json"]), "\(path)")
                let csv = try await server.get("/v1/\(path)\(path.contains("?") ? "&" : "?")format=csv")
                #expect(try csv.text == server.printed(printed + ["--csv"]), "\(path)")
            }
        }
    }

    @Test func disposalsComeInPagesAndAddUpToTheTotal() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let whole = try await server.get("/v1/portfolio/realized-gains").json
            var (rows, cursor) = ([JSONValue](), "")
            repeat {
                let page = try await server.get("/v1/portfolio/realized-gains?limit=1\(cursor)").json
                #expect(page["total"] == whole["total"] && page["data"]?.array?.count == 1)
                rows += page["data"]?.array ?? []
                cursor = page["next_cursor"]?.string.map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty && rows.count < 100
            #expect(rows == whole["data"]?.array && rows.count > 2)
            let gains = rows.compactMap { $0["gain"]?.string.flatMap { FixedDecimal($0) } }
            let total = try await server.get("/v1/portfolio/gains").json["total"]?["realized_gain"]?.string
            #expect(gains.count == rows.count && gains.reduce(.zero, +).description == total)
            #expect(try await server.get("/v1/portfolio/realized-gains?cursor=ff").status == 422)
        }
    }

    @Test func aPortfolioIsOfWalletsThatAreThere() async throws {
        try await ServerUnderTest.run { server async throws in
            let none = try await server.get("/v1/portfolio/valuation")
            #expect(none.status == 200 && none.json["wallets"]?.array == [] && none.json["value"]?.string == "0")
            for name in ["gains", "value", "realized-gains"] {
                #expect(try await server.get("/v1/portfolio/\(name)").status == 200, "\(name)")
            }
            try await server.makeTradedWallet()
            let unknown = try await server.get("/v1/portfolio/gains?wallets=Main,Nope")
            #expect(unknown.status == 404 && unknown.json["field"]?.string == "wallets", "\(unknown.text)")
            let alone = try await server.get("/v1/wallets/Main/valuation").json
            let other = try await server.get("/v1/wallets/Other/valuation").json
            let both = try await server.get("/v1/portfolio/valuation?wallets=Main,Other").json
            let values = [alone, other, both].compactMap { $0["value"]?.string.flatMap { FixedDecimal($0) } }
            #expect(values.count == 3 && values[0] + values[1] == values[2])
        }
    }

    @Test func listsAreThoseOfTheCommandLineInPages() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (path, name, words) in [
                ("/v1/wallets", "wallets", ["wallet", "list"]),
                ("/v1/wallets/Main/transactions", "transactions", ["wallet", "history", "Main"]),
                ("/v1/wallets/Other/transactions?asset=ETH", "transactions", ["wallet", "history", "Other", "--ticker", "ETH"]),
                (
                    "/v1/wallets/Main/transactions?kind=buy&since=2025-02-25", "transactions",
                    ["wallet", "history", "Main", "--kind", "buy", "--since", "2025-02-25"]
                ),
            ] {
                let answer = try await server.get(path)
                #expect(answer.json["next_cursor"] == .null)
                #expect(try answer.json["data"] == server.parsed(words + ["--json"])[name], "\(path)")
            }
        }
    }

    @Test func holdingsAndValuesAreThoseOfTheCommandLine() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (query, words) in [("", []), ("?on=2025-02-25", ["--on", "2025-02-25"])] as [(String, [String])] {
                let answer = try await server.get("/v1/wallets/Main/valuation\(query)").json
                let report = try server.parsed(["wallet", "show", "Main"] + words + ["--offline", "--json"])
                #expect(answer["value"] == report["total"]?["market_value"])
                #expect(answer["day"] == report["day"])
                let holdings = answer["holdings"]?.array ?? []
                #expect(!holdings.isEmpty)
                for (holding, expected) in zip(holdings, report["holdings"]?.array ?? []) {
                    for name in ["asset", "ticker", "quantity", "price", "price_source"] {
                        #expect(holding[name] == expected[name])
                    }
                }
            }
        }
    }

    @Test func investmentsAreThoseOfTheCommandLine() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store([100, 110], of: "bitcoin")
            try server.done(await server.post("/v1/investments", json: #"{"asset":"BTC","quantity":"0.05","price":"64000"}"#))
            let answer = try await server.get("/v1/investments?explain=true")
            #expect(try answer.text == server.printed(["invest", "list", "--offline", "--explain", "--json"]))
        }
    }

    @Test func ordersOfBothAreTheSame() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let order = #"{"kind":"buy","asset":"BTC","cash":"50","time":"2025-02-27","fee":"0.5"}"#
            let preview = try await server.post("/v1/wallets/Main/transactions/preview", json: order)
            let printed = try server.parsed([
                "wallet", "buy", "Main", "BTC", "--for", "50", "--date", "2025-02-27", "--fee", "0.5", "--preview", "--json",
            ])
            for name in ["preview", "effects", "prices"] { #expect(preview.json[name] == printed[name]) }
        }
    }

    @Test(arguments: ["json", "csv"]) func anExportEqualsTheCommandLinesAndCanBeImported(format: String) async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let file = try await server.get("/v1/transactions/export?format=\(format)")
            #expect(try file.text == server.printed(["wallet", "export"] + (format == "json" ? ["--json"] : [])))
            let type = ["Content-Type": format == "json" ? "application/json" : "text/csv"]
            let known = try await server.send("POST", "/v1/transactions/import", body: file.text, headers: type)
            #expect(known.json["recorded"]?.integer == 0, "\(known.text)")
            #expect(known.json["known"]?.integer == 9)
            let one = try await server.get("/v1/transactions/export?format=\(format)&wallet=Other")
            #expect(try one.text == server.printed(["wallet", "export", "Other"] + (format == "json" ? ["--json"] : [])))
            try await ServerUnderTest.run { other in
                try await other.store([1], of: "bitcoin")
                let refused = try await other.send("POST", "/v1/transactions/import", body: file.text, headers: type)
                #expect(refused.status == 422)
                #expect(refused.json["code"]?.string == "bad-rows")
                #expect(refused.json["problems"]?.array?.count == 9, "\(refused.text)")
                let taken = try await other.send("POST", "/v1/transactions/import?create=true", body: file.text, headers: type)
                #expect(taken.json["recorded"]?.integer == 9, "\(taken.text)")
                #expect(try await other.get("/v1/transactions/export?format=\(format)").text == file.text)
            }
        }
    }
}

extension ServerUnderTest {
    fileprivate func printed(_ words: [String]) throws -> String { try commandLine(words) }
    fileprivate func parsed(_ words: [String]) throws -> JSONValue { try JSONValue(parsing: Array(printed(words).utf8)) }
}
