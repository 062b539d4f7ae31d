import Foundation
import JSONText
import ServerWorld
import Testing

/// Tax reports over HTTP. Every answer is checked against its schema.
@Suite(.serialized) struct TaxRouteTests {
    @Test func theReportIsThatOfTheCommandLine() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (query, words) in [
                ("year=2025", []), ("year=2025&country=us&method=hifo", ["--country", "us", "--method", "hifo"]),
                ("year=2024&country=gb", ["--country", "gb"]), ("year=2025&country=de", ["--country", "de"]),
                ("year=2025&method=average&wallet=Other", ["--method", "average", "--wallet", "Other"]),
                ("year=2025&time_zone=Asia/Almaty", ["--time-zone", "Asia/Almaty"]),
                ("year=2025&country=it&currency=USD", ["--country", "it", "--currency", "USD"]),
            ] as [(String, [String])] {
                let year = query.contains("2024") ? "2024" : "2025"
                let printed = ["wallet", "tax", "--year", year] + words
                let answer = try server.done(await server.get("/v1/portfolio/tax?\(query)"))
                // On this server's day the year has not ended.
                let ended = answer.text.replacing(#""unfinished":true"#, with: #""unfinished":false"#) + "\n"
                #expect(try ended == server.commandLine(printed + ["--json"]), "\(query)")
                let csv = try server.done(await server.get("/v1/portfolio/tax?\(query)&format=csv"))
                #expect(try csv.text == server.commandLine(printed + ["--csv"]), "\(query)")
            }
        }
    }

    @Test func totalsAreThoseOfTheRealizedGains() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let report = try server.done(await server.get("/v1/portfolio/tax?year=2025&country=us")).json
            #expect(report["disposals"]?.array?.map { $0["kind"]?.string }.contains("sale") == true)
            #expect(report["disclaimer"]?.string?.hasPrefix("This is not tax advice.") == true)
            #expect(report["per_wallet"] == .boolean(true) && report["sources"]?.array?.isEmpty == false)
            let realized = try server.done(await server.get("/v1/portfolio/realized-gains?year=2025&method=fifo")).json
            #expect(report["total"]?["gain"]?.string == realized["total"]?["gain"]?.string)
        }
    }

    @Test func aMethodAYearAndAZoneThatAreNotAcceptedAreRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            for (query, code, field) in [
                ("year=2025&country=it&method=fifo", "method-not-accepted", "method"), ("country=it", "missing-value", "year"),
                ("year=1969", "invalid-value", "year"), ("year=9999", "invalid-value", "year"),
                ("year=2025&country=fr", "invalid-value", "country"),
                ("year=2025&time_zone=Berlin", "unknown-time-zone", "time_zone"),
            ] {
                let refused = try await server.get("/v1/portfolio/tax?\(query)")
                #expect((400...422).contains(refused.status), "\(query) \(refused.text)")
                #expect(refused.json["field"]?.string == field, "\(query) \(refused.text)")
                if code != "missing-value" { #expect(refused.json["code"]?.string == code, "\(query) \(refused.text)") }
            }
            #expect(try await server.get("/v1/portfolio/tax?year=2025&wallet=Nobody").status == 404)
        }
    }

    @Test func anotherOwnerSeesNothingOfIt() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let other = ["Authorization": "Bearer \(try await server.token(owner: "other"))"]
            let report = try server.done(await server.get("/v1/portfolio/tax?year=2025", headers: other)).json
            #expect(report["disposals"]?.array == [] && report["wallets"]?.array == [] && report["income"]?.array == [])
            #expect(try await server.get("/v1/portfolio/tax?year=2025&wallet=Main", headers: other).status == 404)
        }
    }
}
